import { globSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { migrateDatabase, migrationLevels } from "~/platform/migrations.server";
import { setSetting } from "../../../../../tests/support/bookings";
import { emptyDatabase } from "../../../../../tests/support/database";

vi.setConfig({ testTimeout: 120_000 });

/** The place of the migration that gives the demo its address. */
const PLACE = globSync("db/migrations/*.sql")
  .sort()
  .findIndex((file) => file.endsWith("_places.sql"));

test.each([
  ["demo", ["city Pittsfield", "state NH"]],
  ["own", []],
])("a site of kind %s has the address %j after the update", async (kind, address) => {
  const { pool } = await emptyDatabase();
  await migrateDatabase(pool, { upTo: migrationLevels().at(PLACE - 1) ?? 0 });
  await setSetting(pool, "site.kind", kind);
  await migrateDatabase(pool);
  const { rows } = await pool.query(
    "select key || ' ' || value as line from admin_settings where category = 'general' order by key",
  );
  expect(rows.map(({ line }) => line)).toEqual(address);
});
