ALTER TABLE "import_rows" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "subject" text DEFAULT 'customers' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_templates" ADD COLUMN "subject" text DEFAULT 'customers' NOT NULL;