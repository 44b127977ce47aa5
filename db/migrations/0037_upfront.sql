ALTER TABLE "orders" ADD COLUMN "upfront" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_upfront" CHECK ("orders"."upfront" >= 0);