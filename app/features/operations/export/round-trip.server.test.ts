import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { readAllPictures, readPictureFile } from "~/features/content/pictures/queries.server";
import { addPicture } from "~/features/content/pictures/save.server";
import { openCode } from "~/features/customers/codes/save.server";
import { readDashboard } from "~/features/office/dashboard/queries.server";
import { replaceEverything } from "~/features/operations/backup/file/load.server";
import { EXPORTED } from "~/features/operations/export/file/tables";
import { readBrandPicture } from "~/features/operations/settings/brand/draw.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { compareBooks } from "~/features/payments/books/compare.server";
import { openVault } from "~/platform/auth/vault.server";
import type { StaffCtx } from "~/platform/context.server";
import { readCounts } from "~/platform/database/counts.server";
import { readWhole } from "~/platform/files/store.server";
import { testWorld } from "../../../../tests/support/ctx";
import {
  anOwner,
  exportEverything,
  takeUpload,
  textsIn,
  uploadAndCheck,
} from "../../../../tests/support/exports";
import { aWholeSite, freeColumns } from "../../../../tests/support/whole-site";

const source = await testWorld();
const target = await testWorld();
/** The other site has another secret. */
const vault = openVault("the secret of another site");
const GRAY = { width: 1600, height: 900, channels: 3, background: "gray" } as const;
const TIMEOUT = 240_000;

let owner: () => StaffCtx;
let taker: () => StaffCtx;

beforeAll(async () => {
  owner = await anOwner(source, "xqown");
  await aWholeSite(source, owner());
}, TIMEOUT);

/** Export, take it back on the other site, export there: both exports, as texts. */
async function thereAndBack() {
  await target.ownerDb.transaction((tx) => replaceEverything(tx, async () => {}));
  await target.pool.query("delete from exports");
  taker = await anOwner(target, "xqnew");
  const first = await exportEverything(source, owner());
  const checked = await uploadAndCheck(target, taker(), first);
  expect([checked.status, checked.error]).toEqual(["checked", null]);
  const loaded = await takeUpload(target, taker(), { id: checked.id, vault });
  expect([loaded.status, loaded.error]).toEqual(["loaded", null]);
  return { first: await textsIn(first), loaded };
}

/** The lines of a CSV as a set: what is in it, without its order. */
const linesIn = (csv: string | undefined) => (csv ?? "").split("\r\n");

/** Exports on the other site, and compares it with the first export: the owner who took it back has added rows there. */
async function expectSameAgain(first: Record<string, string>): Promise<void> {
  const again = await textsIn(
    await exportEverything(
      { ...target, ctx: (changes = {}) => target.ctx({ vault, ...changes }) },
      { ...taker(), vault },
    ),
  );
  expect(Object.keys(again).sort()).toEqual(Object.keys(first).sort());
  const more = [
    "accounts.csv",
    "account-names.csv",
    "roles.csv",
    "customers.csv",
    "contacts.csv",
    "activity.csv",
  ];
  for (const file of Object.keys(first).filter((name) => /csv$|^files/.test(name))) {
    if (!more.includes(file)) expect(again[file], file).toBe(first[file]);
    const missing = linesIn(first[file]).filter((line) => !linesIn(again[file]).includes(line));
    expect(missing, file).toEqual([]);
  }
}

describe("an export that another site takes back", { timeout: TIMEOUT }, () => {
  test("is what that site exports again, but for the owner who took it back and what they did", async () => {
    const { first } = await thereAndBack();
    await expectSameAgain(first);
    const empty = Object.values(EXPORTED).filter(({ file }) => linesIn(first[file]).length === 2);
    expect(
      empty.map(({ file }) => file),
      "aWholeSite has a row for every table",
    ).toEqual([]);
  });

  test("has the same figures, counts, dashboard and books", async () => {
    const { loaded } = await thereAndBack();
    expect(loaded.loaded_figures).toEqual(loaded.figures);
    expect(loaded.figures.Visits[""]).toBeGreaterThan(50);
    const [here, there] = [
      { ...taker(), now: source.clock.now },
      { ...owner(), now: source.clock.now },
    ];
    const dashboard = await readDashboard(there);
    expect(await readDashboard(here)).toEqual({ ...dashboard, customers: dashboard.customers + 1 }); // who took it back
    for (const table of ["bookings", "orders", "mails", "contact_messages"] as const) {
      const sorted = async (db: typeof source.db) =>
        (await readCounts(db, table))
          .filter(({ total }) => total > 0)
          .sort((a, b) => a.status.localeCompare(b.status));
      expect(await sorted(target.db), table).toEqual(await sorted(source.db));
    }
    await compareBooks(target.ctx({ now: source.clock.now }));
    await compareBooks(source.ctx());
    const differences = "select kind, about_id, ours, theirs from book_differences order by 1, 2";
    expect((await target.pool.query(differences)).rows).toEqual((await source.pool.query(differences)).rows);
  });

  test("has the entry codes under the secret of its new site, and all stored files", async () => {
    await thereAndBack();
    const codes = "select id, property_id, sealed from entry_codes order by id";
    const before = (await source.pool.query(codes)).rows;
    const after = (await target.pool.query(codes)).rows;
    expect(before.length).toBeGreaterThan(0);
    expect(after.map((row) => openCode(vault, row))).toEqual(
      before.map((row) => openCode(source.ctx().vault, row)),
    );
    expect(after.map((row) => openCode(source.ctx().vault, row))).toEqual(after.map(() => null));
    const { rows } = await target.pool.query(
      "select distinct unnest(array_remove(array[sha256, small_sha256], null)) as object from files",
    );
    let stored = 0;
    for (const { object } of rows) {
      const content = await readWhole(target.ctx().files, object);
      expect(content).toEqual(await readWhole(source.ctx().files, object));
      if (content) stored += 1;
    }
    expect(stored).toBeGreaterThan(10); // two photos, a logo, each with a small one; a picture in all its widths
  });

  test("shows the company's logo and the pictures of its texts", async () => {
    await thereAndBack();
    const company = await readCompany(target.ctx());
    const { src = "" } = company.brand.logo ?? {};
    const logo = await readBrandPicture({ ...target.ctx(), font: "" }, company, src);
    expect(logo?.content.toString()).toContain("<svg");
    const [picture] = await readAllPictures(target.ctx());
    expect(picture).toMatchObject({ number: 1, alt: "=A hall", width: 1600 });
    const file = await readPictureFile(target.ctx(), 1, "share.jpeg");
    expect(file).toMatchObject({ key: picture?.key });
    const added = { id: randomUUID(), alt: null, content: await sharp({ create: GRAY }).png().toBuffer() };
    expect(await addPicture({ ...taker(), files: target.ctx().files }, added)).toEqual({
      ok: true,
      number: 2,
    });
  });

  test("keeps secrets of sign-in and settings where they were", async () => {
    const { first } = await thereAndBack();
    const everything = Object.values(first).join("\n");
    expect(first["settings.csv"]).not.toContain("sealed secret");
    for (const sql of [
      "select password as secret from accounts where password is not null",
      "select token as secret from sessions",
      "select sealed as secret from entry_codes",
      "select secret from webhooks where secret <> ''",
    ])
      for (const { secret } of (await source.pool.query(sql)).rows) expect(everything).not.toContain(secret);
  });

  test("goes on with numbers, triggers and append-only rules", async () => {
    await thereAndBack();
    const { rows: last } = await source.pool.query("select max(number) as number from customers");
    const made = await target.pool.query(
      "insert into customers (first_name) values ('New') returning number",
    );
    expect(made.rows[0].number).toBeGreaterThan(last[0].number);
    await expect(target.pool.query("delete from audit_log")).rejects.toThrow("append-only");
    await expect(target.pool.query("delete from money_events")).rejects.toThrow("append-only");
  });

  test("leaves no background work and holds emails", async () => {
    await thereAndBack();
    const { rows } = await target.pool.query(
      "select name from pgboss.job where state in ('created', 'retry') and name <> 'verify-backup'",
    );
    expect(rows).toEqual([]);
    const { rows: held } = await target.pool.query(
      "select value from admin_settings where category = 'site' and key = 'emails'",
    );
    expect(held).toEqual([{ value: "held" }]);
  });
});

describe("an export of random texts", { timeout: TIMEOUT }, () => {
  test("is what an export of it returns after it was taken back", async () => {
    const columns = await freeColumns(source.pool, Object.keys(EXPORTED));
    expect(columns.length).toBeGreaterThan(70);
    const cell = fc.oneof(
      fc.constantFrom(
        "",
        "'",
        "''",
        '"',
        '""',
        "=1+1",
        "+1 603",
        "-5",
        "@a",
        "\r\n",
        "\n",
        ",",
        " a ",
        "\ufeff",
        "\\N",
        "null",
      ),
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.string({ unit: fc.constantFrom('"', "'", ",", "\r", "\n", "=", " ", "é", "🧹"), maxLength: 12 }),
    );
    const texts = fc.array(cell, { minLength: columns.length, maxLength: columns.length });
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        await fillColumns(
          columns,
          values.map((value) => value.replaceAll("\0", "")),
        );
        const { first } = await thereAndBack();
        await expectSameAgain(first);
        expect(Object.keys(first).length).toBeGreaterThan(90);
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});

type Column = { table: string; column: string };

/** Sets every value of a column to its text, past triggers: they guard what these columns mean, not what they hold. */
async function fillColumns(columns: Column[], values: string[]): Promise<void> {
  await source.ownerDb.transaction(async (tx) => {
    for (const [place, { table, column }] of columns.entries()) {
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      await tx.execute(
        sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${values[place] ?? ""}`,
      );
      await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
    }
  });
}
