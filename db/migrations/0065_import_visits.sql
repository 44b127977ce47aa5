CREATE TABLE "import_visits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vendor" text NOT NULL,
	"visit_key" text NOT NULL,
	"booking_id" uuid NOT NULL,
	"customer_id" uuid,
	"run_id" uuid,
	"said" jsonb NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"frequency" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_visits_once" UNIQUE("vendor","visit_key")
);
--> statement-breakpoint
ALTER TABLE "import_rows" DROP CONSTRAINT "import_rows_answer";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "history_of" text;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "clash" text;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "crew_id" uuid;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "blocked" "tstzrange";--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "subject" text DEFAULT 'customers' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "choices" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "unknown" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "import_templates" ADD COLUMN "subject" text DEFAULT 'customers' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_templates" ADD COLUMN "choices" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "import_visits" ADD CONSTRAINT "import_visits_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_visits" ADD CONSTRAINT "import_visits_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_visits" ADD CONSTRAINT "import_visits_run_id_import_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."import_runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_visits_booking_id" ON "import_visits" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "import_visits_customer_id" ON "import_visits" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "import_visits_run_id" ON "import_visits" USING btree ("run_id","customer_id");--> statement-breakpoint
CREATE INDEX "import_rows_taken" ON "import_rows" USING gist ("run_id","crew_id","blocked") WHERE "import_rows"."blocked" is not null;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_answer" CHECK ("import_rows"."answer" in ('ours', 'theirs', 'skip', 'crew', 'nobody', 'anyway'));