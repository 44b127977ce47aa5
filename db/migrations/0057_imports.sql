CREATE TABLE "import_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vendor" text NOT NULL,
	"person_key" text NOT NULL,
	"home_key" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"property_id" uuid,
	"run_id" uuid,
	"is_new" boolean NOT NULL,
	"fields" jsonb NOT NULL,
	"earlier" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"said_in" uuid NOT NULL,
	"seen" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_links_once" UNIQUE("vendor","person_key","home_key")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"run_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"sealed" text NOT NULL,
	"person_key" text,
	"name" text,
	"email" text,
	"phone" text,
	"address" text,
	"verdict" text,
	"reason" text,
	"differences" jsonb,
	"answer" text,
	"customer_id" uuid,
	"made" jsonb,
	"done_at" timestamp with time zone,
	CONSTRAINT "import_rows_run_id_line_pk" PRIMARY KEY("run_id","line"),
	CONSTRAINT "import_rows_verdict" CHECK ("import_rows"."verdict" in ('new', 'same', 'changed', 'conflict', 'bad')),
	CONSTRAINT "import_rows_answer" CHECK ("import_rows"."answer" in ('ours', 'theirs', 'skip'))
);
--> statement-breakpoint
CREATE TABLE "import_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"vendor" text NOT NULL,
	"encoding" text NOT NULL,
	"headers" jsonb NOT NULL,
	"mapping" jsonb NOT NULL,
	"state" text NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"cursor" integer DEFAULT 0 NOT NULL,
	"author_id" uuid,
	"mails_open_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_runs_state" CHECK ("import_runs"."state" in ('mapping', 'checking', 'checked', 'committing', 'cancelled', 'committed', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "import_templates" (
	"key" text PRIMARY KEY NOT NULL,
	"vendor" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_links" ADD CONSTRAINT "import_links_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_links" ADD CONSTRAINT "import_links_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_links" ADD CONSTRAINT "import_links_run_id_import_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."import_runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_run_id_import_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."import_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_links_customer_id" ON "import_links" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "import_links_property_id" ON "import_links" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "import_links_run_id" ON "import_links" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "import_rows_verdict_of_run" ON "import_rows" USING btree ("run_id","verdict","line");--> statement-breakpoint
CREATE INDEX "import_rows_person_of_run" ON "import_rows" USING btree ("run_id","person_key","line");--> statement-breakpoint
CREATE INDEX "import_rows_customer_id" ON "import_rows" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "import_runs_created_at" ON "import_runs" USING btree ("created_at","id");