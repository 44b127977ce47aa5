import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { runServer } from "../support/server-process";
import { queryAt, tcpPostgres } from "../support/tcp-postgres";
import { temporaryFolder } from "../support/temporary-folder";

const APP_SECRET = "a secret of the tests, long enough to sign";
vi.setConfig({ testTimeout: 240_000 });

/** Runs a command of the program to its end. */
async function run(env: Record<string, string>, ...args: string[]) {
  const command = runServer(env, ...args);
  return { code: await command.ended, output: command.output() };
}

/** Starts the site and stops it, so that its database exists. */
async function startOnce(
  env: Record<string, string>,
  use: (address: string) => Promise<void> = async () => {},
) {
  const site = runServer(env);
  await use(await site.ready);
  site.child.kill("SIGTERM");
  await site.ended;
}

/** The demo company in a stopped embedded database. */
async function aCompany(): Promise<string> {
  const dataDir = await temporaryFolder();
  await startOnce({ DATA_DIR: dataDir });
  const oneWhom = "update bookings set customer_name = 'ΝΙΚΟΣ' where id in (select id from bookings limit 1)";
  await embedded(dataDir, (url) => queryAt(url, oneWhom)); // whose lower case differs on the server
  return dataDir;
}

/** Bookings that no search finds. */
const unfindable = (url: string) =>
  queryAt(
    url,
    "select customer_name from bookings where not exists (select from search_texts where key = search_key)",
  );

/** Row count and checksum of every table, except those that restoring writes to and derived ones. */
async function checksums(url: string): Promise<Record<string, unknown>> {
  const inUtc = `${url}${url.includes("?") ? "&" : "?"}options=-c%20timezone%3DUTC%20-c%20datestyle%3DISO`;
  const tables = await queryAt(
    inUtc,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const apart = [
    "audit_log",
    "backups",
    "sessions",
    "verifications",
    "restored_jobs",
    "search_texts",
    "rate_limits",
  ];
  const names = tables.map(({ name }) => String(name)).filter((name) => !apart.includes(name));
  const sums = names.map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - 'search_key')::text, 0)), 0) as sum from ${name} t`,
  );
  const found = await queryAt(inUtc, sums.join(" union all "));
  return Object.fromEntries(found.map(({ name, sum }) => [name, sum]));
}

async function embedded<Result>(dataDir: string, use: (url: string) => Promise<Result>): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  return use(postgres.url).finally(() => postgres.stop());
}

test("npm run move-to copies the embedded database to a server, compares it, and leaves it unchanged", async () => {
  const dataDir = await aCompany();
  const before = await embedded(dataDir, checksums);
  expect(Object.keys(before).length).toBeGreaterThan(40);
  const server = await tcpPostgres("nocreatedb");

  const moved = await run({ DATA_DIR: dataDir }, "move-to", server);
  expect(moved.output).toMatch(/bookings +\d+ rows {2}sha256 [0-9a-f]{16}/);
  expect(moved.output).toContain("are the same on both sides");
  expect(moved.output).toContain(`APP_SECRET set to what is in ${dataDir}/secret`);
  expect(moved.output).not.toContain("of%20the%20site");
  expect(moved.code).toBe(0);
  expect(await checksums(server)).toEqual(before);
  expect(await unfindable(server)).toEqual([]);
  expect(await embedded(dataDir, checksums)).toEqual(before);

  const again = await run({ DATA_DIR: dataDir }, "move-to", server);
  expect([again.code, again.output]).toEqual([1, expect.stringContaining("is not empty")]);
  expect(await checksums(server)).toEqual(before);

  await startOnce(
    { DATABASE_URL: server, APP_SECRET, DATA_DIR: await temporaryFolder() },
    async (address) => {
      expect(await (await fetch(address)).text()).toContain("Regular Cleaning");
    },
  );
  expect((await checksums(server)).bookings).toBe(before.bookings);
});

test("what can't be moved is refused with a one-line error and changes nothing", async () => {
  const dataDir = await temporaryFolder();
  const server = await tcpPostgres("nocreatedb");
  const lines = async (env: Record<string, string>, ...args: string[]) => {
    const { code, output } = await run(env, "move-to", ...args);
    expect(code).toBe(1);
    return output.trim();
  };
  expect(await lines({ DATA_DIR: dataDir })).toMatch(/^Usage: npm run move-to postgres:/);
  expect(await lines({ DATA_DIR: dataDir }, "mysql://x/y")).toMatch(/^Usage/);
  expect(await lines({ DATA_DIR: dataDir }, server)).toBe(
    `There is no embedded database in DATA_DIR ${dataDir}.`,
  );
  expect(await lines({ DATABASE_URL: server, APP_SECRET, DATA_DIR: dataDir }, server)).toContain(
    "unset DATABASE_URL",
  );
  const full = await aCompany();
  expect(await lines({ DATA_DIR: full }, server.replace("of%20the%20site", "wrong"))).toContain(
    "The other database can't be reached: password authentication failed",
  );
  await queryAt(server, "create table somebody_elses (id int)");
  expect(await lines({ DATA_DIR: full }, server)).toContain("it has public.somebody_elses");
  expect(await queryAt(server, "select nspname from pg_namespace where nspname = 'drizzle'")).toEqual([]);
});

test("the same backup is restored from embedded to a server and back", async () => {
  const dataDir = await aCompany();
  const before = await embedded(dataDir, checksums);
  const [source, third] = [await temporaryFolder(), await temporaryFolder()];
  const server = await tcpPostgres();
  const onServer = { DATABASE_URL: server, APP_SECRET, DATA_DIR: source };

  const first = await backupOf({ DATA_DIR: dataDir });
  const restored = await run(onServer, "restore", first);
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining("Restored.")]);
  expect(restored.output).toContain("another APP_SECRET");
  expect(await checksums(server)).toEqual(before);

  const second = await backupOf(onServer);
  const back = await run({ DATA_DIR: third }, "restore", second);
  expect([back.code, back.output]).toEqual([0, expect.stringContaining("Restored.")]);
  expect(await embedded(third, checksums)).toEqual(before);
  expect([await unfindable(server), await embedded(third, unfindable)]).toEqual([[], []]);
});

/** `npm run backup`. Returns the file. */
async function backupOf(env: Record<string, string>): Promise<string> {
  const { DATA_DIR = "" } = env;
  const folder = path.join(DATA_DIR, "backups");
  const backedUp = await run(env, "backup");
  expect([backedUp.code, backedUp.output]).toEqual([0, expect.stringContaining("Backed up")]);
  const [file = ""] = (await readdir(folder)).sort().slice(-1);
  return path.join(folder, file);
}
