CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"origin" text NOT NULL,
	"status" text NOT NULL,
	"file" text NOT NULL,
	"bytes" bigint,
	"progress" integer DEFAULT 0 NOT NULL,
	"made_at" timestamp with time zone,
	"company" text,
	"figures" jsonb,
	"loaded_figures" jsonb,
	"missing_files" integer DEFAULT 0 NOT NULL,
	"error" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exports_file_unique" UNIQUE("file"),
	CONSTRAINT "exports_origin" CHECK ("exports"."origin" in ('made', 'uploaded')),
	CONSTRAINT "exports_status" CHECK ("exports"."status" in ('running', 'made', 'checking', 'checked', 'loading', 'loaded', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "exports_created_at" ON "exports" USING btree ("created_at");