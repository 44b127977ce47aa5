CREATE TABLE "application_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"author_id" uuid,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file" text NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"bytes" bigint,
	"error" text,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "backups_file_unique" UNIQUE("file")
);
--> statement-breakpoint
CREATE TABLE "canned_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "canned_replies_title_unique" UNIQUE("title")
);
--> statement-breakpoint
CREATE TABLE "crew_hours" (
	"crew_id" uuid NOT NULL,
	"weekday" integer NOT NULL,
	"starts" time NOT NULL,
	"ends" time NOT NULL,
	CONSTRAINT "crew_hours_crew_id_weekday_pk" PRIMARY KEY("crew_id","weekday"),
	CONSTRAINT "crew_hours_weekday" CHECK ("crew_hours"."weekday" between 0 and 6),
	CONSTRAINT "crew_hours_order" CHECK ("crew_hours"."starts" < "crew_hours"."ends")
);
--> statement-breakpoint
CREATE TABLE "crew_members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"crew_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crew_time_off" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"crew_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "crew_time_off_order" CHECK ("crew_time_off"."first_day" <= "crew_time_off"."last_day")
);
--> statement-breakpoint
CREATE TABLE "interviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"place" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"cancelled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "interviews_application_id_unique" UNIQUE("application_id"),
	CONSTRAINT "interviews_minutes" CHECK ("interviews"."minutes" between 5 and 480)
);
--> statement-breakpoint
CREATE TABLE "message_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"author_id" uuid,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restored_jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "restored_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "row_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "row_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"status" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid,
	"user_id" uuid,
	"application_id" uuid,
	"author_id" uuid,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_notes_about_one" CHECK (num_nonnulls("staff_notes"."booking_id", "staff_notes"."user_id", "staff_notes"."application_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "storm_days" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"date" date NOT NULL,
	"towns" text[] NOT NULL,
	"opened_at" timestamp with time zone,
	"author_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "storm_days_date_unique" UNIQUE("date")
);
--> statement-breakpoint
CREATE TABLE "storm_offers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"storm_day_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"proposed_date" date,
	"proposed_time" time,
	"proposed_crew_id" uuid,
	"status" text DEFAULT 'open' NOT NULL,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "storm_offers_once" UNIQUE("storm_day_id","booking_id"),
	CONSTRAINT "storm_offers_status" CHECK ("storm_offers"."status" in ('open', 'accepted', 'moved', 'skipped', 'settled'))
);
--> statement-breakpoint
DROP INDEX "bookings_scheduled_date";--> statement-breakpoint
DROP INDEX "orders_created_at";--> statement-breakpoint
DROP INDEX "mails_created_at";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "archived_from" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "may_publish" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "application_mails" ADD CONSTRAINT "application_mails_application_id_job_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."job_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_mails" ADD CONSTRAINT "application_mails_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_published_with_consent" CHECK ("reviews"."published_at" is null or "reviews"."may_publish");--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "envelope" jsonb;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "form_id" uuid;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_form_id_unique" UNIQUE("form_id");--> statement-breakpoint
ALTER TABLE "crew_hours" ADD CONSTRAINT "crew_hours_crew_id_crews_id_fk" FOREIGN KEY ("crew_id") REFERENCES "public"."crews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crew_members" ADD CONSTRAINT "crew_members_crew_id_crews_id_fk" FOREIGN KEY ("crew_id") REFERENCES "public"."crews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crew_time_off" ADD CONSTRAINT "crew_time_off_crew_id_crews_id_fk" FOREIGN KEY ("crew_id") REFERENCES "public"."crews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interviews" ADD CONSTRAINT "interviews_application_id_job_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."job_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_application_id_job_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."job_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storm_days" ADD CONSTRAINT "storm_days_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storm_offers" ADD CONSTRAINT "storm_offers_storm_day_id_storm_days_id_fk" FOREIGN KEY ("storm_day_id") REFERENCES "public"."storm_days"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storm_offers" ADD CONSTRAINT "storm_offers_proposed_crew_id_crews_id_fk" FOREIGN KEY ("proposed_crew_id") REFERENCES "public"."crews"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storm_offers" ADD CONSTRAINT "storm_offers_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_mails_application_id" ON "application_mails" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "backups_created_at" ON "backups" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "crew_members_crew_id" ON "crew_members" USING btree ("crew_id");--> statement-breakpoint
CREATE INDEX "crew_time_off_crew_id" ON "crew_time_off" USING btree ("crew_id","first_day");--> statement-breakpoint
CREATE INDEX "message_replies_message_id" ON "message_replies" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE INDEX "row_counts_table" ON "row_counts" USING btree ("table_name","status","change");--> statement-breakpoint
CREATE INDEX "staff_notes_booking_id" ON "staff_notes" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "staff_notes_user_id" ON "staff_notes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_notes_application_id" ON "staff_notes" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "storm_offers_booking_id" ON "storm_offers" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "bookings_status_date" ON "bookings" USING btree ("status","scheduled_date","id");--> statement-breakpoint
CREATE INDEX "bookings_crew_date" ON "bookings" USING btree ("crew_id","scheduled_date");--> statement-breakpoint
DROP INDEX "orders_booking_id";--> statement-breakpoint
CREATE INDEX "orders_booking_id" ON "orders" USING btree ("booking_id") INCLUDE ("created_at","id","status");--> statement-breakpoint
CREATE INDEX "orders_status_created_at" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "bookings_scheduled_date" ON "bookings" USING btree ("scheduled_date","id");--> statement-breakpoint
CREATE INDEX "orders_created_at" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_created_at" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_status" ON "mails" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_created_at" ON "newsletter_subscribers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_status" ON "newsletter_subscribers" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_created_at" ON "reviews" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_published_at" ON "reviews" USING btree ("published_at") WHERE "reviews"."published_at" is not null;--> statement-breakpoint
-- Search for a part of a word, in a million rows.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Customers come again: who and where is the same for many bookings, so it is searched once and not once a visit.
ALTER TABLE "bookings" ADD COLUMN "search_key" uuid GENERATED ALWAYS AS (md5(lower(coalesce("customer_name", '') || ' ' || "address_line1" || ' ' || "city"))::uuid) STORED NOT NULL;--> statement-breakpoint
CREATE TABLE "search_texts" (
	"key" uuid PRIMARY KEY NOT NULL,
	"who" text NOT NULL,
	"town" text NOT NULL
);--> statement-breakpoint
CREATE INDEX "search_texts_who" ON "search_texts" USING gin ("who" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_texts_whole" ON "search_texts" USING gin (("who" || ' ' || "town") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bookings_search_key" ON "bookings" USING btree ("search_key","starts_at","id") INCLUDE ("status","total_amount");--> statement-breakpoint
CREATE INDEX "bookings_city" ON "bookings" USING btree ("city","starts_at","id") INCLUDE ("status");--> statement-breakpoint
-- A text is there as long as a booking has it. Who brings one waits for whoever takes it away, and the other way round.
CREATE FUNCTION "keep_search_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM search_texts;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    LOOP
      INSERT INTO search_texts (key, who, town)
      VALUES (NEW.search_key, lower(coalesce(NEW.customer_name, '') || ' ' || NEW.address_line1), lower(NEW.city))
      ON CONFLICT DO NOTHING;
      EXIT WHEN FOUND;
      PERFORM FROM search_texts WHERE key = NEW.search_key FOR KEY SHARE;
      EXIT WHEN FOUND;
    END LOOP;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM FROM search_texts WHERE key = OLD.search_key FOR UPDATE;
    DELETE FROM search_texts
    WHERE key = OLD.search_key AND NOT EXISTS (SELECT FROM bookings WHERE search_key = OLD.search_key);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "bookings_search" AFTER INSERT OR DELETE ON "bookings" FOR EACH ROW EXECUTE FUNCTION "keep_search_texts"();--> statement-breakpoint
CREATE TRIGGER "bookings_search_update" AFTER UPDATE OF "customer_name", "address_line1", "city" ON "bookings" FOR EACH ROW WHEN (OLD.search_key <> NEW.search_key) EXECUTE FUNCTION "keep_search_texts"();--> statement-breakpoint
CREATE TRIGGER "bookings_search_truncate" AFTER TRUNCATE ON "bookings" FOR EACH STATEMENT EXECUTE FUNCTION "keep_search_texts"();--> statement-breakpoint
INSERT INTO "search_texts" ("key", "who", "town")
SELECT DISTINCT ON ("search_key") "search_key", lower(coalesce("customer_name", '') || ' ' || "address_line1"), lower("city") FROM "bookings";--> statement-breakpoint
CREATE INDEX "profiles_search" ON "profiles" USING gin (lower(coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("phone", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_phone_digits" ON "profiles" USING gin (regexp_replace(coalesce("phone", ''), '\D', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_search" ON "mails" USING gin (lower("recipient" || ' ' || "subject") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_search" ON "newsletter_subscribers" USING gin (lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "reviews_search" ON "reviews" USING gin (lower("review_text") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_created_at" ON "profiles" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "bookings_list" ON "bookings" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "bookings_list_status" ON "bookings" USING btree ("status","starts_at","id");--> statement-breakpoint
CREATE INDEX "bookings_amount" ON "bookings" USING btree ("total_amount","id");--> statement-breakpoint
CREATE INDEX "bookings_service" ON "bookings" USING btree ("service_id","starts_at","id");--> statement-breakpoint
-- Messages that nobody has read come first, archived ones last; among them the newest first.
CREATE INDEX "contact_messages_list" ON "contact_messages" USING btree ((extract(epoch from "created_at" at time zone 'UTC') + case when "status" = 'archived' then -100000000000 when "status" = 'new' and "read_at" is null then 100000000000 else 0 end), "id");--> statement-breakpoint
CREATE INDEX "contact_messages_list_status" ON "contact_messages" USING btree ("status", (extract(epoch from "created_at" at time zone 'UTC') + case when "status" = 'archived' then -100000000000 when "status" = 'new' and "read_at" is null then 100000000000 else 0 end), "id");--> statement-breakpoint
CREATE INDEX "contact_messages_search" ON "contact_messages" USING gin (lower("name" || ' ' || "email" || ' ' || coalesce("phone", '') || ' ' || "message") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_messages_unread" ON "contact_messages" USING btree ("created_at") WHERE "contact_messages"."status" = 'new' and "contact_messages"."read_at" is null;--> statement-breakpoint
CREATE INDEX "job_applications_list" ON "job_applications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "job_applications_list_status" ON "job_applications" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "job_applications_search" ON "job_applications" USING gin (lower("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "phone" || ' ' || "position") gin_trgm_ops);--> statement-breakpoint
-- How many rows there are, by status: each statement writes down what it changed.
CREATE FUNCTION "count_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM row_counts WHERE table_name = TG_TABLE_NAME;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO row_counts (table_name, status, change)
    SELECT TG_TABLE_NAME, coalesce(to_jsonb(row) ->> 'status', ''), count(*) FROM new_rows AS row GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO row_counts (table_name, status, change)
    SELECT TG_TABLE_NAME, coalesce(to_jsonb(row) ->> 'status', ''), -count(*) FROM old_rows AS row GROUP BY 2;
  ELSE
    INSERT INTO row_counts (table_name, status, change)
    SELECT TG_TABLE_NAME, status, sum(change) FROM (
      SELECT coalesce(to_jsonb(row) ->> 'status', '') AS status, 1 AS change FROM new_rows AS row
      UNION ALL SELECT coalesce(to_jsonb(row) ->> 'status', ''), -1 FROM old_rows AS row
    ) AS changes GROUP BY status HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "bookings_count_insert" AFTER INSERT ON "bookings" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "bookings_count_update" AFTER UPDATE ON "bookings" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "bookings_count_delete" AFTER DELETE ON "bookings" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "bookings_count_truncate" AFTER TRUNCATE ON "bookings" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "orders_count_insert" AFTER INSERT ON "orders" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "orders_count_update" AFTER UPDATE ON "orders" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "orders_count_delete" AFTER DELETE ON "orders" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "orders_count_truncate" AFTER TRUNCATE ON "orders" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "profiles_count_insert" AFTER INSERT ON "profiles" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "profiles_count_delete" AFTER DELETE ON "profiles" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "profiles_count_truncate" AFTER TRUNCATE ON "profiles" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "contact_messages_count_insert" AFTER INSERT ON "contact_messages" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "contact_messages_count_update" AFTER UPDATE ON "contact_messages" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "contact_messages_count_delete" AFTER DELETE ON "contact_messages" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "contact_messages_count_truncate" AFTER TRUNCATE ON "contact_messages" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "job_applications_count_insert" AFTER INSERT ON "job_applications" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "job_applications_count_update" AFTER UPDATE ON "job_applications" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "job_applications_count_delete" AFTER DELETE ON "job_applications" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "job_applications_count_truncate" AFTER TRUNCATE ON "job_applications" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "mails_count_insert" AFTER INSERT ON "mails" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "mails_count_update" AFTER UPDATE ON "mails" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "mails_count_delete" AFTER DELETE ON "mails" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "mails_count_truncate" AFTER TRUNCATE ON "mails" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "newsletter_subscribers_count_insert" AFTER INSERT ON "newsletter_subscribers" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "newsletter_subscribers_count_update" AFTER UPDATE ON "newsletter_subscribers" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "newsletter_subscribers_count_delete" AFTER DELETE ON "newsletter_subscribers" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "newsletter_subscribers_count_truncate" AFTER TRUNCATE ON "newsletter_subscribers" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "reviews_count_insert" AFTER INSERT ON "reviews" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "reviews_count_delete" AFTER DELETE ON "reviews" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
CREATE TRIGGER "reviews_count_truncate" AFTER TRUNCATE ON "reviews" FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"();--> statement-breakpoint
INSERT INTO "row_counts" ("table_name", "status", "change")
SELECT 'bookings', "status", count(*) FROM "bookings" GROUP BY "status"
UNION ALL SELECT 'orders', "status", count(*) FROM "orders" GROUP BY "status"
UNION ALL SELECT 'contact_messages', "status", count(*) FROM "contact_messages" GROUP BY "status"
UNION ALL SELECT 'job_applications', "status", count(*) FROM "job_applications" GROUP BY "status"
UNION ALL SELECT 'mails', "status", count(*) FROM "mails" GROUP BY "status"
UNION ALL SELECT 'newsletter_subscribers', "status", count(*) FROM "newsletter_subscribers" GROUP BY "status"
UNION ALL SELECT 'reviews', '', count(*) FROM "reviews" HAVING count(*) > 0
UNION ALL SELECT 'profiles', '', count(*) FROM "profiles" HAVING count(*) > 0;--> statement-breakpoint
-- Reviews that everybody may read stand on the home page, with the customer's first name and the town of the visit.
CREATE FUNCTION "notify_of_shown_reviews"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reviews WHERE published_at IS NOT NULL
    AND CASE TG_TABLE_NAME WHEN 'profiles' THEN user_id = NEW.id ELSE booking_id = NEW.id END)
  THEN
    NOTIFY public_content;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "reviews_insert_notify" AFTER INSERT ON "reviews" FOR EACH ROW WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION "notify_public_content"();--> statement-breakpoint
CREATE TRIGGER "reviews_update_notify" AFTER UPDATE ON "reviews" FOR EACH ROW WHEN ((OLD.published_at IS NOT NULL OR NEW.published_at IS NOT NULL) AND (OLD.published_at, OLD.rating, OLD.review_text) IS DISTINCT FROM (NEW.published_at, NEW.rating, NEW.review_text)) EXECUTE FUNCTION "notify_public_content"();--> statement-breakpoint
CREATE TRIGGER "reviews_delete_notify" AFTER DELETE ON "reviews" FOR EACH ROW WHEN (OLD.published_at IS NOT NULL) EXECUTE FUNCTION "notify_public_content"();--> statement-breakpoint
CREATE TRIGGER "reviews_emptied_notify" AFTER TRUNCATE ON "reviews" FOR EACH STATEMENT EXECUTE FUNCTION "notify_public_content"();--> statement-breakpoint
CREATE TRIGGER "profiles_shown_notify" AFTER UPDATE OF "first_name" ON "profiles" FOR EACH ROW WHEN (OLD.first_name IS DISTINCT FROM NEW.first_name) EXECUTE FUNCTION "notify_of_shown_reviews"();--> statement-breakpoint
CREATE TRIGGER "bookings_shown_notify" AFTER UPDATE OF "city" ON "bookings" FOR EACH ROW WHEN (OLD.city IS DISTINCT FROM NEW.city) EXECUTE FUNCTION "notify_of_shown_reviews"();--> statement-breakpoint
-- What is in the monthly figures, as changes that add up. A bucket is a day (UTC); days on which a month may begin or end
-- somewhere on earth are split into quarters of an hour, so that the months of every time zone can be told apart.
CREATE TABLE "figures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "figures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"count" integer NOT NULL,
	"amount" bigint NOT NULL
);--> statement-breakpoint
CREATE INDEX "figures_at" ON "figures" USING btree ("at") INCLUDE ("kind","currency","count","amount");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_customers" ON "audit_log" USING btree ("at","id") WHERE split_part("audit_log"."actor", ':', 1) in ('user', 'guest', 'link');--> statement-breakpoint
CREATE INDEX "audit_log_entity_at" ON "audit_log" USING btree ("entity","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_entity_id" ON "audit_log" USING btree ("entity_id" text_pattern_ops,"at","id");--> statement-breakpoint
CREATE INDEX "bookings_needs_attention" ON "bookings" USING btree ("scheduled_date") WHERE "bookings"."needs_attention" is not null;--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("created_at") WHERE "mails"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" = 'failed';--> statement-breakpoint
CREATE FUNCTION "figure_at"("moment" timestamp with time zone) RETURNS timestamp with time zone LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN 1 IN (extract(day FROM moment AT TIME ZONE 'UTC'), extract(day FROM moment AT TIME ZONE 'UTC' + interval '1 day'))
    THEN date_bin('15 minutes', moment, '2000-01-01 00:00:00+00')
    ELSE date_trunc('day', moment AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
  END
$$;--> statement-breakpoint
CREATE FUNCTION "add_up_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM figures WHERE kind = 'orders';
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'orders', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, currency AS currency, 1 AS count, amount AS amount FROM new_rows WHERE status = 'completed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'orders', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, currency AS currency, -1 AS count, -amount AS amount FROM old_rows WHERE status = 'completed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'orders', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, currency AS currency, 1 AS count, amount AS amount FROM new_rows WHERE status = 'completed'
      UNION ALL SELECT figure_at(created_at) AS at, currency AS currency, -1 AS count, -amount AS amount FROM old_rows WHERE status = 'completed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_add_up_insert" AFTER INSERT ON "orders" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "add_up_orders"();--> statement-breakpoint
CREATE TRIGGER "orders_add_up_update" AFTER UPDATE ON "orders" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "add_up_orders"();--> statement-breakpoint
CREATE TRIGGER "orders_add_up_delete" AFTER DELETE ON "orders" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "add_up_orders"();--> statement-breakpoint
CREATE TRIGGER "orders_add_up_truncate" AFTER TRUNCATE ON "orders" FOR EACH STATEMENT EXECUTE FUNCTION "add_up_orders"();--> statement-breakpoint
CREATE FUNCTION "add_up_refunds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM figures WHERE kind = 'refunds';
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'refunds', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(r.created_at) AS at, o.currency AS currency, 1 AS count, r.amount AS amount FROM new_rows AS r JOIN orders AS o ON o.id = r.order_id WHERE r.status <> 'failed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'refunds', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(r.created_at) AS at, o.currency AS currency, -1 AS count, -r.amount AS amount FROM old_rows AS r JOIN orders AS o ON o.id = r.order_id WHERE r.status <> 'failed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'refunds', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(r.created_at) AS at, o.currency AS currency, 1 AS count, r.amount AS amount FROM new_rows AS r JOIN orders AS o ON o.id = r.order_id WHERE r.status <> 'failed'
      UNION ALL SELECT figure_at(r.created_at) AS at, o.currency AS currency, -1 AS count, -r.amount AS amount FROM old_rows AS r JOIN orders AS o ON o.id = r.order_id WHERE r.status <> 'failed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "refunds_add_up_insert" AFTER INSERT ON "refunds" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "add_up_refunds"();--> statement-breakpoint
CREATE TRIGGER "refunds_add_up_update" AFTER UPDATE ON "refunds" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "add_up_refunds"();--> statement-breakpoint
CREATE TRIGGER "refunds_add_up_delete" AFTER DELETE ON "refunds" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "add_up_refunds"();--> statement-breakpoint
CREATE TRIGGER "refunds_add_up_truncate" AFTER TRUNCATE ON "refunds" FOR EACH STATEMENT EXECUTE FUNCTION "add_up_refunds"();--> statement-breakpoint
CREATE FUNCTION "add_up_bookings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM figures WHERE kind = 'bookings';
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'bookings', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, '' AS currency, 1 AS count, total_amount AS amount FROM new_rows WHERE status <> 'cancelled'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'bookings', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, '' AS currency, -1 AS count, -total_amount AS amount FROM old_rows WHERE status <> 'cancelled'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'bookings', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, '' AS currency, 1 AS count, total_amount AS amount FROM new_rows WHERE status <> 'cancelled'
      UNION ALL SELECT figure_at(created_at) AS at, '' AS currency, -1 AS count, -total_amount AS amount FROM old_rows WHERE status <> 'cancelled'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "bookings_add_up_insert" AFTER INSERT ON "bookings" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "add_up_bookings"();--> statement-breakpoint
CREATE TRIGGER "bookings_add_up_update" AFTER UPDATE ON "bookings" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "add_up_bookings"();--> statement-breakpoint
CREATE TRIGGER "bookings_add_up_delete" AFTER DELETE ON "bookings" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "add_up_bookings"();--> statement-breakpoint
CREATE TRIGGER "bookings_add_up_truncate" AFTER TRUNCATE ON "bookings" FOR EACH STATEMENT EXECUTE FUNCTION "add_up_bookings"();--> statement-breakpoint
INSERT INTO "figures" ("kind", "at", "currency", "count", "amount")
SELECT 'orders', figure_at(created_at), currency, count(*), sum(amount) FROM orders WHERE status = 'completed' GROUP BY 2, 3
UNION ALL SELECT 'refunds', figure_at(r.created_at), o.currency, count(*), sum(r.amount) FROM refunds AS r JOIN orders AS o ON o.id = r.order_id WHERE r.status <> 'failed' GROUP BY 2, 3
UNION ALL SELECT 'bookings', figure_at(created_at), '', count(*), sum(total_amount) FROM bookings WHERE status <> 'cancelled' GROUP BY 2, 3;
