import { existsSync } from "node:fs";
import { Client, Pool } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { grantDailyWork } from "~/platform/database/grants.server";
import { migrateDatabase } from "~/platform/migrations.server";
import { aBody, CARD } from "../support/bookings";
import { laterMigrations } from "../support/later-migrations";
import { runServer } from "../support/server-process";
import { stock } from "../support/stock";
import { temporaryFolder } from "../support/temporary-folder";

const APP_SECRET = "a secret of the tests, long enough to sign";

test("with DATABASE_URL there are no demo people and no test checkout, and two processes share it", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  onTestFinished(() => postgres.stop());
  const folder = `${await temporaryFolder()}/unused`;
  const env = { DATABASE_URL: postgres.url, APP_SECRET, DATA_DIR: folder };
  const [first, second] = await Promise.all([runServer(env).ready, runServer(env).ready]);
  await stock(postgres.url);

  for (const address of [first, second]) {
    expect(await (await fetch(address)).text()).toContain("Regular Cleaning");
  }
  expect(await count(postgres.url, "services where is_active")).toBe(11);
  expect(await count(postgres.url, "crews")).toBe(2);
  expect(await count(postgres.url, "profiles")).toBe(0);
  expect(await count(postgres.url, "bookings")).toBe(0);
  expect(existsSync(`${folder}/postgres`)).toBe(false);

  const checkout = await begin(first);
  expect(checkout.pathname + [...checkout.searchParams.keys()], "no test checkout on a real site").toBe(
    "/paymentorder,key",
  );
  const paid = await fetch(`${second}/payment?session_id=test_1`, {
    method: "POST",
    headers: { Origin: second },
    body: new URLSearchParams({ intent: "pay", ...CARD }),
  });
  expect(paid.status).toBe(404);
});

test("after a migration by the owner of the tables, the site runs as a role that owns nothing and doesn't know the owner", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  onTestFinished(() => postgres.stop());
  const env = { ...siteOf(postgres), APP_SECRET, DATA_DIR: await temporaryFolder() };

  const early = runServer(env);
  expect(await early.ended).toBe(1);
  expect(early.output()).toContain("Set DATABASE_OWNER_URL, or run npm run migrate with it");
  expect(await runServer({ ...env, DATABASE_OWNER_URL: postgres.url }, "migrate").ended).toBe(0);

  const site = await runServer(env).ready;
  await stock(postgres.url);
  await allowTestCards(postgres.url);
  expect(await (await fetch(`${site}/services`)).text()).toContain("Regular Cleaning");
  await book(site);
  await vi.waitFor(
    async () => expect(await count(postgres.url, "bookings where status = 'confirmed'")).toBe(1), // by a job
    { timeout: 30_000, interval: 100 },
  );
  await expect(count(env.DATABASE_URL, "bookings; drop table bookings")).rejects.toThrow("must be owner");
});

test("a process of the previous version serves, books and runs jobs during and after a migration, and another one can start", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  onTestFinished(() => postgres.stop());
  const own = { DATA_DIR: await temporaryFolder(), RATE_LIMIT_FACTOR: "0" };
  const env = { ...siteOf(postgres), DATABASE_OWNER_URL: postgres.url, APP_SECRET, ...own };
  const first = await runServer(env).ready;
  await stock(postgres.url);
  await allowTestCards(postgres.url);
  await setCrews(postgres.url, 4);
  const month = Temporal.Now.plainDateISO("America/New_York").add({ months: 1 }).toPlainYearMonth();
  const paths = [
    "/services",
    "/book",
    "/readyz",
    `/api/availability?service=regular-cleaning&hours=3&month=${month}`,
  ];
  const statuses: number[] = [];
  let migrating = true;
  const asking = (async () => {
    while (migrating) for (const path of paths) statuses.push((await fetch(first + path)).status);
  })();
  const booking = book(first);

  const pool = new Pool({ connectionString: postgres.url });
  const folder = await laterMigrations(
    'create table later (id int); alter table bookings add column "later" text; alter table services add column "later" int not null default 0',
    'create index "bookings_later" on bookings (later); alter table orders add column "later" jsonb',
  );
  await migrateDatabase(pool, { folder });
  await grantDailyWork(pool, postgres.site.user);
  await pool.end();
  await booking;
  migrating = false;
  await asking;
  await allowTestCards(postgres.url, "own"); // a demo that starts brings its people
  const second = await runServer(env).ready;
  await allowTestCards(postgres.url);
  for (const address of [first, second]) {
    for (const path of paths) statuses.push((await fetch(address + path)).status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));

  await Promise.all([book(first), book(second)]);
  await vi.waitFor(
    async () => {
      expect(await count(postgres.url, "bookings where status = 'confirmed'")).toBe(3); // by jobs
      expect(await count(postgres.url, "mails where occasion like 'booking-confirmed:%'")).toBe(3);
    },
    { timeout: 30_000, interval: 100 },
  );
});

test("TEST_CHECKOUT=on of a company's own site is ignored and said at the start, unless ORIGIN is this machine", async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  onTestFinished(() => postgres.stop());
  const env = {
    DATABASE_URL: postgres.url,
    APP_SECRET,
    DATA_DIR: await temporaryFolder(),
    TEST_CHECKOUT: "on",
  };
  const open = runServer(env);
  const address = await open.ready;
  await stock(postgres.url);
  expect(open.output()).toContain("TEST_CHECKOUT=on is ignored: a company's own site never takes");
  const { pathname, searchParams } = await begin(address);
  expect(pathname + [...searchParams.keys()], "paid on the day").toBe("/paymentorder,key");
  const tried = runServer({ ...env, ORIGIN: "http://localhost:3000" });
  await tried.ready;
  expect(tried.output()).not.toContain("is ignored");
});

test("DATABASE_URL without APP_SECRET is refused with a one-line error", async () => {
  const server = runServer({ DATABASE_URL: "postgres://localhost/nothing" });
  expect(await server.ended).toBe(1);
  expect(server.output().trim().split("\n")).toEqual([
    expect.stringMatching(/^APP_SECRET must be set together/),
  ]);
});

async function count(url: string, what: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client
    .query(`select count(*)::int as count from ${what}`)
    .finally(() => client.end());
  return rows[0].count;
}

/** Settings of a site that runs as the role that owns nothing. */
function siteOf({ url, site }: EmbeddedPostgres) {
  return {
    DATABASE_URL: url.replace(/^postgresql:\/\/\w+@/, `postgresql://${site.user}@`),
  };
}

/** Lets the site take test cards, as a demo does, or no more. */
async function allowTestCards(url: string, kind = "demo"): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("update admin_settings set value = $1 where category = 'site' and key = 'kind'", [kind]);
  await client.end();
}

/** Books a visit next month and pays at the test checkout. */
async function book(site: string): Promise<void> {
  const checkout = await begin(site);
  const paid = await fetch(`${site}${checkout.pathname}${checkout.search}`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site },
    body: new URLSearchParams({ intent: "pay", ...CARD }),
  });
  expect(paid.status).toBe(303);
}

/** Requests a visit next month. Returns the address of its checkout or confirmation. */
async function begin(site: string): Promise<URL> {
  const date = String(Temporal.Now.plainDateISO("America/New_York").add({ months: 1 }));
  const headers = { "Content-Type": "application/json", Origin: site };
  const response = await fetch(`${site}/api/create-payment`, {
    method: "POST",
    headers,
    body: JSON.stringify(aBody({ date })),
  });
  expect(response.status).toBe(200);
  return new URL((await response.json()).url);
}

async function setCrews(url: string, number: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("insert into crews (name) select 'Crew ' || n from generate_series(3, $1::int) n", [
    number,
  ]);
  await client.end();
}
