CREATE TABLE "credit_balances" (
	"customer_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "credit_balances_customer_id_currency_pk" PRIMARY KEY("customer_id","currency"),
	CONSTRAINT "credit_balances_amount" CHECK ("credit_balances"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"from_account" text NOT NULL,
	"from_customer" uuid,
	"to_account" text NOT NULL,
	"to_customer" uuid,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"order_id" uuid,
	"charge_id" uuid,
	"refund_id" uuid,
	"reason" text,
	"author_id" uuid,
	"key" text NOT NULL,
	CONSTRAINT "credit_transfers_key_unique" UNIQUE("key"),
	CONSTRAINT "credit_transfers_amount" CHECK ("credit_transfers"."amount" > 0),
	CONSTRAINT "credit_transfers_accounts" CHECK ("credit_transfers"."from_account" in ('customer', 'goodwill', 'gift_card', 'referral', 'orders', 'forfeited')
        and "credit_transfers"."to_account" in ('customer', 'goodwill', 'gift_card', 'referral', 'orders', 'forfeited')),
	CONSTRAINT "credit_transfers_customers" CHECK (("credit_transfers"."from_account" = 'customer') = ("credit_transfers"."from_customer" is not null)
        and ("credit_transfers"."to_account" = 'customer') = ("credit_transfers"."to_customer" is not null)
        and ("credit_transfers"."from_account", "credit_transfers"."from_customer") is distinct from ("credit_transfers"."to_account", "credit_transfers"."to_customer"))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "uses_credit" boolean;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "to_credit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_balances" ADD CONSTRAINT "credit_balances_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_transfers_from" ON "credit_transfers" USING btree ("from_customer","id") WHERE "credit_transfers"."from_customer" is not null;--> statement-breakpoint
CREATE INDEX "credit_transfers_to" ON "credit_transfers" USING btree ("to_customer","id") WHERE "credit_transfers"."to_customer" is not null;--> statement-breakpoint
CREATE INDEX "credit_transfers_order_id" ON "credit_transfers" USING btree ("order_id") WHERE "credit_transfers"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_transfers_author" ON "credit_transfers" USING btree ("author_id","at") WHERE "credit_transfers"."author_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_transfers_at" ON "credit_transfers" USING btree ("at");--> statement-breakpoint
-- Nothing of the ledger changes, except that staff's words and names are removed with those they are about.
CREATE FUNCTION "credit_transfers_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'reason' - 'author_id' = to_jsonb(OLD) - 'reason' - 'author_id'
    AND (NEW.reason IS NULL OR NEW.reason = OLD.reason) AND (NEW.author_id IS NULL OR NEW.author_id = OLD.author_id)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'credit_transfers is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER "credit_transfers_append_only" BEFORE UPDATE OR DELETE ON "credit_transfers" FOR EACH ROW EXECUTE FUNCTION "credit_transfers_is_append_only"();--> statement-breakpoint
-- The site's user only reads balances: this function keeps them, as its owner. A balance below zero is refused.
CREATE FUNCTION "keep_credit_balances"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.from_customer IS NOT NULL THEN
    UPDATE credit_balances SET amount = amount - NEW.amount WHERE customer_id = NEW.from_customer AND currency = NEW.currency;
    IF NOT FOUND THEN RAISE EXCEPTION 'This customer has no credit' USING ERRCODE = 'check_violation'; END IF;
  END IF;
  IF NEW.to_customer IS NOT NULL THEN
    INSERT INTO credit_balances AS known (customer_id, currency, amount) VALUES (NEW.to_customer, NEW.currency, NEW.amount)
    ON CONFLICT (customer_id, currency) DO UPDATE SET amount = known.amount + NEW.amount;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "credit_transfers_balances" AFTER INSERT ON "credit_transfers" FOR EACH ROW EXECUTE FUNCTION "keep_credit_balances"();--> statement-breakpoint
-- A charge of credit takes it when it is stored, and gives it back if it fails. What belongs to nobody any more is forfeited.
CREATE FUNCTION "credit_of_charges"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  customer uuid := (SELECT o.customer_id FROM orders o WHERE o.id = NEW.order_id);
BEGIN
  IF TG_OP = 'INSERT' AND NEW.status <> 'failed' THEN
    INSERT INTO credit_transfers (at, from_account, from_customer, to_account, amount, currency, order_id, charge_id, key)
    VALUES (NEW.created_at, 'customer', customer, 'orders', NEW.amount, upper(NEW.currency), NEW.order_id, NEW.id, 'charge:' || NEW.id);
  ELSIF TG_OP = 'UPDATE' AND NEW.status = 'failed' AND OLD.status <> 'failed' THEN
    INSERT INTO credit_transfers (at, from_account, to_account, to_customer, amount, currency, order_id, charge_id, key)
    VALUES (NEW.updated_at, 'orders', CASE WHEN customer IS NULL THEN 'forfeited' ELSE 'customer' END, customer, NEW.amount,
      upper(NEW.currency), NEW.order_id, NEW.id, 'charge_failed:' || NEW.id)
    ON CONFLICT (key) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "charges_credit_taken" AFTER INSERT ON "charges" FOR EACH ROW WHEN (NEW."provider" = 'credit') EXECUTE FUNCTION "credit_of_charges"();--> statement-breakpoint
CREATE TRIGGER "charges_credit_returned" AFTER UPDATE OF "status" ON "charges" FOR EACH ROW WHEN (NEW."provider" = 'credit') EXECUTE FUNCTION "credit_of_charges"();--> statement-breakpoint
CREATE FUNCTION "credit_of_refunds"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO credit_transfers (at, from_account, to_account, to_customer, amount, currency, order_id, refund_id, key)
  SELECT coalesce(NEW.completed_at, NEW.updated_at), 'orders', CASE WHEN o.customer_id IS NULL THEN 'forfeited' ELSE 'customer' END,
    o.customer_id, NEW.amount, upper(o.currency), o.id, NEW.id, 'refund:' || NEW.id
  FROM orders o WHERE o.id = NEW.order_id
  ON CONFLICT (key) DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "refunds_credit" AFTER INSERT OR UPDATE OF "status" ON "refunds" FOR EACH ROW WHEN (NEW."to_credit" AND NEW."status" = 'completed') EXECUTE FUNCTION "credit_of_refunds"();--> statement-breakpoint
-- What was held of a customer's credit follows the order, however that ends.
CREATE FUNCTION "settle_held_credit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE charges SET status = NEW.status, updated_at = NEW.updated_at,
    completed_at = CASE WHEN NEW.status = 'completed' THEN coalesce(NEW.completed_at, NEW.updated_at) END
  WHERE order_id = NEW.id AND provider = 'credit' AND status = 'pending';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_held_credit" AFTER UPDATE OF "status" ON "orders" FOR EACH ROW WHEN (NEW."status" <> 'pending' AND OLD."status" = 'pending') EXECUTE FUNCTION "settle_held_credit"();--> statement-breakpoint
-- The site's user may not change the ledger; this is all that an erasure removes from it.
CREATE FUNCTION "forget_credit_reasons"("customer" uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE credit_transfers SET reason = NULL WHERE reason IS NOT NULL AND customer IN (from_customer, to_customer);
$$;--> statement-breakpoint
-- A refund that became credit moved no money at a provider.
CREATE OR REPLACE FUNCTION "ledger_of_refunds"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
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
      CASE WHEN NEW.to_credit THEN 'credit'
        WHEN by_hand AND coalesce(c.provider, '') NOT LIKE 'office%' THEN 'office' ELSE coalesce(c.provider, o.provider) END,
      NEW.provider_refund_id, CASE WHEN failed THEN 'refund_failed:' ELSE 'refund:' END || attempt
    FROM orders o LEFT JOIN charges c ON c.id = NEW.charge_id WHERE o.id = NEW.order_id
    ON CONFLICT (key) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Nobody disputes credit at a bank.
CREATE OR REPLACE FUNCTION "ledger_of_disputes"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.amount = 0 OR NOT (NEW.withdrawn OR NEW.status = 'lost') THEN RETURN NULL; END IF;
  INSERT INTO money_events (at, kind, order_id, dispute_id, amount, currency, provider, provider_id, key)
  SELECT NEW.updated_at, what.kind, NEW.order_id, NEW.id, what.amount, upper(NEW.currency),
    coalesce((SELECT c.provider FROM charges c WHERE c.order_id = o.id AND c.status = 'completed' AND c.provider NOT LIKE 'office%'
      AND c.provider <> 'credit' ORDER BY c.completed_at DESC LIMIT 1), o.provider),
    NEW.id, what.kind || ':' || NEW.id
  FROM orders o CROSS JOIN (VALUES ('dispute_withdrawn', -NEW.amount), ('dispute_won', NEW.amount)) AS what(kind, amount)
  WHERE o.id = NEW.order_id AND (what.kind = 'dispute_withdrawn' OR NEW.status = 'won')
  ON CONFLICT (key) DO NOTHING;
  RETURN NULL;
END $$;
