-- The visits of a plan in their order: the first one beyond the next 30 days stands for all later ones in the list.
CREATE INDEX "bookings_plan_list" ON "bookings" USING btree ("plan_id","starts_at","id") INCLUDE ("status") WHERE "plan_id" IS NOT NULL;--> statement-breakpoint
-- Beside them, what is booked far ahead without a plan.
CREATE INDEX "bookings_single_list" ON "bookings" USING btree ("starts_at","id") WHERE "plan_id" IS NULL;
