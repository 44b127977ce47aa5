CREATE TABLE "provider_customers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_customer_id" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"cards" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_customers_once" UNIQUE("provider","provider_customer_id"),
	CONSTRAINT "provider_customers_status" CHECK ("provider_customers"."status" in ('unconfirmed', 'confirmed', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "credit_transfers" DROP CONSTRAINT "credit_transfers_accounts";--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "expires_on" date;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "import_links" ADD COLUMN "credit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "file_line" integer;--> statement-breakpoint
ALTER TABLE "provider_customers" ADD CONSTRAINT "provider_customers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_customers_customer_id" ON "provider_customers" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "provider_customers_to_check" ON "provider_customers" USING btree ("created_at") WHERE "provider_customers"."status" = 'unconfirmed';--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_import_id_import_runs_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."import_runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_cards_import_id" ON "gift_cards" USING btree ("import_id") WHERE "gift_cards"."import_id" is not null;--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_accounts" CHECK ("credit_transfers"."from_account" in ('customer', 'goodwill', 'gift_card', 'referral', 'imported', 'orders', 'forfeited')
        and "credit_transfers"."to_account" in ('customer', 'goodwill', 'gift_card', 'referral', 'imported', 'orders', 'forfeited'));