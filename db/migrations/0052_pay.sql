CREATE TABLE "hour_edits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" integer GENERATED ALWAYS AS IDENTITY (sequence name "hour_edits_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"booking_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"replaces" text,
	"kind" text,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"reason" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "hour_edits_kind" CHECK ("hour_edits"."kind" in ('drive', 'job', 'break')),
	CONSTRAINT "hour_edits_whole" CHECK (num_nonnulls("hour_edits"."kind", "hour_edits"."starts_at", "hour_edits"."ends_at") in (0, 3)),
	CONSTRAINT "hour_edits_of_something" CHECK ("hour_edits"."replaces" is not null or "hour_edits"."kind" is not null),
	CONSTRAINT "hour_edits_order_of_times" CHECK ("hour_edits"."starts_at" < "hour_edits"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "pay_adjustments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"monday" date NOT NULL,
	"member_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"reason" text NOT NULL,
	"late_for" date,
	"late_minutes" integer DEFAULT 0 NOT NULL,
	"late_cents" integer DEFAULT 0 NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pay_adjustments_later" CHECK ("pay_adjustments"."late_for" < "pay_adjustments"."monday")
);
--> statement-breakpoint
CREATE TABLE "pay_lines" (
	"monday" date NOT NULL,
	"member_id" uuid NOT NULL,
	"name" text NOT NULL,
	"job_minutes" integer NOT NULL,
	"drive_minutes" integer NOT NULL,
	"break_minutes" integer NOT NULL,
	"job_pay" integer NOT NULL,
	"tips" integer NOT NULL,
	"adjustments" integer NOT NULL,
	CONSTRAINT "pay_lines_monday_member_id_pk" PRIMARY KEY("monday","member_id")
);
--> statement-breakpoint
CREATE TABLE "pay_rates" (
	"member_id" uuid NOT NULL,
	"from_day" date NOT NULL,
	"kind" text NOT NULL,
	"cents" integer,
	"basis_points" integer,
	"pays_drive" boolean DEFAULT false NOT NULL,
	"pays_break" boolean DEFAULT false NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pay_rates_member_id_from_day_pk" PRIMARY KEY("member_id","from_day"),
	CONSTRAINT "pay_rates_kind" CHECK ("pay_rates"."kind" in ('hour', 'percent', 'flat')),
	CONSTRAINT "pay_rates_amount" CHECK (case when "pay_rates"."kind" = 'percent' then "pay_rates"."cents" is null and "pay_rates"."basis_points" between 0 and 10000 else "pay_rates"."basis_points" is null and "pay_rates"."cents" >= 0 end)
);
--> statement-breakpoint
CREATE TABLE "pay_weeks" (
	"monday" date PRIMARY KEY NOT NULL,
	"approved_at" timestamp with time zone,
	"approved_by" uuid,
	"reopened_at" timestamp with time zone,
	"reopened_by" uuid,
	"reopened_why" text
);
--> statement-breakpoint
ALTER TABLE "hour_edits" ADD CONSTRAINT "hour_edits_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hour_edits" ADD CONSTRAINT "hour_edits_member_id_crew_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."crew_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hour_edits" ADD CONSTRAINT "hour_edits_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_member_id_crew_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."crew_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_lines" ADD CONSTRAINT "pay_lines_monday_pay_weeks_monday_fk" FOREIGN KEY ("monday") REFERENCES "public"."pay_weeks"("monday") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_lines" ADD CONSTRAINT "pay_lines_member_id_crew_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."crew_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_rates" ADD CONSTRAINT "pay_rates_member_id_crew_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."crew_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_rates" ADD CONSTRAINT "pay_rates_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_weeks" ADD CONSTRAINT "pay_weeks_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_weeks" ADD CONSTRAINT "pay_weeks_reopened_by_users_id_fk" FOREIGN KEY ("reopened_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hour_edits_one_a_span" ON "hour_edits" USING btree ("booking_id","member_id","replaces");--> statement-breakpoint
CREATE INDEX "hour_edits_starts_at" ON "hour_edits" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "pay_adjustments_monday" ON "pay_adjustments" USING btree ("monday","member_id");--> statement-breakpoint
CREATE INDEX "pay_adjustments_late_for" ON "pay_adjustments" USING btree ("late_for") WHERE "pay_adjustments"."late_for" is not null;--> statement-breakpoint
CREATE INDEX "pay_adjustments_member_id" ON "pay_adjustments" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "pay_lines_member_id" ON "pay_lines" USING btree ("member_id");--> statement-breakpoint
-- Edits and adjustments stay as they were written, except for the name of an author whose account is deleted.
CREATE FUNCTION "pay_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.author_id IS NULL AND to_jsonb(NEW) - 'author_id' = to_jsonb(OLD) - 'author_id' THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER "hour_edits_append_only" BEFORE UPDATE ON "hour_edits" FOR EACH ROW EXECUTE FUNCTION "pay_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "pay_adjustments_append_only" BEFORE UPDATE ON "pay_adjustments" FOR EACH ROW EXECUTE FUNCTION "pay_is_append_only"();
