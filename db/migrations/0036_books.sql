CREATE TABLE "book_comparisons" (
	"at" timestamp with time zone PRIMARY KEY NOT NULL,
	"open" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_differences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"about_id" text NOT NULL,
	"order_id" uuid,
	"provider" text,
	"currency" text NOT NULL,
	"ours" integer NOT NULL,
	"theirs" integer NOT NULL,
	"moved_at" timestamp with time zone,
	"found_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" uuid,
	"note" text,
	CONSTRAINT "book_differences_sides" CHECK ("book_differences"."ours" <> "book_differences"."theirs")
);
--> statement-breakpoint
CREATE TABLE "money_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "money_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"charge_id" uuid,
	"refund_id" uuid,
	"dispute_id" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text,
	"key" text NOT NULL,
	CONSTRAINT "money_events_key_unique" UNIQUE("key"),
	CONSTRAINT "money_events_kind" CHECK ("money_events"."kind" in ('charge', 'refund', 'refund_failed', 'dispute_withdrawn', 'dispute_won')),
	CONSTRAINT "money_events_sign" CHECK (("money_events"."kind" in ('charge', 'refund_failed', 'dispute_won')) = ("money_events"."amount" > 0) and "money_events"."amount" <> 0),
	CONSTRAINT "money_events_of_one" CHECK (num_nonnulls("money_events"."charge_id", "money_events"."refund_id", "money_events"."dispute_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "test_checkout_invoices" ADD COLUMN "paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "test_checkout_sessions" ADD COLUMN "paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "book_differences" ADD CONSTRAINT "book_differences_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_differences" ADD CONSTRAINT "book_differences_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "book_differences_open" ON "book_differences" USING btree ("kind","about_id","currency") WHERE "book_differences"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "book_differences_about" ON "book_differences" USING btree ("kind","about_id","found_at");--> statement-breakpoint
CREATE INDEX "book_differences_found" ON "book_differences" USING btree ("found_at","id") WHERE "book_differences"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "book_differences_order_id" ON "book_differences" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "book_differences_settled_by" ON "book_differences" USING btree ("settled_by");--> statement-breakpoint
CREATE INDEX "money_events_at" ON "money_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "money_events_order_id" ON "money_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "money_events_provider_id" ON "money_events" USING btree ("provider_id") WHERE "money_events"."provider_id" is not null;--> statement-breakpoint
CREATE FUNCTION "money_events_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'money_events is append-only'; END $$;--> statement-breakpoint
CREATE TRIGGER "money_events_append_only" BEFORE UPDATE OR DELETE ON "money_events" FOR EACH ROW EXECUTE FUNCTION "money_events_is_append_only"();--> statement-breakpoint
-- The ledger is written by these functions only, as its owner: the site's user may read it.
CREATE FUNCTION "ledger_of_charges"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.status = 'completed' THEN
    INSERT INTO money_events (at, kind, order_id, charge_id, amount, currency, provider, provider_id, key)
    VALUES (coalesce(NEW.completed_at, NEW.updated_at), 'charge', NEW.order_id, NEW.id, NEW.amount, upper(NEW.currency),
      NEW.provider, NEW.payment_id, 'charge:' || NEW.id)
    ON CONFLICT (key) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "charges_ledger" AFTER INSERT OR UPDATE OF "status" ON "charges" FOR EACH ROW EXECUTE FUNCTION "ledger_of_charges"();--> statement-breakpoint
-- The refund of a lost dispute is a note: the bank took the money when the dispute began. A refund that was asked for again has another
-- key or another id at the provider; one without an id was given by hand.
CREATE FUNCTION "ledger_of_refunds"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  by_hand boolean := NEW.provider_refund_id IS NULL;
  attempt text := NEW.id || ':' || NEW.idempotency_key || ':' || coalesce(NEW.provider_refund_id, '');
  failed boolean := NEW.status IN ('failed', 'cancelled') AND EXISTS (SELECT FROM money_events e WHERE e.key = 'refund:' || attempt);
BEGIN
  IF NEW.idempotency_key LIKE 'dispute:%' THEN RETURN NULL; END IF;
  IF NEW.status = 'completed' OR failed THEN
    INSERT INTO money_events (at, kind, order_id, refund_id, amount, currency, provider, provider_id, key)
    SELECT CASE WHEN failed THEN NEW.updated_at ELSE coalesce(NEW.completed_at, NEW.updated_at) END,
      CASE WHEN failed THEN 'refund_failed' ELSE 'refund' END, NEW.order_id, NEW.id,
      CASE WHEN failed THEN NEW.amount ELSE -NEW.amount END, upper(coalesce(c.currency, o.currency)),
      CASE WHEN by_hand AND coalesce(c.provider, '') NOT LIKE 'office%' THEN 'office' ELSE coalesce(c.provider, o.provider) END,
      NEW.provider_refund_id, CASE WHEN failed THEN 'refund_failed:' ELSE 'refund:' END || attempt
    FROM orders o LEFT JOIN charges c ON c.id = NEW.charge_id WHERE o.id = NEW.order_id
    ON CONFLICT (key) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "refunds_ledger" AFTER INSERT OR UPDATE OF "status" ON "refunds" FOR EACH ROW EXECUTE FUNCTION "ledger_of_refunds"();--> statement-breakpoint
-- An inquiry moves nothing. A dispute that was lost at once took the money, too; one that was won gives back what it took.
CREATE FUNCTION "ledger_of_disputes"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.amount = 0 OR NOT (NEW.withdrawn OR NEW.status = 'lost') THEN RETURN NULL; END IF;
  INSERT INTO money_events (at, kind, order_id, dispute_id, amount, currency, provider, provider_id, key)
  SELECT NEW.updated_at, what.kind, NEW.order_id, NEW.id, what.amount, upper(NEW.currency),
    coalesce((SELECT c.provider FROM charges c WHERE c.order_id = o.id AND c.status = 'completed' AND c.provider NOT LIKE 'office%'
      ORDER BY c.completed_at DESC LIMIT 1), o.provider),
    NEW.id, what.kind || ':' || NEW.id
  FROM orders o CROSS JOIN (VALUES ('dispute_withdrawn', -NEW.amount), ('dispute_won', NEW.amount)) AS what(kind, amount)
  WHERE o.id = NEW.order_id AND (what.kind = 'dispute_withdrawn' OR NEW.status = 'won')
  ON CONFLICT (key) DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "disputes_ledger" AFTER INSERT OR UPDATE OF "status", "withdrawn" ON "disputes" FOR EACH ROW EXECUTE FUNCTION "ledger_of_disputes"();--> statement-breakpoint
-- What was stored before. A refund that failed moved nothing in the end.
INSERT INTO "money_events" ("at", "kind", "order_id", "charge_id", "amount", "currency", "provider", "provider_id", "key")
SELECT coalesce(completed_at, updated_at), 'charge', order_id, id, amount, upper(currency), provider, payment_id, 'charge:' || id
FROM "charges" WHERE "status" = 'completed' ORDER BY 1;--> statement-breakpoint
UPDATE "refunds" SET "status" = "status" WHERE "status" = 'completed';--> statement-breakpoint
UPDATE "disputes" SET "status" = "status";
