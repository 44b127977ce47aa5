CREATE TABLE "claim_pictures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"claim_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"room" text NOT NULL,
	"words" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	"re_clean_id" uuid,
	"credit" integer,
	"currency" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "claims_status" CHECK ("claims"."status" in ('open', 're-clean', 'credit', 'refused')),
	CONSTRAINT "claims_answered" CHECK (("claims"."status" = 'open') = ("claims"."answered_at" is null)),
	CONSTRAINT "claims_credit" CHECK (("claims"."credit" is null) = ("claims"."currency" is null) and "claims"."credit" > 0)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "re_clean_of" uuid;--> statement-breakpoint
ALTER TABLE "claim_pictures" ADD CONSTRAINT "claim_pictures_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_pictures" ADD CONSTRAINT "claim_pictures_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_re_clean_id_bookings_id_fk" FOREIGN KEY ("re_clean_id") REFERENCES "public"."bookings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "claim_pictures_position" ON "claim_pictures" USING btree ("claim_id","position");--> statement-breakpoint
CREATE INDEX "claim_pictures_file_id" ON "claim_pictures" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_open" ON "claims" USING btree ("booking_id") WHERE "claims"."status" = 'open';--> statement-breakpoint
CREATE INDEX "claims_booking_id" ON "claims" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "claims_created_at" ON "claims" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "claims_due_at" ON "claims" USING btree ("due_at") WHERE "claims"."status" = 'open';--> statement-breakpoint
CREATE INDEX "claims_re_clean_id" ON "claims" USING btree ("re_clean_id") WHERE "claims"."re_clean_id" is not null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_re_clean_of_bookings_id_fk" FOREIGN KEY ("re_clean_of") REFERENCES "public"."bookings"("id") ON DELETE set null ON UPDATE no action DEFERRABLE;--> statement-breakpoint
CREATE INDEX "bookings_re_clean_of" ON "bookings" USING btree ("re_clean_of") WHERE "bookings"."re_clean_of" is not null;