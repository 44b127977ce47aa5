import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../tests/support/ctx";
import { csvText, dryRun, fileForm, importFile, upload, viewOf } from "../../../tests/support/imports";
import { staffCtx } from "../../../tests/support/staff";
import { startCommit } from "./commit.server";
import { encodingOf } from "./file/lines.server";
import { removeImport, saveMapping } from "./mapping.server";
import { badRowsFile } from "./queries.server";
import { openCells, uploadImport } from "./upload.server";

const world = await testWorld();
const { pool, clear, queues } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

const HEAD = ["First name", "Last name", "Email", "Phone", "Street", "City", "State", "ZIP", "Notes"];
const text = csvText(HEAD, ["Inés", "Ocampo", "ines@mail.example", "", "", "", "", "", ""]);
/** Latin letters as Windows-1252 has them. */
const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (mark: string, swap: boolean) => {
  const bytes = Buffer.from(mark + text, "utf16le");
  return new Uint8Array(swap ? bytes.swap16() : bytes);
};

describe("the encoding of a file", () => {
  test.each([
    ["UTF-8", new TextEncoder().encode(text), "utf-8"],
    ["UTF-8 with a byte order mark", new TextEncoder().encode(`\uFEFF${text}`), "utf-8"],
    ["Windows-1252", latin, "windows-1252"],
    ["UTF-16 of Excel", utf16("\uFEFF", false), "utf-16le"],
    ["UTF-16 with the higher byte first", utf16("\uFEFF", true), "utf-16be"],
  ])("%s is recognized, and names are read rightly", async (_name, bytes, encoding) => {
    expect(encodingOf(Buffer.from(bytes))).toBe(encoding);
    const id = await upload(staff(), bytes);
    expect((await viewOf(staff(), id)).samples[0]).toEqual(["Inés"]);
  });
});

describe("a form that is sent twice", () => {
  const FORM = "0b8f3a52-9d0e-4c55-8f6e-3f9a4c1d2e77";
  const send = (content: string) => uploadImport(staff(), fileForm(content, "customers.csv", FORM));
  const imports = async () => (await pool.query("select row_count from import_runs")).rows;

  test("stores its file once, one after the other and at the same time", async () => {
    const [one, other] = await Promise.all([send(text), send(text)]);
    expect(one).toEqual({ ok: true, id: expect.any(String) });
    expect([other, await send(text)]).toEqual([one, one]);
    expect(await imports()).toEqual([{ row_count: 1 }]);
    expect((await pool.query("select from import_rows")).rowCount).toBe(1);
  });

  test("with another file stores that one, too", async () => {
    await send(text);
    await send(csvText(HEAD, ["Paul", "", "", "", "", "", "", "", ""]));
    expect(await imports()).toHaveLength(2);
  });
});

const NO_HEADINGS =
  "No line of the file names its columns. Put a line such as Name, Email, Phone above the rows, with at least two columns.";
const WORKBOOK =
  "This is a workbook of Excel or Numbers. Open it there, save the sheet as CSV UTF-8, and choose that file.";

describe("a file", () => {
  test.each([
    ["", "The file is empty. Export the list again."],
    ["First name,Email\r\n", "The file has no rows below its headings."],
    ["just a text\r\nand another\r\n", NO_HEADINGS],
    ["Email\r\nada@mail.example\r\n", NO_HEADINGS],
    [
      "Ada Frost,ada@mail.example\r\nIda Frost,ida@mail.example\r\n",
      "The first line is somebody’s, and does not name the columns. Put a line such as Name, Email, Phone above it.",
    ],
    [
      'First name,Email\r\n"Ada,ada@mail.example\r\n',
      "The file is not a complete CSV: a quote is not closed. Export it again.",
    ],
    [Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 8, 0]), WORKBOOK],
    [Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 8, 0]), WORKBOOK],
    [
      Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0, 0, 8, 0]),
      "This is not a CSV file. Export the list as CSV, and choose that file.",
    ],
  ])("like %j is refused, and nothing is stored", async (content, message) => {
    expect(await uploadImport(staff(), fileForm(content))).toEqual({ ok: false, message });
    expect((await pool.query("select from import_runs")).rowCount).toBe(0);
  });

  test.each([
    ["separators", ",".repeat(1_000_000)],
    ["letters", `First name,Email\n${"x".repeat(1_000_000)}`],
  ])("of an endless line of %s is refused", async (_what, content) => {
    const message = "A line of the file has no end. Export the list as CSV again.";
    expect(await uploadImport(staff(), fileForm(content))).toEqual({ ok: false, message });
  });

  test.each([
    ["empty lines", "\r\n\r\n"],
    ["a title", "Customers of 2026\r\n\r\n"],
    ["a title that a spreadsheet filled up", "Customers of 2026;;\r\n"],
  ])("is read below %s, with the separator of its headings", async (_what, above) => {
    const id = await dryRun(
      world,
      staff(),
      `${above}Name;Email;Phone\r\nAda;ada@mail.example;603-555-0142\r\n`,
    );
    const [row] = (await viewOf(staff(), id)).rows;
    expect(row).toMatchObject({ name: "Ada", email: "ada@mail.example", phone: "(603) 555-0142" });
  });

  test("is counted in lines as a spreadsheet shows them, with empty ones and cells of several lines", async () => {
    const content = `\r\nName,Email,Notes\r\nAda,ada@mail.example,"one\r\ntwo\r\nthree"\r\n\r\n,,\r\nIda,ida@mail.example,\r\nAda,ada@mail.example,\r\n`;
    const id = await dryRun(world, staff(), content);
    const { rows, row_count } = await viewOf(staff(), id);
    expect(row_count).toBe(3);
    expect(rows.map(({ file_line, name, reason }) => [file_line, name, reason])).toEqual([
      [3, "Ada", null],
      [6, "Ida", null],
      [7, "Ada", "Added to the customer of line 3."],
    ]);
  });

  test("may have a heading whose end falls within an emoji", async () => {
    const id = await upload(staff(), csvText([`${"x".repeat(119)}🏠`, "Email"], ["Ada", "ada@mail.example"]));
    expect((await viewOf(staff(), id)).headers[0]).toHaveLength(120);
  });

  test("shows no entry code among the first values of its columns", async () => {
    const id = await upload(staff(), csvText(["Name", "Door code"], ["Ada", "4711"]));
    expect((await viewOf(staff(), id)).samples).toEqual([["Ada"], ["••••"]]);
  });

  test("is read whole, also where letters of several bytes meet the end of a piece", async () => {
    const notes = ["é".repeat(70_000), `"${"🏠".repeat(20_000)}"`, "a".repeat(65_535)];
    const rows = notes.map((note, place) => ["Ada", "", `a${place}@mail.example`, "", "", "", "", "", note]);
    const id = await upload(staff(), csvText(HEAD, ...rows));
    const { rows: stored } = await pool.query("select run_id, line, sealed from import_rows order by line");
    expect(stored.map((row) => openCells(staff().vault, row)?.[8])).toEqual(notes);
    expect((await viewOf(staff(), id)).row_count).toBe(3);
  });

  test("may separate its cells by semicolons or tabs", async () => {
    for (const sign of [";", "\t"]) {
      const id = await upload(staff(), text.replaceAll(",", sign));
      expect((await viewOf(staff(), id)).headers).toEqual(HEAD);
    }
  });

  test("with headings that were mapped before gets the same mapping", async () => {
    const content = csvText(["Who", "Mail"], ["Ada Frost", "ada@mail.example"]);
    const first = await upload(staff(), content);
    expect((await viewOf(staff(), first)).mapping).toEqual([null, null]);
    const fields = { vendor: "zenmaid", column_0: "name", column_1: "email" };
    expect(await saveMapping(staff(), { id: first, fields })).toEqual({ ok: true });
    const second = await viewOf(staff(), await upload(staff(), content));
    expect([second.vendor, second.mapping]).toEqual(["zenmaid", ["name", "email"]]);
  });
});

describe("a dry run", () => {
  test("changes no customer, and gives bad rows back with their reasons", async () => {
    const before = await pool.query("select to_jsonb(c) from customers c");
    const bad = ["Ada", "Frost", "ada at mail", "", "", "", "", "", "=1+1"];
    const id = await dryRun(world, staff(), text + csvText(bad));
    const { counts, state } = await viewOf(staff(), id);
    expect([state, counts.new, counts.bad]).toEqual(["checked", 1, 1]);
    expect((await pool.query("select to_jsonb(c) from customers c")).rows).toEqual(before.rows);
    const file = await (await badRowsFile(staff(), id))?.text();
    expect(file).toContain("What to mend");
    expect(file).toContain("ada at mail");
    expect(file).toContain("Email: “ada” is not an email address.");
    expect(file).toContain("'=1+1");
    expect(file).not.toContain("Inés");
  });

  test("names a ZIP code that is not known, and takes the state from one that is", async () => {
    const homes = [
      ["Ada", "", "", "", "1 Elm St", "Concord", "NH", "99999", ""],
      ["Ida", "", "", "", "2 Elm St", "Concord", "", "03301", ""],
    ];
    const id = await dryRun(world, staff(), csvText(HEAD, ...homes));
    expect((await viewOf(staff(), id)).rows).toMatchObject([
      { verdict: "new", reason: "The ZIP code 99999 is not known. Check it." },
      { verdict: "new", reason: null, address: "2 Elm St, Concord NH 03301" },
    ]);
  });

  test("starts once however often its form is sent, and says to wait if the form is another", async () => {
    const id = await upload(staff(), text);
    const fields = { vendor: "other", column_0: "first_name", column_2: "email" };
    expect(await saveMapping(staff(), { id, fields })).toEqual({ ok: true });
    expect(await saveMapping(staff(), { id, fields })).toEqual({ ok: true });
    expect(await saveMapping(staff(), { id, fields: { ...fields, vendor: "jobber" } })).toMatchObject({
      message: "The dry run is running. Wait until it has ended.",
    });
    await queues.run("check-import");
    expect((await viewOf(staff(), id)).counts.new).toBe(1);
  });

  test("can be done again with other columns", async () => {
    const id = await dryRun(world, staff(), text);
    const fields = { vendor: "other", column_0: "first_name", column_2: "email" };
    expect(await saveMapping(staff(), { id, fields })).toEqual({ ok: true });
    await queues.run("check-import");
    expect((await viewOf(staff(), id)).rows).toEqual([
      expect.objectContaining({ name: "Inés", verdict: "new" }),
    ]);
  });

  test("that nobody needs is removed with its rows, and one that was imported is not", async () => {
    const id = await dryRun(world, staff(), text);
    expect(await removeImport(staff(), id)).toEqual({ ok: true });
    expect(await removeImport(staff(), id)).toEqual({ ok: true });
    expect((await pool.query("select from import_rows")).rowCount).toBe(0);
    const removed = await pool.query("select from audit_log where action = 'import.removed'");
    expect(removed.rowCount).toBe(1);
    const done = await importFile(world, staff(), text);
    expect(await removeImport(staff(), done)).toMatchObject({
      message: "This import has started. Undo it instead.",
    });
  });
});

const name = fc.constantFrom("Ada", "Ruth", "Inés", "O'Neil", "de la Cruz", "Ada, jr.", "");
const line = fc.record({
  first: name,
  last: name,
  email: fc.constantFrom("", "a@mail.example", "b@mail.example", "A@mail.example; c@mail.example", "broken"),
  phone: fc.constantFrom("", "(603) 555-0142", "6035550143", "+1 603-555-0144 or 603 555 0145", "12"),
  street: fc.constantFrom("", "1 Elm St", "1 elm st", "2 Oak Ave"),
  note: fc.constantFrom("", "Pays late.", "Two\nlines", '"quoted", with a comma'),
});

test("any file imported twice adds nothing the second time", async () => {
  const count = async () =>
    (
      await pool.query(`select (select count(*) from customers) as customers, (select count(*) from customer_contacts) as contacts,
        (select count(*) from properties) as homes, (select count(*) from staff_notes) as notes,
        (select json_agg(to_jsonb(c) order by number) from customers c) as people`)
    ).rows;
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (lines) => {
      await clear();
      staff = await staffCtx(world);
      const rows = lines.map(({ first, last, email, phone, street, note }) => {
        return [first, last, email, phone, street, "Concord", "NH", "03301", note];
      });
      const good = ["Zoe", "Last", "zoe@mail.example", "", "9 End St", "Concord", "NH", "03301", ""];
      const content = csvText(HEAD, ...rows, good);
      const first = await dryRun(world, staff(), content);
      if ((await viewOf(staff(), first)).unanswered === 0) await commit(first);
      const before = await count();
      const second = await dryRun(world, staff(), content);
      expect((await viewOf(staff(), second)).counts).toMatchObject({ new: 0, changed: 0, conflict: 0 });
      await commit(second);
      expect(await count()).toEqual(before);
    }),
    { numRuns: 12 },
  );
}, 240_000);

async function commit(id: string) {
  expect(await startCommit(staff(), id)).toEqual({ ok: true });
  await queues.run("commit-import");
}
