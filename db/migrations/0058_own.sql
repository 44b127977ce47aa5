-- Whether a site that exists already is the demo, and whether its guide is still to be gone through. A new database has no
-- seeds yet: its first start decides (db/seed/site.ts).
INSERT INTO "admin_settings" ("category", "key", "value", "created_at", "updated_at")
SELECT 'site', 'kind', CASE WHEN EXISTS (SELECT FROM "seeds" WHERE "name" = 'demo') THEN 'demo' ELSE 'own' END, now(), now()
WHERE EXISTS (SELECT FROM "seeds")
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "admin_settings" ("category", "key", "value", "created_at", "updated_at")
SELECT 'setup', 'open', 'true', now(), now()
WHERE EXISTS (SELECT FROM "seeds")
  AND NOT EXISTS (SELECT FROM "seeds" WHERE "name" = 'demo')
  AND NOT EXISTS (SELECT FROM "bookings") AND NOT EXISTS (SELECT FROM "users")
ON CONFLICT DO NOTHING;
