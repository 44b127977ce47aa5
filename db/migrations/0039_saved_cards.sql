CREATE TABLE "card_setups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid,
	"customer_id" uuid,
	"status" text NOT NULL,
	"consent" text NOT NULL,
	"card_limit" integer,
	"currency" text NOT NULL,
	"provider" text NOT NULL,
	"payment_session_id" text,
	"checkout_url" text,
	"checkout_expires_at" timestamp with time zone NOT NULL,
	"session_closed_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"card_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_setups_payment_session_id_unique" UNIQUE("payment_session_id"),
	CONSTRAINT "card_setups_status" CHECK ("card_setups"."status" in ('pending', 'completed', 'failed')),
	CONSTRAINT "card_setups_of_one" CHECK (num_nonnulls("card_setups"."order_id", "card_setups"."customer_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid,
	"provider" text NOT NULL,
	"provider_customer_id" text NOT NULL,
	"method_id" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cards_method_id_unique" UNIQUE("method_id")
);
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "card_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "consent" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "card_limit" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "card_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "charge_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "card_setups" ADD CONSTRAINT "card_setups_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_setups" ADD CONSTRAINT "card_setups_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_setups" ADD CONSTRAINT "card_setups_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_setups_order_id" ON "card_setups" USING btree ("order_id") WHERE "card_setups"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "card_setups_customer_id" ON "card_setups" USING btree ("customer_id") WHERE "card_setups"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "card_setups_open" ON "card_setups" USING btree ("created_at") WHERE "card_setups"."payment_session_id" is not null and "card_setups"."session_closed_at" is null;--> statement-breakpoint
CREATE INDEX "cards_customer_id" ON "cards" USING btree ("customer_id");--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_charge_at" ON "orders" USING btree ("charge_at") WHERE "orders"."charge_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_card_id" ON "orders" USING btree ("card_id") WHERE "orders"."card_id" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_card" CHECK ("orders"."card_id" is null or "orders"."card_limit" is not null);