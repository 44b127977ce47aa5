CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"tip" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"provider" text NOT NULL,
	"payment_id" text,
	"payment_session_id" text,
	"checkout_url" text,
	"checkout_expires_at" timestamp with time zone,
	"session_closed_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"taken_by" uuid,
	"form_id" text,
	"completed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charges_payment_session_id_unique" UNIQUE("payment_session_id"),
	CONSTRAINT "charges_form_id_unique" UNIQUE("form_id"),
	CONSTRAINT "charges_amounts" CHECK ("charges"."amount" > 0 and "charges"."tip" between 0 and "charges"."amount"),
	CONSTRAINT "charges_status" CHECK ("charges"."status" in ('pending', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text,
	"author_id" uuid,
	"form_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_lines_form_id_unique" UNIQUE("form_id")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_amount";--> statement-breakpoint
DROP INDEX "orders_unpaid";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "charged" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "due" integer GENERATED ALWAYS AS (case when status = 'completed' or (status = 'pending' and provider = 'office') then greatest(0, amount - charged + returned) else 0 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "line_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charges_order_id" ON "charges" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_payment_id" ON "charges" USING btree ("payment_id") WHERE "charges"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "charges_open_sessions" ON "charges" USING btree ("created_at") WHERE "charges"."payment_session_id" is not null and "charges"."session_closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_position" ON "order_lines" USING btree ("order_id","position");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("customer_id","id") WHERE "orders"."due" > 0;--> statement-breakpoint
CREATE INDEX "refunds_charge_id" ON "refunds" USING btree ("charge_id") WHERE "refunds"."charge_id" is not null;--> statement-breakpoint
CREATE INDEX "refunds_line_id" ON "refunds" USING btree ("line_id") WHERE "refunds"."line_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("booking_id") WHERE ("orders"."status" <> 'completed' and "orders"."paid_amount" is null or "orders"."due" > 0) and "orders"."booking_id" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amount" CHECK ("orders"."amount" >= 0);--> statement-breakpoint
-- Orders of before: their lines are those of their visit or plan. What a cancellation left of it is a fee; any other
-- difference (a plan's first month that staff accepted at another amount) is a correction.
INSERT INTO "order_lines" ("order_id", "position", "kind", "label", "amount", "created_at")
SELECT o.id, line.place, CASE
    WHEN line.label LIKE 'Tax (%' THEN 'tax'
    WHEN line.place = 1 THEN 'service'
    WHEN line.label IN ('Minimum charge', 'First visit') THEN 'fee'
    WHEN line.label ~ '(bedroom|bathroom|half bath|sq ft)' THEN 'rooms'
    ELSE 'extra' END, line.label, line.amount, o.created_at
FROM "orders" o
LEFT JOIN "bookings" b ON b.id = o.booking_id
LEFT JOIN "plans" p ON p.id = o.plan_id
CROSS JOIN LATERAL (
  SELECT place, value->>'label' AS label, (value->>'amount')::int AS amount
  FROM jsonb_array_elements(coalesce(b.price_lines, p.price_lines)) WITH ORDINALITY AS lines(value, place)
) AS line;--> statement-breakpoint
INSERT INTO "order_lines" ("order_id", "position", "kind", "label", "amount", "created_at")
SELECT o.id, sums.last + line.place, line.kind, line.label, line.amount, o.updated_at
FROM "orders" o
JOIN "bookings" b ON b.id = o.booking_id AND b.status = 'cancelled'
JOIN (
  SELECT order_id, sum(amount)::int AS total, max(position) AS last FROM "order_lines" GROUP BY order_id
) AS sums ON sums.order_id = o.id AND o.amount < sums.total
CROSS JOIN LATERAL (VALUES
  (1, 'cancelled', 'Visit cancelled', -sums.total),
  (2, 'fee', 'Fee for a late cancellation or no-show', o.amount)
) AS line(place, kind, label, amount);--> statement-breakpoint
INSERT INTO "order_lines" ("order_id", "position", "kind", "label", "amount", "created_at")
SELECT o.id, coalesce(sums.last, 0) + 1, 'correction', 'Correction', o.amount - coalesce(sums.total, 0), o.updated_at
FROM "orders" o
LEFT JOIN (
  SELECT order_id, sum(amount)::int AS total, max(position) AS last FROM "order_lines" GROUP BY order_id
) AS sums ON sums.order_id = o.id
WHERE o.amount <> coalesce(sums.total, 0);--> statement-breakpoint
DO $$
DECLARE differs integer;
BEGIN
  SELECT count(*) INTO differs FROM "orders" o
  WHERE o.amount <> (SELECT coalesce(sum(l.amount), 0) FROM "order_lines" l WHERE l.order_id = o.id);
  IF differs > 0 THEN RAISE EXCEPTION '% orders differ from their lines', differs; END IF;
END $$;--> statement-breakpoint
-- What was taken for them: all of a completed order, or the other amount that arrived.
INSERT INTO "charges" ("order_id", "purpose", "status", "amount", "currency", "provider", "payment_id", "completed_at", "created_at", "updated_at")
SELECT id, CASE WHEN provider LIKE 'office-%' THEN 'office' WHEN invoice_id IS NOT NULL THEN 'plan' ELSE 'checkout' END, 'completed',
  CASE WHEN status = 'completed' THEN amount ELSE paid_amount END, currency, provider,
  -- One payment is one charge: of orders that share an id, which no checkout makes, the first keeps it.
  CASE WHEN row_number() OVER (PARTITION BY coalesce(payment_id, payment_session_id) ORDER BY created_at, id) = 1
    THEN coalesce(payment_id, payment_session_id) END,
  coalesce(completed_at, updated_at), coalesce(completed_at, updated_at), coalesce(completed_at, updated_at)
FROM "orders" WHERE (status = 'completed' AND amount > 0) OR paid_amount > 0;--> statement-breakpoint
UPDATE "refunds" r SET "charge_id" = c.id FROM "charges" c WHERE c.order_id = r.order_id;--> statement-breakpoint
UPDATE "orders" o SET "charged" = c.amount FROM "charges" c WHERE c.order_id = o.id;--> statement-breakpoint
CREATE FUNCTION "keep_order_amount"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET amount = sums.total
  FROM (SELECT sum(l.amount)::int AS total FROM order_lines l WHERE l.order_id = coalesce(NEW.order_id, OLD.order_id)) AS sums
  WHERE orders.id = coalesce(NEW.order_id, OLD.order_id) AND orders.amount <> sums.total;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "order_lines_amount" AFTER INSERT OR UPDATE OR DELETE ON "order_lines" FOR EACH ROW EXECUTE FUNCTION "keep_order_amount"();--> statement-breakpoint
CREATE FUNCTION "keep_order_charged"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET charged = sums.total
  FROM (SELECT coalesce(sum(c.amount), 0)::int AS total FROM charges c
    WHERE c.order_id = coalesce(NEW.order_id, OLD.order_id) AND c.status = 'completed') AS sums
  WHERE orders.id = coalesce(NEW.order_id, OLD.order_id) AND orders.charged <> sums.total;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "charges_charged" AFTER INSERT OR UPDATE OR DELETE ON "charges" FOR EACH ROW EXECUTE FUNCTION "keep_order_charged"();--> statement-breakpoint
CREATE FUNCTION "keep_order_returned"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.line_id, OLD.line_id) IS NULL THEN RETURN NULL; END IF;
  UPDATE orders SET returned = sums.total
  FROM (SELECT coalesce(sum(r.amount), 0)::int AS total FROM refunds r
    WHERE r.order_id = coalesce(NEW.order_id, OLD.order_id) AND r.line_id IS NOT NULL
      AND r.status NOT IN ('failed', 'cancelled')) AS sums
  WHERE orders.id = coalesce(NEW.order_id, OLD.order_id) AND orders.returned <> sums.total;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "refunds_returned" AFTER INSERT OR UPDATE OR DELETE ON "refunds" FOR EACH ROW EXECUTE FUNCTION "keep_order_returned"();--> statement-breakpoint
-- Revenue is what was taken: a line may lower what is owed, or add what is not paid yet.
CREATE OR REPLACE FUNCTION "add_up_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM figures WHERE kind = 'orders';
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'orders', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, currency AS currency, 1 AS count, charged AS amount FROM new_rows WHERE status = 'completed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'orders', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, currency AS currency, -1 AS count, -charged AS amount FROM old_rows WHERE status = 'completed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'orders', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, currency AS currency, 1 AS count, charged AS amount FROM new_rows WHERE status = 'completed'
      UNION ALL SELECT figure_at(created_at) AS at, currency AS currency, -1 AS count, -charged AS amount FROM old_rows WHERE status = 'completed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;
