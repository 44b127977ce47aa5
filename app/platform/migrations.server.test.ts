import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { expect, test, vi } from "vitest";
import { emptyDatabase, testDatabase } from "../../tests/support/database";
import { laterMigrations } from "../../tests/support/later-migrations";
import { migrateDatabase, migrateSchema, migrationLevels } from "./migrations.server";
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

test("a schema of its own gets the same tables, rules and functions, and the site's stay as they are", async () => {
  const { pool } = await testDatabase();
  const [half = 0] = migrationLevels().slice(40);
  const before = await describeSchema(pool, "public");
  const client = await pool.connect();
  try {
    await client.query("begin; create schema aside; set local search_path = aside, public");
    await migrateSchema((text) => client.query(text), "aside", { upTo: half });
    expect((await client.query("select to_regclass('aside.gift_cards') as there")).rows).toEqual([
      { there: null },
    ]);
    await migrateSchema((text) => client.query(text), "aside", { after: half });
    expect(await describeSchema(client, "aside")).toEqual(before);
    expect(await describeSchema(client, "public")).toEqual(before);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

/** All that a schema has, as SQL without its name. */
async function describeSchema(client: Pick<Pool, "query">, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ said: string }>(
    `select 'index ' || indexdef as said from pg_indexes where schemaname = $1
     union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where connamespace = $1::regnamespace
     union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = $1::regnamespace and not t.tgisinternal
     union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
       where p.pronamespace = $1::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all select 'column ' || attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull
       || coalesce(' ' || pg_get_expr(adbin, adrelid), '')
       from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where c.relnamespace = $1::regnamespace and c.relkind = 'r' and attnum > 0 and not attisdropped`,
    [schema],
  );
  return rows.map(({ said }) => said.replaceAll(`${schema}.`, "").replaceAll(`'${schema}'`, "SCHEMA")).sort();
}
