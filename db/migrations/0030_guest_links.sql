ALTER TABLE "bookings" ADD COLUMN "link_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "link_generation" integer DEFAULT 0 NOT NULL;