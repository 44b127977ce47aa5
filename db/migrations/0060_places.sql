-- The demo says where it is. Another company enters its address in the settings.
INSERT INTO "admin_settings" ("category", "key", "value", "created_at", "updated_at")
SELECT 'general', "part"."key", "part"."value", now(), now()
FROM (VALUES ('city', 'Pittsfield'), ('state', 'NH')) AS "part" ("key", "value")
WHERE EXISTS (SELECT FROM "admin_settings" WHERE "category" = 'site' AND "key" = 'kind' AND "value" = 'demo')
ON CONFLICT DO NOTHING;
