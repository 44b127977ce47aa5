import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { emptyDatabase, testDatabase } from "../../tests/support/database";
import { laterMigrations } from "../../tests/support/later-migrations";
import { migrateDatabase, migrationLevels } from "./migrations.server";
import { StartupError } from "./startup-error.server";

vi.setConfig({ testTimeout: 60_000 });

test("processes that start at the same time migrate once", async () => {
  const { pool } = await emptyDatabase();
  await Promise.all([migrateDatabase(pool), migrateDatabase(pool), migrateDatabase(pool)]);
  const { rows } = await pool.query(
    "select created_at::float8 as at from drizzle.__drizzle_migrations order by id",
  );
  expect(rows.map(({ at }) => at)).toEqual(migrationLevels());
  await migrateDatabase(pool);
  expect((await pool.query("select from drizzle.__drizzle_migrations")).rowCount).toBe(rows.length);
});

test("migrating stops at the requested migration and can continue from there", async () => {
  const { pool } = await emptyDatabase();
  const [first = 0] = migrationLevels();
  await migrateDatabase(pool, { upTo: first });
  expect((await pool.query("select to_regclass('users') as users")).rows).toEqual([{ users: null }]);
  await migrateDatabase(pool);
  expect((await pool.query("select from drizzle.__drizzle_migrations")).rowCount).toBe(
    migrationLevels().length,
  );
});

test("a migration that waits for a long transaction lets readers pass and succeeds afterward", async () => {
  const { pool } = await testDatabase();
  const folder = await laterMigrations('alter table services add column "later" text');
  const long = await pool.connect();
  await long.query("begin; select from services");
  const migrating = migrateDatabase(pool, { folder, lockTimeoutMs: 200 });
  let slowest = 0;
  for (const end = performance.now() + 3_000; performance.now() < end; await sleep(20)) {
    const asked = performance.now();
    await pool.query("select count(*) from services");
    slowest = Math.max(slowest, performance.now() - asked);
  }
  expect(
    (await pool.query("select from information_schema.columns where column_name = 'later'")).rowCount,
  ).toBe(0);
  await long.query("commit");
  long.release();
  await migrating;
  expect((await pool.query("select later from services limit 1")).rows).toEqual([{ later: null }]);
  expect(slowest).toBeLessThan(2_000); // without a limit it would be all of the three seconds
});

test("a blocked or broken migration fails with one line and changes nothing", async () => {
  const { pool } = await testDatabase();
  const folder = await laterMigrations(
    "create table one (id int)",
    'alter table services add column "later" text',
  );
  const long = await pool.connect();
  await long.query("begin; select from services");
  const refused = migrateDatabase(pool, { folder, lockTimeoutMs: 50, patienceMs: 600 });
  await expect(refused).rejects.toThrow(StartupError);
  await long.query("commit");
  long.release();
  await migrateDatabase(pool, { folder }); // the first is not done again
  const broken = await laterMigrations("select 1", "select 1", "create table two (id int); select nonsense");
  await expect(migrateDatabase(pool, { folder: broken })).rejects.toThrow("nonsense");
  expect((await pool.query("select to_regclass('two') as two")).rows).toEqual([{ two: null }]);
});

test("an older version runs on migrated tables and leaves them as they are", async () => {
  const { pool } = await testDatabase();
  await migrateDatabase(pool, { folder: await laterMigrations("create table later (id int)") });
  await migrateDatabase(pool);
  const { rows } = await pool.query("select count(*)::int as count from drizzle.__drizzle_migrations");
  expect(rows).toEqual([{ count: migrationLevels().length + 1 }]);
});
