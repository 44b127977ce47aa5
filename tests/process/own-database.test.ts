import { existsSync } from "node:fs";
import { Client, Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "~/platform/embedded-postgres.server";
import { migrateDatabase } from "~/platform/migrations.server";
import { laterMigrations } from "../support/later-migrations";
import { runServer } from "../support/server-process";
import { temporaryFolder } from "../support/temporary-folder";

const APP_SECRET = "a secret of the tests, long enough to sign";

test("with DATABASE_URL there are the catalogue and crews, no demo people, and two processes share it", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  onTestFinished(() => postgres.stop());
  const folder = `${await temporaryFolder()}/unused`;
  const env = { DATABASE_URL: postgres.url, APP_SECRET, DATA_DIR: folder };
  const [first, second] = await Promise.all([runServer(env).ready, runServer(env).ready]);

  for (const address of [first, second]) {
    expect(await (await fetch(address)).text()).toContain("Regular Cleaning");
  }
  expect(await count(postgres.url, "services where is_active")).toBe(11);
  expect(await count(postgres.url, "crews")).toBe(2);
  expect(await count(postgres.url, "profiles")).toBe(0);
  expect(await count(postgres.url, "bookings")).toBe(0);
  expect(existsSync(`${folder}/postgres`)).toBe(false);
});

test("a process of before serves on while a later version migrates, and one more of it starts on those tables", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  onTestFinished(() => postgres.stop());
  const own = { DATA_DIR: await temporaryFolder(), RATE_LIMIT_FACTOR: "0" };
  const env = { DATABASE_URL: postgres.url, APP_SECRET, ...own };
  const first = await runServer(env).ready;
  const month = Temporal.Now.plainDateISO("America/New_York").add({ months: 1 }).toPlainYearMonth();
  const paths = [
    "/services",
    "/book",
    "/readyz",
    `/api/availability?service=regular-cleaning&hours=3&month=${month}`,
  ];
  const asked: number[] = [];
  let migrating = true;
  const asking = (async () => {
    while (migrating) for (const path of paths) asked.push((await fetch(first + path)).status);
  })();

  const pool = new Pool({ connectionString: postgres.url });
  const folder = await laterMigrations(
    'create table later (id int); alter table bookings add column "later" text; alter table services add column "later" int not null default 0',
    'create index "bookings_later" on bookings (later); alter table orders add column "later" jsonb',
  );
  await migrateDatabase(pool, { folder });
  await pool.end();
  migrating = false;
  await asking;
  for (const address of [first, await runServer(env).ready]) {
    for (const path of paths) asked.push((await fetch(address + path)).status);
  }
  expect(new Set(asked)).toEqual(new Set([200]));
});

test("DATABASE_URL without APP_SECRET is refused in one line", async () => {
  const server = runServer({ DATABASE_URL: "postgres://localhost/nothing" });
  expect(await server.ended).toBe(1);
  expect(server.output().trim().split("\n")).toEqual([
    expect.stringMatching(/^APP_SECRET must be set together/),
  ]);
});

async function count(url: string, what: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as count from ${what}`);
  await client.end();
  return rows[0].count;
}
