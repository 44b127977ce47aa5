CREATE TABLE "series" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"property_id" uuid,
	"service_id" text NOT NULL,
	"frequency" text NOT NULL,
	"ended_at" timestamp with time zone,
	"plan_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_frequency" CHECK ("series"."frequency" in ('weekly', 'biweekly', 'monthly', 'other'))
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "made_room_for" uuid;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_customer_id" ON "series" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "series_property_id" ON "series" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "series_plan_id" ON "series" USING btree ("plan_id");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_made_room_for_plans_id_fk" FOREIGN KEY ("made_room_for") REFERENCES "public"."plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_series_id" ON "bookings" USING btree ("series_id","scheduled_date") WHERE "bookings"."series_id" is not null;--> statement-breakpoint
CREATE INDEX "bookings_made_room_for" ON "bookings" USING btree ("made_room_for") WHERE "bookings"."made_room_for" is not null;
--> statement-breakpoint
-- Hand-written: visits that moved in before become members of series.
WITH member AS (
	SELECT visit.id, visit.customer_id, visit.property_id, visit.service_id, link.frequency,
		lower(concat_ws('|', visit.address_line1, coalesce(visit.address_line2, ''), left(visit.zip_code, 5))) AS home
	FROM import_visits link JOIN bookings visit ON visit.id = link.booking_id
	WHERE link.frequency IS NOT NULL AND visit.customer_id IS NOT NULL AND visit.history_of IS NULL AND visit.plan_id IS NULL
), made AS (
	SELECT gen_random_uuid() AS id, customer_id, service_id, frequency, home,
		(array_agg(property_id) FILTER (WHERE property_id IS NOT NULL))[1] AS property_id
	FROM member GROUP BY customer_id, service_id, frequency, home
), stored AS (
	INSERT INTO series (id, customer_id, property_id, service_id, frequency)
	SELECT id, customer_id, property_id, service_id, frequency FROM made
)
UPDATE bookings visit SET series_id = made.id
FROM member JOIN made USING (customer_id, service_id, frequency, home)
WHERE visit.id = member.id;
