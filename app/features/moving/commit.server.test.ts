import { beforeEach, describe, expect, test } from "vitest";
import { readHomeCodes } from "~/features/customers/codes/queries.server";
import { editCustomer, readCustomerFields } from "~/features/customers/office/save.server";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../tests/support/ctx";
import { csvText, dryRun, importFile, viewOf } from "../../../tests/support/imports";
import { staffCtx } from "../../../tests/support/staff";
import { commitBatch, startCommit } from "./commit.server";
import { answerConflicts } from "./mapping.server";

const world = await testWorld();
const { pool, queues, clear, clock, ctx } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const HEAD = [
  ...["J-ID", "First Name", "Last Name", "E-mails", "Main Phone #s", "Tags", "Created Date"],
  ...["Service Street 1", "Service Street 2", "Service City", "Service State", "Service Zip code"],
  ...["Bedrooms", "Bathrooms", "Crew notes", "Door code", "Notes"],
];
const RUTH = [
  ...["7", "Ruth", "Merrill", "Ruth@mail.example", "(603) 555-0177", "VIP, dogs", "3/9/2021"],
  ...["14 Barnstead Rd", "", "Pittsfield", "NH", "3263"],
  ...["3", "2.5", "Shoes off.", "4711", "Pays late."],
];
const change = (row: string[], heading: string, value: string) => row.with(HEAD.indexOf(heading), value);
const file = (...rows: string[][]) => csvText(HEAD, ...rows);

const customersOf = async () =>
  (await pool.query("select * from customers where user_id is null order by first_name, number")).rows;
const contactsOf = async () =>
  (
    await pool.query(
      "select c.kind, value, is_primary, c.verified_at from customer_contacts c join customers on id = customer_id where user_id is null order by value",
    )
  ).rows;
/** How many rows there are in the tables that an import writes, without the office's own account. */
const sizes = async () =>
  (
    await pool.query(`select (select count(*)::int from customers where user_id is null) as customers, (select count(*)::int from customer_contacts c join customers on id = customer_id where user_id is null) as contacts,
      (select count(*)::int from properties) as homes, (select count(*)::int from staff_notes) as notes,
      (select count(*)::int from entry_codes) as codes, (select count(*)::int from import_links) as links`)
  ).rows[0];

describe("an import", () => {
  test("adds a customer with contacts, home, tags, note and a sealed code", async () => {
    const id = await importFile(world, staff(), file(RUTH));
    expect(await viewOf(staff(), id)).toMatchObject({ state: "committed", added: 1, counts: { new: 1 } });
    const [ruth] = await customersOf();
    expect(ruth).toMatchObject({
      first_name: "Ruth",
      last_name: "Merrill",
      kind: "person",
      tags: ["vip", "dogs"],
    });
    expect(String(ruth.created_at)).toMatch(/^Tue Mar 09 2021/);
    expect(await contactsOf()).toEqual([
      { kind: "phone", value: "+16035550177", is_primary: true, verified_at: null },
      { kind: "email", value: "ruth@mail.example", is_primary: true, verified_at: null },
    ]);
    const { rows: homes } = await pool.query("select * from properties");
    expect(homes).toEqual([
      expect.objectContaining({
        ...{ customer_id: ruth.id, address_line1: "14 Barnstead Rd", address_line2: null, zip_code: "03263" },
        ...{ bedrooms: 3, bathrooms: 2, half_baths: 1, special_instructions: "Shoes off." },
      }),
    ]);
    const { rows: notes } = await pool.query("select customer_id, body from staff_notes");
    expect(notes).toEqual([{ customer_id: ruth.id, body: "Pays late." }]);
    const codes = await readHomeCodes(staff(), { home: homes[0].id, by: "office" });
    expect(codes?.codes).toEqual([expect.objectContaining({ kind: "code", label: "Entry code" })]);
  });

  test("brings all that two of its people say of one customer, and one home of both", async () => {
    const id = crypto.randomUUID();
    await pool.query("insert into customers (id, kind, first_name) values ($1, 'person', 'Ruth')", [id]);
    await pool.query(
      `insert into customer_contacts (customer_id, kind, value) values
        ($1, 'email', 'ruth@mail.example'), ($1, 'email', 'ruth@work.example')`,
      [id],
    );
    const bare = change(change(RUTH, "J-ID", ""), "Last Name", "");
    const other = change(change(bare, "E-mails", "ruth@work.example"), "Tags", "weekly");
    await importFile(world, staff(), file(bare, other));
    expect((await customersOf()).map(({ tags }) => tags)).toEqual([["vip", "dogs", "weekly"]]);
    expect(await sizes()).toMatchObject({ homes: 1, notes: 1, codes: 1 });
  });

  test("stores no entry code outside the vault", async () => {
    await importFile(world, staff(), file(change(RUTH, "Door code", "xqsecret")));
    const { rows } = await pool.query(
      "select r::text as row from import_rows r union all select c::text from entry_codes c",
    );
    expect(rows).toHaveLength(2);
    expect(rows.filter(({ row }) => row.includes("xqsecret"))).toEqual([]);
  });

  test("of the same file adds nothing", async () => {
    await importFile(world, staff(), file(RUTH));
    const before = await sizes();
    const id = await importFile(world, staff(), file(RUTH));
    expect((await viewOf(staff(), id)).counts).toEqual({ new: 0, changed: 0, conflict: 0, same: 1, bad: 0 });
    expect(await sizes()).toEqual(before);
  });

  test("of the same file adds nothing back that the office removed", async () => {
    await importFile(world, staff(), file(RUTH));
    await pool.query("delete from properties");
    await pool.query("delete from staff_notes");
    await pool.query("delete from customer_contacts where kind = 'phone'");
    const before = await sizes();
    await importFile(world, staff(), file(RUTH));
    expect(await sizes()).toEqual(before);
  });

  test("of a newer file adds the difference", async () => {
    await importFile(world, staff(), file(RUTH));
    const newer = change(
      change(RUTH, "Last Name", "Merrill-Hayes"),
      "E-mails",
      "ruth@mail.example, rh@mail.example",
    );
    const ada = change(change(change(RUTH, "J-ID", "8"), "First Name", "Ada"), "E-mails", "ada@mail.example");
    const id = await importFile(world, staff(), file(newer, ada));
    expect((await viewOf(staff(), id)).counts).toMatchObject({ new: 1, changed: 1 });
    expect((await customersOf()).map(({ first_name, last_name }) => [first_name, last_name])).toEqual([
      ["Ada", "Merrill"],
      ["Ruth", "Merrill-Hayes"],
    ]);
    expect((await sizes()).contacts).toBe(5);
  });

  test("keeps several homes of one customer as one customer", async () => {
    const lake = change(change(RUTH, "Service Street 1", "2 Lake Rd"), "Notes", "");
    await importFile(world, staff(), file(RUTH, lake));
    expect(await sizes()).toMatchObject({
      customers: 1,
      homes: 2,
      contacts: 2,
      codes: 2,
      notes: 1,
      links: 2,
    });
    const before = await sizes();
    await importFile(world, staff(), file(RUTH, lake));
    expect(await sizes()).toEqual(before);
  });

  test("keeps two people with one email apart whom the other program keeps apart", async () => {
    const twin = change(change(RUTH, "J-ID", "8"), "First Name", "Paul");
    await importFile(world, staff(), file(RUTH));
    await importFile(world, staff(), file(RUTH, twin));
    expect((await customersOf()).map(({ first_name }) => first_name)).toEqual(["Paul", "Ruth"]);
  });

  test("goes on where a killed process stopped, and stores each row once", async () => {
    const rows = Array.from({ length: 450 }, (_, place) =>
      change(change(RUTH, "J-ID", `${place}`), "E-mails", `p${place}@mail.example`),
    );
    const id = await dryRun(world, staff(), file(...rows));
    expect((await startCommit(staff(), id)).ok).toBe(true);
    expect(await commitBatch(ctx({ actor: { kind: "system" } }), id)).toBe(true);
    const { cursor, state } = await viewOf(staff(), id);
    expect([cursor, state]).toEqual([201, "committing"]);
    await queues.run("commit-import");
    expect(await sizes()).toMatchObject({ customers: 450, homes: 450, codes: 450, links: 450 });
  });
});

describe("a conflict", () => {
  /** Ruth was imported; then the office and the other program gave her different names. */
  async function aConflict() {
    await importFile(world, staff(), file(RUTH));
    const [{ id }] = await customersOf();
    clock.set("2026-06-02T12:00:00Z");
    const read = await readCustomerFields(staff(), id);
    const edited = {
      ...{
        kind: "person" as const,
        first_name: "Ruth",
        last_name: "Hale",
        company_name: null,
        language: "en",
      },
      ...{ emails: ["ruth@mail.example"], phones: [], labels: {}, tags: [], source: null },
    };
    await editCustomer(staff(), { id, seen: read?.seen, ...edited });
    return dryRun(world, staff(), file(change(RUTH, "Last Name", "Merrill-Hayes")));
  }
  const lastName = async () => (await customersOf())[0].last_name;

  test("is shown with both values, and keeps the import from starting", async () => {
    const id = await aConflict();
    const { rows, unanswered } = await viewOf(staff(), id);
    expect(unanswered).toBe(1);
    expect(rows[0]).toMatchObject({
      verdict: "conflict",
      differences: [{ field: "Last name", ours: "Hale", theirs: "Merrill-Hayes" }],
    });
    expect(await startCommit(staff(), id)).toEqual({
      ...{ ok: false, reason: "refused", message: "Answer the conflict first." },
    });
  });

  test.each([
    ["ours", "Hale"],
    ["theirs", "Merrill-Hayes"],
    ["skip", "Hale"],
  ] as const)("answered with %s leaves the name %s", async (answer, name) => {
    const id = await aConflict();
    expect(await answerConflicts(staff(), { id, line: "all", answer })).toEqual({ ok: true, count: 1 });
    await startCommit(staff(), id);
    await queues.run("commit-import");
    expect(await lastName()).toBe(name);
  });
});

describe("people who share an email", () => {
  const shared = (name: string, credit = "") =>
    csvText(["Name", "Email", "Credit"], [name, "home@mail.example", credit]);
  const names = async () => (await customersOf()).map(({ name }) => name);

  test("stay two customers of a file without IDs, also when it comes again", async () => {
    const both = csvText(
      ["Name", "Email"],
      ["Ruth Merrill", "home@mail.example"],
      ["Paul Merrill", "home@mail.example"],
    );
    await importFile(world, staff(), both);
    expect(await names()).toEqual(["paul merrill", "ruth merrill"]);
    const again = await importFile(world, staff(), both);
    expect((await viewOf(staff(), again)).counts).toMatchObject({ same: 2 });
    expect(await names()).toEqual(["paul merrill", "ruth merrill"]);
  });

  test("are told apart by their names in another program's file, also where the other one confirmed it", async () => {
    const both = csvText(
      ["Name", "Email"],
      ["Ruth Merrill", "home@mail.example"],
      ["Paul Merrill", "home@mail.example"],
    );
    await importFile(world, staff(), both);
    await pool.query(
      `update customer_contacts set verified_at = now() where customer_id = (select id from customers where first_name = 'Ruth')`,
    );
    const id = await dryRun(world, staff(), shared("Paul Merrill"), "launch27");
    expect((await viewOf(staff(), id)).rows).toMatchObject([{ verdict: "same", name: "Paul Merrill" }]);
  });

  test("whose name a newer file corrects are one customer, whose credit is given once", async () => {
    await importFile(world, staff(), shared("Ruth Meril", "25"));
    const id = await dryRun(world, staff(), shared("Ruth Merrill", "25"));
    expect((await viewOf(staff(), id)).rows).toMatchObject([
      { verdict: "conflict", differences: [{ field: "Last name", ours: "Meril", theirs: "Merrill" }] },
    ]);
    await answerConflicts(staff(), { id, line: "all", answer: "theirs" });
    expect(await startCommit(staff(), id)).toEqual({ ok: true });
    await queues.run("commit-import");
    expect(await names()).toEqual(["ruth merrill"]);
    expect((await pool.query("select amount from credit_balances")).rows).toEqual([{ amount: 2500 }]);
  });
});

test("further homes in the same row of Housecall Pro's file become homes of the one customer", async () => {
  const address = (no: number) =>
    ["Street Line 1", "City", "State", "Postal Code", "Notes"].map((part) => `Address_${no} ${part}`);
  const head = ["Display Name", "Mobile Number", ...address(1), ...address(2), "Notes", "Credit"];
  const home = (street: string, note: string) => [street, "Concord", "NH", "03301", note];
  const ada = [
    "Ada Frost",
    "603 555 0142",
    ...home("1 Elm St", "Dog"),
    ...home("2 Oak St", "Cat"),
    "VIP",
    "10",
  ];
  const content = csvText(head, ada, [
    "Ida Frost",
    "603 555 0143",
    ...home("3 Fir St", ""),
    ...home("", "").fill(""),
    "",
    "",
  ]);
  const id = await importFile(world, staff(), content);
  expect(await viewOf(staff(), id)).toMatchObject({ vendor: "housecall", added: 2, row_count: 3 });
  expect((await viewOf(staff(), id)).rows.map(({ file_line }) => file_line)).toEqual([2, 2, 3]);
  expect(await sizes()).toMatchObject({ customers: 2, homes: 3, notes: 1 });
  const { rows } = await pool.query("select address_line1, special_instructions from properties order by 1");
  expect(rows.map(({ special_instructions }) => special_instructions)).toEqual(["Dog", "Cat", null]);
  expect((await pool.query("select amount from credit_balances")).rows).toEqual([{ amount: 1000 }]);
  const again = await importFile(world, staff(), content);
  expect((await viewOf(staff(), again)).counts).toMatchObject({ same: 3, changed: 0 });
});
