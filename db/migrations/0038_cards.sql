CREATE TABLE "test_checkout_cards" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"forgotten_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "test_checkout_charges" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"card_id" text NOT NULL,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "test_checkout_charges_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "test_checkout_sessions" ADD COLUMN "consent" text;--> statement-breakpoint
ALTER TABLE "test_checkout_sessions" ADD COLUMN "card_id" text;--> statement-breakpoint
ALTER TABLE "test_checkout_charges" ADD CONSTRAINT "test_checkout_charges_card_id_test_checkout_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."test_checkout_cards"("id") ON DELETE no action ON UPDATE no action;