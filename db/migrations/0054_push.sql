CREATE TABLE "push_keys" (
	"id" text PRIMARY KEY DEFAULT 'site' NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_keys_one" CHECK ("push_keys"."id" = 'site')
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"phone_id" uuid PRIMARY KEY NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"known" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_phone_id_crew_phones_id_fk" FOREIGN KEY ("phone_id") REFERENCES "public"."crew_phones"("id") ON DELETE cascade ON UPDATE no action;