import { globSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { migrateDatabase, migrationLevels } from "~/platform/migrations.server";
import { setSetting } from "../../../../../tests/support/bookings";
import { emptyDatabase } from "../../../../../tests/support/database";

vi.setConfig({ testTimeout: 120_000 });

/** A database as it was before the migration of this name. */
async function databaseBefore(name: string) {
  const files = globSync("db/migrations/*.sql").sort();
  const place = files.findIndex((file) => file.endsWith(`_${name}.sql`));
  const { pool } = await emptyDatabase();
  await migrateDatabase(pool, { upTo: migrationLevels().at(place - 1) ?? 0 });
  return pool;
}

test.each([
  ["demo", ["city Pittsfield", "state NH"]],
  ["own", []],
])("a site of kind %s has the address %j after the update", async (kind, address) => {
  const pool = await databaseBefore("places");
  await setSetting(pool, "site.kind", kind);
  await migrateDatabase(pool);
  const { rows } = await pool.query(
    "select key || ' ' || value as line from admin_settings where category = 'general' order by key",
  );
  expect(rows.map(({ line }) => line)).toEqual(address);
});

const setting = (category: string, key: string, value: string) =>
  `insert into admin_settings (category, key, value) values ('${category}', '${key}', '${value}')`;
const seed = (name: string) => `insert into seeds (name, applied_at) values ('${name}', now())`;

test.each([
  ["has the demo's customers", "demo", []],
  ["tried the demo with another name", "demo", [setting("general", "company_name", "Lakeside")]],
  ["moved from the embedded database to DATABASE_URL", "own", [seed("second-factor")]],
  ["takes cards", "own", [setting("payments", "stripe_secret_key", "sealed")]],
  ["has a contact address of its own", "own", [setting("general", "contact_email", "hi@lakeside.com")]],
])("a site that began as the demo and %s is %s after the upgrade", async (_what, kind, statements) => {
  const pool = await databaseBefore("own");
  for (const statement of [seed("demo"), ...statements]) await pool.query(statement);
  await migrateDatabase(pool);
  const { rows } = await pool.query(
    "select key, value from admin_settings where category in ('site', 'setup')",
  );
  expect(rows).toEqual([{ key: "kind", value: kind }]);
});
