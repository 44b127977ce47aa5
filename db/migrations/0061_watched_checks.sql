CREATE TABLE "watched_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"says" text NOT NULL,
	"mend" jsonb,
	"since" timestamp with time zone NOT NULL,
	"was_right" boolean NOT NULL,
	"is_told" boolean DEFAULT false NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "watched_checks_state" CHECK ("watched_checks"."state" in ('good', 'todo', 'broken'))
);
