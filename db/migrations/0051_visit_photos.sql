CREATE TABLE "visit_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"report_id" uuid,
	"happened_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visit_photos_kind" CHECK ("visit_photos"."kind" in ('before', 'after', 'report')),
	CONSTRAINT "visit_photos_report" CHECK (("visit_photos"."report_id" is not null) = ("visit_photos"."kind" = 'report'))
);
--> statement-breakpoint
ALTER TABLE "visit_photos" ADD CONSTRAINT "visit_photos_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_photos" ADD CONSTRAINT "visit_photos_member_id_crew_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."crew_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_photos" ADD CONSTRAINT "visit_photos_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visit_photos_booking_id" ON "visit_photos" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "visit_photos_file_id" ON "visit_photos" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "visit_photos_report_id" ON "visit_photos" USING btree ("report_id") WHERE "visit_photos"."report_id" is not null;--> statement-breakpoint
CREATE TRIGGER "visit_photos_notify_crew" AFTER INSERT ON "visit_photos" FOR EACH ROW EXECUTE FUNCTION "notify_crew_of_visit"();
