ALTER TABLE "bookings" ADD COLUMN "client_hash" text;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "client_hash" text;--> statement-breakpoint
CREATE INDEX "bookings_client_hash" ON "bookings" USING btree ("client_hash") WHERE "bookings"."client_hash" is not null;--> statement-breakpoint
CREATE INDEX "plans_client_hash" ON "plans" USING btree ("client_hash") WHERE "plans"."client_hash" is not null;