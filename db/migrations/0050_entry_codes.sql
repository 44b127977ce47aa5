CREATE TABLE "entry_code_dismissals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"property_id" uuid,
	"plan_id" uuid,
	"booking_id" uuid,
	"words" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "entry_code_dismissals_once" UNIQUE NULLS NOT DISTINCT("property_id","plan_id","booking_id","words"),
	CONSTRAINT "entry_code_dismissals_of_one" CHECK (num_nonnulls("entry_code_dismissals"."property_id", "entry_code_dismissals"."plan_id", "entry_code_dismissals"."booking_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "entry_code_reveals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"property_id" uuid NOT NULL,
	"code_id" uuid,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"booking_id" uuid,
	"member_id" uuid,
	"phone_id" uuid,
	"phone_name" text,
	"user_id" uuid,
	"revealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "entry_code_reveals_kind" CHECK ("entry_code_reveals"."kind" in ('code', 'key', 'alarm'))
);
--> statement-breakpoint
CREATE TABLE "entry_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"property_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"sealed" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entry_codes_kind" CHECK ("entry_codes"."kind" in ('code', 'key', 'alarm'))
);
--> statement-breakpoint
ALTER TABLE "mail_choices" ADD COLUMN "reveals" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_code_dismissals" ADD CONSTRAINT "entry_code_dismissals_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_code_dismissals" ADD CONSTRAINT "entry_code_dismissals_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_code_dismissals" ADD CONSTRAINT "entry_code_dismissals_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_code_dismissals" ADD CONSTRAINT "entry_code_dismissals_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_code_reveals" ADD CONSTRAINT "entry_code_reveals_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_code_reveals" ADD CONSTRAINT "entry_code_reveals_code_id_entry_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."entry_codes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_code_reveals" ADD CONSTRAINT "entry_code_reveals_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_code_reveals" ADD CONSTRAINT "entry_code_reveals_member_id_crew_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."crew_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_code_reveals" ADD CONSTRAINT "entry_code_reveals_phone_id_crew_phones_id_fk" FOREIGN KEY ("phone_id") REFERENCES "public"."crew_phones"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_code_reveals" ADD CONSTRAINT "entry_code_reveals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_codes" ADD CONSTRAINT "entry_codes_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_codes" ADD CONSTRAINT "entry_codes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_code_dismissals_plan_id" ON "entry_code_dismissals" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "entry_code_dismissals_booking_id" ON "entry_code_dismissals" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "entry_code_reveals_property_id" ON "entry_code_reveals" USING btree ("property_id","revealed_at");--> statement-breakpoint
CREATE INDEX "entry_code_reveals_booking_id" ON "entry_code_reveals" USING btree ("booking_id","revealed_at");--> statement-breakpoint
CREATE INDEX "entry_code_reveals_code_id" ON "entry_code_reveals" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "entry_codes_property_id" ON "entry_codes" USING btree ("property_id","created_at");--> statement-breakpoint
CREATE INDEX "bookings_with_notes" ON "bookings" USING btree ("starts_at","id") WHERE "bookings"."notes" is not null;--> statement-breakpoint
-- What was revealed stays as it was; only what a row points to may go.
CREATE FUNCTION "entry_code_reveals_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'entry_code_reveals is append-only'; END $$;--> statement-breakpoint
CREATE TRIGGER "entry_code_reveals_append_only" BEFORE UPDATE OF "id", "property_id", "kind", "label", "phone_name", "revealed_at" ON "entry_code_reveals" FOR EACH ROW EXECUTE FUNCTION "entry_code_reveals_is_append_only"();
