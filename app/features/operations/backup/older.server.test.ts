import { copyFile, readdir } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { backupPath, makeFolder } from "~/features/operations/backup/file/file.server";
import { readCount } from "~/platform/database/counts.server";
import { migrateDatabase, migrationLevels } from "~/platform/migrations.server";
import { testWorld } from "../../../../tests/support/ctx";
import { copyOfDatabase, emptyDatabase } from "../../../../tests/support/database";
import { restoreCommand } from "./command.server";
import { dumpSite } from "./file/dump.server";
import { BrokenBackup, inspectBackup, writeBackup } from "./file/file.server";
import { testRestore } from "./restore/rehearse.server";
import { verifyBackup } from "./verify.server";

const { pool, db, ownerDb, ctx, connection, clear, dataDir } = await testWorld();
const LEVELS = migrationLevels();
/** Gets one migration after another, so the tests below go from the oldest to the newest. */
const older = await emptyDatabase();
/** Each side of a migration that moves what a backup holds, all of the newest ones, and every fifth of the others. */
const TRIED = LEVELS.map((level, number) => [number, level] as const)
  .slice(0, -1)
  .filter(
    ([number]) => number % 5 === 0 || [3, 4, 18, 19, 32, 33].includes(number) || number >= LEVELS.length - 6,
  );
/** Before migration 19, a service had three default frequencies; the rarest is kept. */
const FREQUENCIES = Array(19).fill("monthly");
const world = () => ({ ...ctx({ db: ownerDb }), connection });
vi.setConfig({ testTimeout: 120_000 }); // making databases takes seconds on a busy machine

beforeEach(async () => {
  await clear();
  await pool.query("delete from backups");
});

/** Backup of a site at an older migration with two paid visits, written by today's code. */
async function backupAt(level: number): Promise<string> {
  await migrateDatabase(older.pool, { upTo: level });
  const site = await copyOfDatabase(older.connection);
  await site.pool.query(`
    insert into services (id, title, description, price_per_hour, service_type)
      values ('old-service', 'Old service', 'Of long ago', 4000, 'residential');
    insert into bookings (id, service_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at,
        blocked, status, total_amount, price_lines, policy, address_line1, city, state, zip_code, customer_name)
      select ('00000000-0000-4000-8000-00000000001' || n)::uuid, 'old-service',
        '2026-02-02', '09:00', 3, '2026-02-02 14:00Z', '2026-02-02 17:00Z', '[2026-02-02 14:00Z,2026-02-02 17:00Z)',
        'completed', 12000, '[]', '{}', '1 Main St', 'Pittsfield', 'NH', '03263', 'Ada Older'
      from generate_series(1, 2) n;
    insert into orders (booking_id, amount, currency, status, provider, payment_session_id, updated_at)
      select id, total_amount, 'usd', 'completed', 'test', 'session-' || id, '2026-02-01 12:00Z' from bookings;
    insert into payment_events values ('event-1', 'test', 'paid', 'session-1', '2026-02-01 12:00Z');
    insert into audit_log (at, actor, action, entity, entity_id, details)
      values ('2026-02-01 12:00Z', 'system', 'a.b', 'c', '1', '{}')`);
  // Since migration 33 what was taken is a charge; before, the migration makes it.
  if (level >= (LEVELS[33] ?? 0))
    await site.pool.query(`insert into charges (order_id, purpose, status, amount, currency, provider, completed_at)
      select id, 'checkout', 'completed', amount, currency, provider, updated_at from orders`);
  await makeFolder(dataDir);
  const file = backupPath(dataDir, `level-${level}.jsonl.gz`);
  await dumpSite({ ...ctx(), db: site.db }, (text) => writeBackup(file, text));
  return file;
}

test("an older backup is tested with the later migrations", async () => {
  const file = await backupAt(LEVELS[0] ?? 0);
  await copyFile(file, backupPath(dataDir, "mine"));
  const { rows } = await pool.query(
    "insert into backups (file, reason, status) values ('mine', 'uploaded', 'made') returning id",
  );
  await verifyBackup(world(), { id: rows[0].id, file: "mine" });
  expect((await pool.query("select status, error from backups")).rows).toEqual([
    { status: "verified", error: null },
  ]);
});

test.each(TRIED)(
  "a backup made at migration %i loads here and gets the later migrations",
  async (number, level) => {
    const file = await backupAt(level);
    expect((await inspectBackup(file)).header.schema).toBe(level);

    const said: string[] = [];
    await restoreCommand(world(), [file, "--replace"], (line) => said.push(line));
    expect(said.join("\n")).toContain("made by an earlier version");
    const { rows: bookings } = await pool.query("select customer_name, total_amount from bookings");
    expect(bookings).toEqual(Array(2).fill({ customer_name: "Ada Older", total_amount: 12000 }));
    const offered = "select plan_frequencies from services where id = 'old-service'";
    expect((await pool.query(offered)).rows).toEqual([
      { plan_frequencies: [FREQUENCIES[number] ?? "biweekly"] },
    ]);
    expect(await readCount(db, "bookings", "completed")).toBe(2);
    const { rows: orders } = await pool.query("select session_closed_at from orders");
    const closed = number < 4 ? new Date("2026-02-01T12:00:00Z") : null; // migration 4 fills it for what was there
    expect(orders).toEqual(Array(2).fill({ session_closed_at: closed }));
    const { rows: events } = await pool.query("select object_id from payment_events");
    expect(events).toEqual([{ object_id: "session-1" }]);
    const { rows: figures } = await pool.query(
      "select sum(amount)::int as amount from figures where kind = 'orders'",
    );
    expect(figures).toEqual([{ amount: 24000 }]);
    const numbered = await pool.query(
      "insert into audit_log (at, actor, action, entity, entity_id, details) values (now(), 'x', 'x', 'x', 'x', '{}') returning id",
    );
    expect(Number(numbered.rows[0].id)).toBeGreaterThan(1);
    expect(
      (await readdir(path.join(dataDir, "backups"))).filter((name) => name.startsWith("upgraded")),
    ).toEqual([]);
  },
);

test("a backup of an unknown version is refused and changes nothing", async () => {
  const site = await emptyDatabase();
  await migrateDatabase(site.pool);
  const newest = LEVELS.at(-1) ?? 0;
  await site.pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', $1)", [
    newest + 1,
  ]);
  const file = path.join(dataDir, "later.jsonl.gz");
  await dumpSite({ ...ctx(), db: site.db }, (text) => writeBackup(file, text));
  await expect(testRestore(world(), file)).rejects.toThrow(BrokenBackup);
  await expect(restoreCommand(world(), [file, "--replace"], () => {})).rejects.toThrow(
    "a version that this one can't read",
  );
});
