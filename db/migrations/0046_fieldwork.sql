CREATE TABLE "checklist_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"service_id" text,
	"property_id" uuid,
	"text" text NOT NULL,
	"text_es" text,
	"need" text DEFAULT 'optional' NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checklist_items_of_one" CHECK (("checklist_items"."service_id" is null) <> ("checklist_items"."property_id" is null)),
	CONSTRAINT "checklist_items_need" CHECK ("checklist_items"."need" in ('required', 'optional'))
);
--> statement-breakpoint
CREATE TABLE "crew_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"author_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crew_phones" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"name" text NOT NULL,
	"pin_hash" text NOT NULL,
	"pin_misses" integer DEFAULT 0 NOT NULL,
	"unlocked_until" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"wiped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "crew_phones_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "refused_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid,
	"member_id" uuid NOT NULL,
	"phone_id" uuid,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"phone_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" integer GENERATED ALWAYS AS IDENTITY (sequence name "visit_events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"booking_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"phone_id" uuid,
	"kind" text NOT NULL,
	"members" uuid[] DEFAULT '{}' NOT NULL,
	"item_id" uuid,
	"happened_at" timestamp with time zone NOT NULL,
	"phone_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "visit_events_kind" CHECK ("visit_events"."kind" in ('on_my_way', 'started', 'paused', 'resumed', 'finished', 'checked', 'unchecked')),
	CONSTRAINT "visit_events_item" CHECK (("visit_events"."item_id" is not null) = ("visit_events"."kind" in ('checked', 'unchecked')))
);
--> statement-breakpoint
CREATE TABLE "visit_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_by" uuid,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visit_reports_kind" CHECK ("visit_reports"."kind" in ('more time', 'no entry', 'damage', 'extra'))
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "items_waived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "items_waived_why" text;--> statement-breakpoint
ALTER TABLE "crew_members" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "crew_members" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "checklist_items" ADD CONSTRAINT "checklist_items_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checklist_items" ADD CONSTRAINT "checklist_items_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crew_invitations" ADD CONSTRAINT "crew_invitations_member_id_crew_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."crew_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crew_invitations" ADD CONSTRAINT "crew_invitations_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crew_phones" ADD CONSTRAINT "crew_phones_member_id_crew_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."crew_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_events" ADD CONSTRAINT "refused_events_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_events" ADD CONSTRAINT "refused_events_member_id_crew_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."crew_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_events" ADD CONSTRAINT "refused_events_phone_id_crew_phones_id_fk" FOREIGN KEY ("phone_id") REFERENCES "public"."crew_phones"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_events" ADD CONSTRAINT "visit_events_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_events" ADD CONSTRAINT "visit_events_member_id_crew_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."crew_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_events" ADD CONSTRAINT "visit_events_phone_id_crew_phones_id_fk" FOREIGN KEY ("phone_id") REFERENCES "public"."crew_phones"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_events" ADD CONSTRAINT "visit_events_item_id_checklist_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."checklist_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_reports" ADD CONSTRAINT "visit_reports_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_reports" ADD CONSTRAINT "visit_reports_member_id_crew_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."crew_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_reports" ADD CONSTRAINT "visit_reports_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checklist_items_service_id" ON "checklist_items" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "checklist_items_property_id" ON "checklist_items" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "crew_invitations_member_id" ON "crew_invitations" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "crew_phones_member_id" ON "crew_phones" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "refused_events_received_at" ON "refused_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "visit_events_position" ON "visit_events" USING btree ("position");--> statement-breakpoint
CREATE INDEX "visit_events_booking_id" ON "visit_events" USING btree ("booking_id","happened_at");--> statement-breakpoint
CREATE INDEX "visit_events_happened_at" ON "visit_events" USING btree ("happened_at");--> statement-breakpoint
CREATE INDEX "visit_reports_booking_id" ON "visit_reports" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "visit_reports_open" ON "visit_reports" USING btree ("created_at") WHERE "visit_reports"."answered_at" is null;--> statement-breakpoint
ALTER TABLE "crew_members" ADD CONSTRAINT "crew_members_language" CHECK ("crew_members"."language" in ('en', 'es'));--> statement-breakpoint
CREATE FUNCTION "notify_crew_days"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW."crew_id" IS NOT NULL THEN PERFORM pg_notify('crew_days', NEW."crew_id"::text); END IF;
  IF TG_OP = 'UPDATE' AND OLD."crew_id" IS NOT NULL AND OLD."crew_id" IS DISTINCT FROM NEW."crew_id" THEN
    PERFORM pg_notify('crew_days', OLD."crew_id"::text);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "bookings_insert_notify_crew" AFTER INSERT ON "bookings" FOR EACH ROW WHEN (NEW.status <> 'pending' AND NEW.scheduled_date BETWEEN current_date - 1 AND current_date + 2) EXECUTE FUNCTION "notify_crew_days"();--> statement-breakpoint
CREATE TRIGGER "bookings_update_notify_crew" AFTER UPDATE ON "bookings" FOR EACH ROW WHEN (NEW.status <> 'pending' AND (NEW.scheduled_date BETWEEN current_date - 1 AND current_date + 2 OR OLD.scheduled_date BETWEEN current_date - 1 AND current_date + 2)) EXECUTE FUNCTION "notify_crew_days"();--> statement-breakpoint
CREATE FUNCTION "notify_crew_of_visit"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_notify('crew_days', "crew_id"::text) FROM "bookings" WHERE "id" = NEW."booking_id" AND "crew_id" IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "visit_events_notify_crew" AFTER INSERT ON "visit_events" FOR EACH ROW EXECUTE FUNCTION "notify_crew_of_visit"();--> statement-breakpoint
CREATE TRIGGER "visit_reports_notify_crew" AFTER INSERT OR UPDATE ON "visit_reports" FOR EACH ROW EXECUTE FUNCTION "notify_crew_of_visit"();
