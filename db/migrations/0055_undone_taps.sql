ALTER TABLE "visit_events" DROP CONSTRAINT "visit_events_kind";--> statement-breakpoint
ALTER TABLE "visit_events" ADD COLUMN "undoes" uuid;--> statement-breakpoint
ALTER TABLE "visit_events" ADD CONSTRAINT "visit_events_undoes" CHECK (("visit_events"."undoes" is not null) = ("visit_events"."kind" = 'undone'));--> statement-breakpoint
ALTER TABLE "visit_events" ADD CONSTRAINT "visit_events_kind" CHECK ("visit_events"."kind" in ('on_my_way', 'started', 'paused', 'resumed', 'finished', 'checked', 'unchecked', 'undone'));--> statement-breakpoint
UPDATE "crew_phones" SET "ended_at" = "left_at" FROM "crew_members" WHERE "crew_members"."id" = "member_id" AND "left_at" IS NOT NULL AND "ended_at" IS NULL;
