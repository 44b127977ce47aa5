CREATE TABLE "site_redirects" (
	"slug" text PRIMARY KEY NOT NULL,
	"text_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_text_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"text_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"body" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"number" integer,
	"slug" text,
	"published_version" integer,
	"published_at" timestamp with time zone,
	"planned_version" integer,
	"publish_at" timestamp with time zone,
	"hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_texts_number_unique" UNIQUE("number"),
	CONSTRAINT "site_texts_slug_unique" UNIQUE("slug"),
	CONSTRAINT "site_texts_number" CHECK (("site_texts"."kind" = 'article') = ("site_texts"."number" is not null)),
	CONSTRAINT "site_texts_published" CHECK (("site_texts"."published_version" is null) = ("site_texts"."published_at" is null)),
	CONSTRAINT "site_texts_planned" CHECK (("site_texts"."planned_version" is null) = ("site_texts"."publish_at" is null)),
	CONSTRAINT "site_texts_address" CHECK ("site_texts"."slug" ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$')
);
--> statement-breakpoint
ALTER TABLE "site_redirects" ADD CONSTRAINT "site_redirects_text_id_site_texts_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."site_texts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_text_versions" ADD CONSTRAINT "site_text_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_text_versions" ADD CONSTRAINT "site_text_versions_text_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."site_texts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_redirects_text_id" ON "site_redirects" USING btree ("text_id");--> statement-breakpoint
CREATE UNIQUE INDEX "site_text_versions_number" ON "site_text_versions" USING btree ("text_id","number");--> statement-breakpoint
CREATE INDEX "site_text_versions_author_id" ON "site_text_versions" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "site_texts_page" ON "site_texts" USING btree ("kind") WHERE "site_texts"."number" is null;--> statement-breakpoint
CREATE INDEX "site_texts_publish_at" ON "site_texts" USING btree ("publish_at") WHERE "site_texts"."publish_at" is not null;--> statement-breakpoint
CREATE TRIGGER "site_texts_notify" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "site_texts" FOR EACH STATEMENT EXECUTE FUNCTION "notify_public_content"();
