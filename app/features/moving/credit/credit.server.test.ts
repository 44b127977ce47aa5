import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { mergeCustomers } from "~/features/customers/merges/merge.server";
import { readPreview } from "~/features/customers/merges/queries.server";
import { checkCustomerForm } from "~/features/customers/office/forms";
import { addCustomer } from "~/features/customers/office/save.server";
import { commitBatch, startCommit } from "~/features/moving/commit.server";
import { answerConflicts } from "~/features/moving/mapping.server";
import { undoImport } from "~/features/moving/undo.server";
import { readCredit } from "~/features/payments/credit/queries.server";
import { lockCredit } from "~/features/payments/credit/store.server";
import { giveCredit } from "~/features/payments/office/give-credit.server";
import type { StaffCtx } from "~/platform/context.server";
import { differencesIn } from "../../../../tests/support/books";
import { testWorld } from "../../../../tests/support/ctx";
import { csvText, dryRun, importFile, viewOf } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";

const world = await testWorld();
const { pool, queues, clear, clock, ctx } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const HEAD = ["Customer ID", "Name", "Email", "Street", "City", "State", "ZIP", "Credit balance"];
const row = (credit: string, { id = "7", name = "Ruth Merrill", street = "" } = {}) => [
  ...[id, name, `${id}@mail.example`, street, ...(street ? ["Concord", "NH", "03301"] : ["", "", ""])],
  credit,
];
const file = (...rows: string[][]) => csvText(HEAD, ...rows);
const idOf = async (name = "Ruth") =>
  (await pool.query("select id from customers where first_name = $1", [name])).rows[0]?.id as string;
const balances = async () =>
  (await pool.query("select amount from credit_balances order by amount")).rows.map(({ amount }) => amount);
const transfers = async () =>
  (await pool.query("select from_account, to_account, amount from credit_transfers order by id")).rows.map(
    ({ from_account, to_account, amount }) => `${from_account} to ${to_account}: ${amount}`,
  );
const spend = (amount: number) =>
  pool.query(
    `insert into credit_transfers (at, from_account, from_customer, to_account, amount, currency, key)
     select now(), 'customer', customer_id, 'orders', $1, 'USD', 'spent' from credit_balances`,
    [amount],
  );
/** Does the dry run of a newer file and imports it with this answer to its conflicts. */
async function importWith(answer: "ours" | "theirs" | "skip", content: string) {
  clock.advance({ minutes: 1 });
  const id = await dryRun(world, staff(), content);
  await answerConflicts(staff(), { id, line: "all", answer });
  expect(await startCommit(staff(), id)).toEqual({ ok: true });
  await queues.run("commit-import");
  return id;
}

describe("a credit balance", () => {
  test("of a new customer becomes their credit, from an account of its own", async () => {
    await importFile(world, staff(), file(row("$25.50")));
    const credit = await readCredit(ctx(), await idOf(), { for_staff: true });
    expect(credit.balance).toBe("$25.50");
    expect(credit.rows).toMatchObject([{ amount: "+$25.50", what: "Credit from before we moved here" }]);
    expect(await transfers()).toEqual(["imported to customer: 2550"]);
    expect(await differencesIn(pool, ctx())).toEqual([]);
  });

  test("is given once for a customer with several homes, and by the same file never again", async () => {
    const twice = file(row("25", { street: "1 Elm St" }), row("25", { street: "2 Oak St" }));
    await importFile(world, staff(), twice);
    const again = await importFile(world, staff(), twice);
    expect((await viewOf(staff(), again)).counts).toMatchObject({ same: 2, changed: 0, conflict: 0 });
    expect(await balances()).toEqual([2500]);
  });

  test("is added to the credit that a customer has here already", async () => {
    const form = { kind: "person", first_name: "Ruth", last_name: "Merrill", email_1: "7@mail.example" };
    const checked = checkCustomerForm(form);
    if (!checked.ok) throw new Error(JSON.stringify(checked));
    await addCustomer(staff(), { id: crypto.randomUUID(), ...checked.value });
    await giveCredit(staff(), { customer_id: await idOf(), amount: 1000, reason: "Sorry.", token: "1" });
    const id = await importFile(world, staff(), file(row("25")));
    expect((await viewOf(staff(), id)).counts).toMatchObject({ changed: 1 });
    expect(await balances()).toEqual([3500]);
  });

  test("that differs in a newer file is a conflict, and moves only what the office takes", async () => {
    await importFile(world, staff(), file(row("25")));
    const id = await dryRun(world, staff(), file(row("40")));
    expect((await viewOf(staff(), id)).rows).toMatchObject([
      { verdict: "conflict", differences: [{ field: "Credit", ours: "$25.00", theirs: "$40.00" }] },
    ]);
    await importWith("ours", file(row("40")));
    expect(await balances()).toEqual([2500]);
    const same = await importFile(world, staff(), file(row("40")));
    expect((await viewOf(staff(), same)).counts).toMatchObject({ same: 1 });
    await importWith("theirs", file(row("45")));
    expect(await balances()).toEqual([4500]);
    await importWith("theirs", file(row("0")));
    expect(await balances()).toEqual([0]);
    expect(await differencesIn(pool, ctx())).toEqual([]);
  });

  test("that has become smaller takes back only what is not spent, and says so", async () => {
    await importFile(world, staff(), file(row("25")));
    await spend(2000);
    const id = await importWith("theirs", file(row("10")));
    expect(await balances()).toEqual([0]);
    expect((await viewOf(staff(), id)).rows).toMatchObject([
      { reason: "$10.00 of the credit is spent, and was not taken back." },
    ]);
  });

  test("of nothing is nothing, and what a customer owes there is a warning", async () => {
    const id = await dryRun(
      world,
      staff(),
      file(row("0.00"), row("(20.00)", { id: "8", name: "Ida Frost" })),
    );
    expect((await viewOf(staff(), id)).rows).toMatchObject([
      { verdict: "new", reason: null },
      { verdict: "new", reason: "Owes $20.00 there: what a customer owes is not imported." },
    ]);
    await startCommit(staff(), id);
    await queues.run("commit-import");
    expect(await transfers()).toEqual([]);
  });

  test("of which two homes of a customer have different ones is the first, and the other line says so", async () => {
    const homes = [row("25", { street: "1 Elm St" }), row("40", { street: "2 Oak St" })];
    const id = await importFile(world, staff(), file(...homes));
    expect(await balances()).toEqual([2500]);
    expect((await viewOf(staff(), id)).rows.map(({ reason }) => reason)).toEqual([
      null,
      "Credit balance: $40.00 is left out, because an earlier line has another balance of this customer.",
    ]);
  });

  test("is given once when the same file is imported twice at the same time", async () => {
    await importFile(world, staff(), file(row("0")));
    const ids = [
      await dryRun(world, staff(), file(row("25"))),
      await dryRun(world, staff(), file(row("25"))),
    ];
    for (const id of ids) await startCommit(staff(), id);
    const system = ctx({ actor: { kind: "system" } });
    await Promise.all(ids.map((id) => commitBatch(system, id)));
    expect(await balances()).toEqual([2500]);
  });

  test("that is no amount makes its row bad", async () => {
    const id = await dryRun(world, staff(), file(row("twenty"), row("20000", { id: "8" })));
    expect((await viewOf(staff(), id)).rows.map(({ reason }) => reason)).toEqual([
      "Credit balance: “twenty” is not an amount. Write it like 25.00.",
      expect.stringMatching(/^Credit balance: \$20,000.00 is more than \$10,000.00/),
    ]);
  });

  test("of two people of the file stays of both when they are merged", async () => {
    const both = file(row("25"), row("10", { id: "8", name: "Ida Frost" }));
    await importFile(world, staff(), both);
    const pair = { kept: await idOf(), merged: await idOf("Ida") };
    const { seen } = await readPreview(staff(), pair.kept, pair.merged);
    expect(await mergeCustomers(staff(), { ...pair, seen })).toEqual({ ok: true });
    await importFile(world, staff(), both);
    expect((await balances()).at(-1)).toBe(3500);
  });
});

describe("undoing an import", () => {
  test("takes its credit back", async () => {
    await importFile(world, staff(), file(row("25")));
    const newer = await importWith("theirs", file(row("40"), row("5", { id: "8", name: "Ida Frost" })));
    expect(await undoImport(staff(), newer)).toEqual({ ok: true });
    expect(await balances()).toEqual([2500]);
    expect(await differencesIn(pool, ctx())).toEqual([]);
    await importWith("theirs", file(row("40"), row("5", { id: "8", name: "Ida Frost" })));
    expect(await balances()).toEqual([500, 4000]);
  });

  test("removes a new customer with the credit, whose transfers add up to nothing", async () => {
    const id = await importFile(world, staff(), file(row("25")));
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await transfers()).toEqual(["imported to customer: 2500", "customer to imported: 2500"]);
    expect(await differencesIn(pool, ctx())).toEqual([]);
  });

  test("while credit is being used is refused in words, and then says who used it", async () => {
    const id = await importFile(world, staff(), file(row("25")));
    const customer = await idOf();
    await ctx().db.transaction(async (tx) => {
      await lockCredit(tx, customer, "USD");
      expect(await undoImport(staff(), id)).toEqual({
        ok: false,
        reason: "refused",
        message: "Somebody is using credit right now. Undo it again in a moment.",
      });
      await tx.execute(sql`insert into credit_transfers (at, from_account, from_customer, to_account, amount, currency, key)
        values (now(), 'customer', ${customer}, 'orders', 1, 'USD', 'spent')`);
    });
    expect(await undoImport(staff(), id)).toMatchObject({ reason: "depended on" });
    expect(await balances()).toEqual([2499]);
  });

  test("is refused once the credit is spent, and says so", async () => {
    const id = await importFile(world, staff(), file(row("25")));
    await spend(1);
    expect(await undoImport(staff(), id)).toMatchObject({
      reason: "depended on",
      dependents: expect.arrayContaining([
        expect.objectContaining({ what: "credit that was spent or moved since" }),
      ]),
    });
    expect(await balances()).toEqual([2499]);
  });
});
