CREATE TABLE "calendar_addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"shows" text NOT NULL,
	"crew_id" uuid,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp with time zone,
	CONSTRAINT "calendar_addresses_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "calendar_addresses_once" UNIQUE NULLS NOT DISTINCT("user_id","shows","crew_id"),
	CONSTRAINT "calendar_addresses_shows" CHECK ("calendar_addresses"."shows" in ('own visits', 'crew', 'all crews')),
	CONSTRAINT "calendar_addresses_crew" CHECK (("calendar_addresses"."shows" = 'crew') = ("calendar_addresses"."crew_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_crew_id_crews_id_fk" FOREIGN KEY ("crew_id") REFERENCES "public"."crews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Customers' addresses go on working; from here on only their SHA-256 is stored.
INSERT INTO "calendar_addresses" ("user_id", "shows", "token_hash", "created_at")
  SELECT "user_id", 'own visits', encode(sha256(convert_to("token", 'UTF8')), 'hex'), "created_at" FROM "calendar_feeds";--> statement-breakpoint
DELETE FROM "calendar_feeds";--> statement-breakpoint
-- Staff's belonged to nobody, and stop working.
UPDATE "work_feeds" SET "token" = 'ended ' || "id";
