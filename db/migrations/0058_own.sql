-- Whether a site that exists already is the demo, and whether its guide is still to be gone through. A new database has no
-- seeds yet: its first start decides (db/seed/site.ts).
-- A company may have begun in the embedded database, which had the demo's seed. It is no demo where the site has run with
-- DATABASE_URL (which has asked for a second factor), has Stripe's keys or money, or an address of its own.
INSERT INTO "admin_settings" ("category", "key", "value", "created_at", "updated_at")
SELECT 'site', 'kind', CASE
    WHEN EXISTS (SELECT FROM "seeds" WHERE "name" = 'demo')
      AND NOT EXISTS (SELECT FROM "seeds" WHERE "name" = 'second-factor')
      AND NOT EXISTS (SELECT FROM "charges" WHERE "provider" = 'stripe')
      AND NOT EXISTS (SELECT FROM "admin_settings" WHERE "category" = 'payments' AND "key" = 'stripe_secret_key')
      AND NOT EXISTS (SELECT FROM "admin_settings" WHERE "category" = 'general' AND "key" = 'contact_email'
        AND "value" NOT LIKE '%.example')
    THEN 'demo' ELSE 'own' END, now(), now()
WHERE EXISTS (SELECT FROM "seeds")
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "admin_settings" ("category", "key", "value", "created_at", "updated_at")
SELECT 'setup', 'open', 'true', now(), now()
WHERE EXISTS (SELECT FROM "seeds")
  AND NOT EXISTS (SELECT FROM "seeds" WHERE "name" = 'demo')
  AND NOT EXISTS (SELECT FROM "bookings") AND NOT EXISTS (SELECT FROM "users")
ON CONFLICT DO NOTHING;
