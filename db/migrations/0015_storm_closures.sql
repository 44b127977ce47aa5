ALTER TABLE "storm_days" ADD COLUMN "closure_id" uuid;--> statement-breakpoint
ALTER TABLE "storm_days" ADD CONSTRAINT "storm_days_closure_id_closures_id_fk" FOREIGN KEY ("closure_id") REFERENCES "public"."closures"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
UPDATE "storm_days" SET "closure_id" = "closures"."id" FROM "closures" WHERE "closures"."date" = "storm_days"."date" AND "closures"."time" IS NULL AND "closures"."reason" = 'Storm day' AND "storm_days"."opened_at" IS NULL AND "storm_days"."towns" = '{}';
