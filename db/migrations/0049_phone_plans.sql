ALTER TABLE "plans" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "withdrawn_at" timestamp with time zone;