ALTER TABLE "test_checkout_sessions" ADD COLUMN "customer_name" text;--> statement-breakpoint
ALTER TABLE "test_checkout_sessions" ADD COLUMN "customer_phone" text;