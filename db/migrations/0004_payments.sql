CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"evidence_due_at" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"draft_id" text,
	"request_hash" text,
	"user_id" uuid,
	"service_id" text NOT NULL,
	"property_id" uuid,
	"crew_id" uuid,
	"status" text NOT NULL,
	"frequency" text NOT NULL,
	"first_date" date NOT NULL,
	"slot_time" time NOT NULL,
	"visit_minutes" integer NOT NULL,
	"visits_laid" integer DEFAULT 0 NOT NULL,
	"amount" integer NOT NULL,
	"tax_amount" integer DEFAULT 0 NOT NULL,
	"price_lines" jsonb NOT NULL,
	"currency" text NOT NULL,
	"policy" jsonb NOT NULL,
	"bedrooms" integer,
	"bathrooms" integer,
	"notes" text,
	"address_line1" text NOT NULL,
	"address_line2" text,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"customer_name" text,
	"customer_email" text,
	"customer_phone" text,
	"provider" text NOT NULL,
	"subscription_id" text,
	"untold_since" timestamp with time zone,
	"told_at" timestamp with time zone,
	"hold_expires_at" timestamp with time zone,
	"needs_attention" text,
	"billing_anchor" timestamp with time zone,
	"period_start" timestamp with time zone,
	"period_end" timestamp with time zone,
	"announced_for" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"paused_from" date,
	"resumes_on" date,
	"past_due_since" timestamp with time zone,
	"failure_told" text,
	"invoice_url" text,
	"ends_on" date,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plans_subscription_id_unique" UNIQUE("subscription_id"),
	CONSTRAINT "plans_status" CHECK ("plans"."status" in ('pending', 'active', 'paused', 'past_due', 'ended')),
	CONSTRAINT "plans_frequency" CHECK ("plans"."frequency" in ('weekly', 'biweekly', 'monthly')),
	CONSTRAINT "plans_amounts" CHECK ("plans"."amount" > 0 and "plans"."tax_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "test_checkout_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_checkout_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"declines" boolean DEFAULT false NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"resumes_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_status";--> statement-breakpoint
ALTER TABLE "test_checkout_events" DROP CONSTRAINT "test_checkout_events_session_id_test_checkout_sessions_id_fk";
--> statement-breakpoint
ALTER TABLE "test_checkout_refunds" DROP CONSTRAINT "test_checkout_refunds_session_id_test_checkout_sessions_id_fk";
--> statement-breakpoint
DROP INDEX "refunds_failed";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "booking_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "plan_id" uuid;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "plan_visit" integer;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "plan_frequencies" jsonb DEFAULT '["weekly","biweekly","monthly"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "plan_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "checkout_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "checkout_attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_amount" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "processing_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "session_closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "test_checkout_sessions" ADD COLUMN "recurring" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "test_checkout_sessions" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "test_checkout_sessions" ADD COLUMN "invoice_id" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_crew_id_crews_id_fk" FOREIGN KEY ("crew_id") REFERENCES "public"."crews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_checkout_invoices" ADD CONSTRAINT "test_checkout_invoices_subscription_id_test_checkout_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."test_checkout_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_checkout_subscriptions" ADD CONSTRAINT "test_checkout_subscriptions_session_id_test_checkout_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."test_checkout_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_order_id" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_one_a_draft" ON "plans" USING btree ("draft_id") WHERE "plans"."status" not in ('ended');--> statement-breakpoint
CREATE INDEX "plans_user_id" ON "plans" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plans_guest_email" ON "plans" USING btree (lower("customer_email")) WHERE "plans"."user_id" is null;--> statement-breakpoint
CREATE INDEX "plans_status" ON "plans" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "plans_created_at" ON "plans" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "plans_charge" ON "plans" USING btree (coalesce("period_end", "created_at"),"id");--> statement-breakpoint
CREATE INDEX "plans_needs_attention" ON "plans" USING btree ("updated_at","id") WHERE "plans"."needs_attention" is not null;--> statement-breakpoint
CREATE INDEX "plans_hold_expires_at" ON "plans" USING btree ("hold_expires_at") WHERE "plans"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "plans_untold" ON "plans" USING btree ("untold_since") WHERE "plans"."untold_since" is not null;--> statement-breakpoint
CREATE INDEX "plans_period_end" ON "plans" USING btree ("period_end") WHERE "plans"."status" in ('active', 'past_due', 'paused');--> statement-breakpoint
CREATE UNIQUE INDEX "test_checkout_invoices_period" ON "test_checkout_invoices" USING btree ("subscription_id","period_start");--> statement-breakpoint
CREATE INDEX "test_checkout_subscriptions_period_end" ON "test_checkout_subscriptions" USING btree ("period_end") WHERE "test_checkout_subscriptions"."status" <> 'canceled';--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_plan_visit" ON "bookings" USING btree ("plan_id","plan_visit");--> statement-breakpoint
CREATE INDEX "orders_plan_id" ON "orders" USING btree ("plan_id","created_at") WHERE "orders"."plan_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_payment_id" ON "orders" USING btree ("payment_id") WHERE "orders"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_open_sessions" ON "orders" USING btree ("created_at") WHERE "orders"."payment_session_id" is not null and "orders"."session_closed_at" is null;--> statement-breakpoint
CREATE INDEX "orders_lost_checkouts" ON "orders" USING btree ("checkout_expires_at") WHERE "orders"."checkout_expires_at" is not null and "orders"."payment_session_id" is null;--> statement-breakpoint
CREATE INDEX "refunds_pending" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" in ('failed', 'cancelled');--> statement-breakpoint
ALTER TABLE "payment_events" RENAME COLUMN "session_id" TO "object_id";--> statement-breakpoint
ALTER TABLE "test_checkout_events" RENAME COLUMN "session_id" TO "object_id";--> statement-breakpoint
ALTER TABLE "test_checkout_refunds" RENAME COLUMN "session_id" TO "payment_id";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_invoice_id_unique" UNIQUE("invoice_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_plan_visit_counted" CHECK (("bookings"."plan_id" is null) = ("bookings"."plan_visit" is null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_amount" CHECK ("orders"."paid_amount" is null or ("orders"."paid_amount" > 0 and "orders"."status" <> 'completed'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_of_one" CHECK (num_nonnulls("orders"."booking_id", "orders"."plan_id") = 1);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('pending', 'completed', 'failed', 'cancelled'));--> statement-breakpoint
ALTER INDEX "test_checkout_events_session_id" RENAME TO "test_checkout_events_object_id";--> statement-breakpoint
ALTER INDEX "test_checkout_refunds_session_id" RENAME TO "test_checkout_refunds_payment_id";--> statement-breakpoint
UPDATE "orders" SET "session_closed_at" = "updated_at" WHERE "payment_session_id" IS NOT NULL AND "status" <> 'pending';--> statement-breakpoint
CREATE OR REPLACE FUNCTION "add_up_refunds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM figures WHERE kind = 'refunds';
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'refunds', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(r.created_at) AS at, o.currency AS currency, 1 AS count, r.amount AS amount FROM new_rows AS r JOIN orders AS o ON o.id = r.order_id WHERE r.status NOT IN ('failed', 'cancelled') AND o.paid_amount IS NULL
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'refunds', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(r.created_at) AS at, o.currency AS currency, -1 AS count, -r.amount AS amount FROM old_rows AS r JOIN orders AS o ON o.id = r.order_id WHERE r.status NOT IN ('failed', 'cancelled') AND o.paid_amount IS NULL
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'refunds', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(r.created_at) AS at, o.currency AS currency, 1 AS count, r.amount AS amount FROM new_rows AS r JOIN orders AS o ON o.id = r.order_id WHERE r.status NOT IN ('failed', 'cancelled') AND o.paid_amount IS NULL
      UNION ALL SELECT figure_at(r.created_at) AS at, o.currency AS currency, -1 AS count, -r.amount AS amount FROM old_rows AS r JOIN orders AS o ON o.id = r.order_id WHERE r.status NOT IN ('failed', 'cancelled') AND o.paid_amount IS NULL
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;
