-- Unlogged: parts of uploads in progress are worth no wait for the disk. A sender begins again after a crash.
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"media_type" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer,
	"height" integer,
	"small_sha256" text,
	"small_bytes" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_kind" CHECK ("files"."kind" in ('photo')),
	CONSTRAINT "files_status" CHECK ("files"."status" in ('uploading', 'stored')),
	CONSTRAINT "files_thumbnail" CHECK (("files"."small_sha256" is null) = ("files"."small_bytes" is null))
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "upload_parts" (
	"upload_id" uuid NOT NULL,
	"start" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "upload_parts_upload_id_start_pk" PRIMARY KEY("upload_id","start")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"bytes" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "files" jsonb;--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_sha256" ON "files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "files_small_sha256" ON "files" USING btree ("small_sha256");--> statement-breakpoint
CREATE INDEX "files_created_at" ON "files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "uploads_holder" ON "uploads" USING btree ("holder");--> statement-breakpoint
CREATE INDEX "uploads_updated_at" ON "uploads" USING btree ("updated_at");