-- The one frequency that most running plans of the service have; without plans the rarest that it offered.
UPDATE "services" SET "plan_frequencies" = jsonb_build_array(coalesce(
  (SELECT p."frequency" FROM "plans" p WHERE p."service_id" = "services"."id" AND p."status" <> 'ended'
   GROUP BY p."frequency" ORDER BY count(*) DESC, p."frequency" LIMIT 1),
  CASE
    WHEN "plan_frequencies" ? 'monthly' THEN 'monthly'
    WHEN "plan_frequencies" ? 'weekly' AND NOT "plan_frequencies" ? 'biweekly' THEN 'weekly'
    ELSE 'biweekly'
  END))
WHERE jsonb_array_length("plan_frequencies") <> 1;--> statement-breakpoint
ALTER TABLE "services" ALTER COLUMN "plan_frequencies" SET DEFAULT '["biweekly"]'::jsonb;
