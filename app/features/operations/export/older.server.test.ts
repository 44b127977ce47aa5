import path from "node:path";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openCode } from "~/features/customers/codes/save.server";
import { replaceEverything } from "~/features/operations/backup/file/load.server";
import { digestTables } from "~/features/operations/backup/file/rows.server";
import { readTables } from "~/features/operations/backup/file/tables.server";
import { compareBooks } from "~/features/payments/books/compare.server";
import { openVault } from "~/platform/auth/vault.server";
import type { StaffCtx } from "~/platform/context.server";
import { sha256Of } from "~/platform/files/store.server";
import { storePicture } from "~/platform/files/store-file.server";
import { migrationLevels } from "~/platform/migrations.server";
import { testWorld } from "../../../../tests/support/ctx";
import { bookAndPay } from "../../../../tests/support/customers";
import {
  anOwner,
  asOlder,
  contentsOf,
  exportEverything,
  rowsOf,
  takeUpload,
  textsIn,
  uploadAndCheck,
  writeContents,
} from "../../../../tests/support/exports";
import { temporaryFolderOfFile } from "../../../../tests/support/temporary-folder";

/** The export of a whole site, written by this program when its newest migration was 0064, the first that could export. */
const FIRST = path.join(import.meta.dirname, "../../../../tests/samples/exports/0064.zip");
const LEVELS = migrationLevels();
/** Some versions: a ZIP is made as of each, by leaving out what came later. */
const TRIED = LEVELS.map((level, number) => [number, level] as const)
  .slice(0, -1)
  .filter(([number]) => [46, 56, 64].includes(number) || number >= LEVELS.length - 3);
const TIMEOUT = 120_000;

const source = await testWorld();
const target = await testWorld();
const vault = openVault("the secret of another site");
const folder = await temporaryFolderOfFile();
const file = path.join(folder, "older.zip");
let whole: string;
let taker: () => StaffCtx;

beforeAll(async () => {
  const owner = await anOwner(source, "xqown");
  await bookAndPay(source, source.ctx(), "xqada", { date: "2026-06-03" });
  await source.pool.query(
    "insert into order_lines (order_id, position, kind, label, amount) select id, 9, 'tip', 'Tip', 300 from orders",
  );
  const create = { width: 300, height: 200, channels: 3, background: "green" } as const;
  await storePicture(source.ctx(), await sharp({ create }).jpeg().toBuffer());
  whole = await exportEverything(source, owner());
}, TIMEOUT);

beforeEach(async () => {
  await target.ownerDb.transaction((tx) => replaceEverything(tx, async () => {}));
  await target.pool.query("delete from exports");
  taker = await anOwner(target, "xqnew");
}, TIMEOUT);

const digestOf = async () => {
  const { audit_log: _, ...rest } = await target.db.transaction(async (tx) =>
    digestTables(tx, await readTables(tx)),
  );
  return rest;
};

const schemas = async () =>
  (await target.pool.query("select nspname from pg_namespace where nspname like 'scratch%'")).rows;

/** Checks the ZIP and takes it back: all that it has is here then, and its figures are the same. */
async function takeOlder(zip: string): Promise<void> {
  const before = await digestOf();
  const checked = await uploadAndCheck(target, taker(), zip);
  expect([checked.status, checked.error]).toEqual(["checked", null]);
  expect(await digestOf()).toEqual(before);
  const loaded = await takeUpload(target, taker(), { id: checked.id, vault });
  expect([loaded.status, loaded.error]).toEqual(["loaded", null]);
  const given = await textsIn(zip);
  const manifest = JSON.parse(given["manifest.json"] ?? "");
  expect(loaded.figures).toEqual(manifest.figures);
  expect(loaded.loaded_figures).toMatchObject(manifest.figures);
  const again = await textsIn(
    await exportEverything(
      { ...target, ctx: (changes = {}) => target.ctx({ vault, ...changes }) },
      { ...taker(), vault },
    ),
  );
  for (const name of Object.keys(manifest.tables)) {
    const rows = rowsOf(given[name] ?? "");
    const headings = Object.keys(rows[0] ?? {});
    const here = new Set(
      rowsOf(again[name] ?? "").map((row) => JSON.stringify(headings.map((heading) => row[heading]))),
    );
    const lost = rows.filter((row) => !here.has(JSON.stringify(Object.values(row))));
    expect(lost, name).toEqual([]);
  }
  for (const name of Object.keys(given).filter((one) => one.startsWith("files/")))
    expect(again[name], name).toBe(given[name]);
  expect(await schemas()).toEqual([]);
}

describe("an export of an older version", { timeout: TIMEOUT }, () => {
  test.each(TRIED)("made at migration %i is taken back with the same figures", async (_, level) => {
    await asOlder(whole, level, file);
    await takeOlder(file);
    // Tips stand in their orders since migration 47, which adds up those of before.
    const { rows } = await target.pool.query(
      "select customer_name, tips from bookings join orders on booking_id = bookings.id",
    );
    expect(rows).toEqual([{ customer_name: expect.stringContaining("xqada"), tips: 300 }]);
    const added = await target.pool.query(
      "insert into customers (first_name) values ('New') returning number",
    );
    const last = await target.pool.query(
      "select max(number) as number from customers where first_name <> 'New'",
    );
    expect(added.rows[0].number).toBeGreaterThan(last.rows[0].number);
  });

  test("as the first version that exports wrote it is taken back whole: tables, entry codes, books", async () => {
    await takeOlder(FIRST);
    const { rows } = await target.pool.query("select id, property_id, sealed from entry_codes order by id");
    expect(rows.map((row) => openCode(vault, row))).toContain(`#047*, "north" door`);
    await compareBooks(target.ctx());
    await expect(target.pool.query("delete from audit_log")).rejects.toThrow("append-only");
    const { rows: counted } = await target.pool.query(
      "select sum(change)::int as counted, (select count(*)::int from bookings) as visits from row_counts where table_name = 'bookings'",
    );
    expect(counted[0].counted).toBe(counted[0].visits);
  });

  test("is refused in its dry run when its rows contradict each other, and nothing changes", async () => {
    await asOlder(whole, LEVELS[64] ?? 0, file);
    const contents = await contentsOf(file);
    const visits = Buffer.from(String(contents["visits.csv"]).replace(",confirmed,", ",perhaps,"));
    const manifest = JSON.parse(String(contents["manifest.json"]));
    manifest.tables["visits.csv"].sha256 = sha256Of(visits);
    await writeContents(file, {
      ...contents,
      "visits.csv": visits,
      "manifest.json": Buffer.from(JSON.stringify(manifest)),
    });
    const before = await digestOf();
    const checked = await uploadAndCheck(target, taker(), file);
    expect([checked.status, checked.error]).toEqual([
      "failed",
      expect.stringMatching(/contradict|can't be read/),
    ]);
    expect(await digestOf()).toEqual(before);
    expect(await schemas()).toEqual([]);
  });

  test("says which right is missing where the database user can't make a schema, and is checked once it is there", async () => {
    const { database, user } = target.connection as { database: string; user: string };
    await asOlder(whole, LEVELS[64] ?? 0, file);
    await target.pool.query(`revoke create on database ${database} from ${user}`);
    try {
      const checked = await uploadAndCheck(target, taker(), file);
      expect([checked.status, checked.error]).toEqual([
        "failed",
        expect.stringContaining(`grant create on database ${database} to ${user}. Nothing was changed.`),
      ]);
    } finally {
      await target.pool.query(`grant create on database ${database} to ${user}`);
    }
    const checked = await uploadAndCheck(target, taker(), file);
    expect([checked.status, checked.error]).toEqual(["checked", null]);
  });
});
