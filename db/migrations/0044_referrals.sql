CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"referrer_amount" integer NOT NULL,
	"friend_amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"refusal" text,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "referrals_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "referrals_status" CHECK ("referrals"."status" in ('pending', 'earned', 'refused', 'lapsed')),
	CONSTRAINT "referrals_amounts" CHECK ("referrals"."referrer_amount" >= 0 and "referrals"."friend_amount" >= 0 and "referrals"."referrer_amount" + "referrals"."friend_amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "referral_code" text DEFAULT substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) NOT NULL;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referrals_customer_id" ON "referrals" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "referrals_pending" ON "referrals" USING btree ("created_at") WHERE "referrals"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_referral_code_unique" UNIQUE("referral_code");