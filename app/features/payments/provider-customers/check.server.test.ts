import { beforeEach, describe, expect, test } from "vitest";
import { mergeCustomers, undoMerge } from "~/features/customers/merges/merge.server";
import { readPreview } from "~/features/customers/merges/queries.server";
import { checkCustomerForm } from "~/features/customers/office/forms";
import { editCustomer, readCustomerFields } from "~/features/customers/office/save.server";
import { startCommit } from "~/features/moving/commit.server";
import { answerConflicts } from "~/features/moving/mapping.server";
import { readImport } from "~/features/moving/queries.server";
import { undoImport } from "~/features/moving/undo.server";
import type { StaffCtx } from "~/platform/context.server";
import { csvText, dryRun, importFile } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";
import { stripeWorld } from "../../../../tests/support/stripe-world";
import { checkProviderCustomers } from "./check.server";
import { readProviderCustomers } from "./queries.server";

const world = await stripeWorld();
const { pool, ctx, queues, stripe, clock } = world;
let staff: () => StaffCtx;
beforeEach(async () => {
  staff = await staffCtx(world);
});

const file = (...rows: [name: string, email: string, stripe: string][]) =>
  csvText(["Name", "Email", "Stripe Customer ID"], ...rows);
const idOf = async (name: string) =>
  (await pool.query("select id from customers where first_name = $1", [name])).rows[0].id as string;
const seen = async (name: string) => readProviderCustomers(ctx(), await idOf(name));
const rowsOf = async (id: string) =>
  (await readImport(staff(), id, { verdict: null, q: "", after: 0 }))?.rows ?? [];

describe("an imported ID at Stripe", () => {
  test("that another row of the file gets first leaves the customer the one from before", async () => {
    await importFile(world, staff(), file(["Ida", "ida@mail.example", "cus_before1"]));
    clock.advance({ minutes: 1 });
    const id = await dryRun(
      world,
      staff(),
      file(["Ruth", "ruth@mail.example", "cus_shared1"], ["Ida", "ida@mail.example", "cus_shared1"]),
    );
    await answerConflicts(staff(), { id, line: "all", answer: "theirs" });
    expect(await startCommit(staff(), id)).toEqual({ ok: true });
    await queues.run("commit-import");
    expect(await seen("Ruth")).toMatchObject([{ id: "cus_shared1" }]);
    expect(await seen("Ida")).toMatchObject([{ id: "cus_before1" }]);
  });

  test("is confirmed with its cards if Stripe knows it under one of the customer's emails", async () => {
    const ruth = stripe.office.addCustomer("Ruth@mail.example", ["4242424242424242", "5555555555554444"]);
    await importFile(world, staff(), file(["Ruth", "ruth@mail.example", ruth]));
    expect(await seen("Ruth")).toMatchObject([{ status: "unconfirmed", cards: [] }]);
    await queues.run("check-provider-customers");
    expect(await seen("Ruth")).toEqual([
      {
        ...{ id: ruth, status: "confirmed", reason: null },
        cards: ["Mastercard ending in 4444, 12/2030", "Visa ending in 4242, 12/2030"],
      },
    ]);
    expect((await pool.query("select from cards")).rowCount).toBe(0); // none that may be charged
  });

  test.each([
    ["another email", () => stripe.office.addCustomer("ida@mail.example"), /an email at Stripe that this/],
    ["no email", () => stripe.office.addCustomer(null), /has no email at Stripe/],
    ["nothing", () => "cus_unknown123", /does not know the customer cus_unknown123/],
    [
      "a deletion",
      () => {
        const id = stripe.office.addCustomer("ruth@mail.example");
        stripe.office.deleteCustomer(id);
        return id;
      },
      /or deleted it/,
    ],
  ])("with %s at Stripe is noted at its row by the dry run, and is not used", async (_what, make, reason) => {
    const id = await dryRun(world, staff(), file(["Ruth", "ruth@mail.example", make()]));
    await queues.run("check-import-at-stripe");
    await queues.run("check-import-at-stripe");
    expect(await rowsOf(id)).toMatchObject([{ verdict: "new", reason: expect.stringMatching(reason) }]);
    await importFile(world, staff(), file(["Ruth", "ruth@mail.example", make()]));
    await checkProviderCustomers(ctx());
    expect(await seen("Ruth")).toMatchObject([
      { status: "refused", reason: expect.stringMatching(reason), cards: [] },
    ]);
  });

  test("that was refused is asked about again a day later", async () => {
    const ruth = stripe.office.addCustomer("other@mail.example");
    await importFile(world, staff(), file(["Ruth", "ruth@mail.example", ruth]));
    await checkProviderCustomers(ctx());
    await pool.query(
      "update customer_contacts set value = 'other@mail.example' where value = 'ruth@mail.example'",
    );
    await checkProviderCustomers(ctx());
    expect(await seen("Ruth")).toMatchObject([{ status: "refused" }]);
    clock.advance({ hours: 25 });
    await checkProviderCustomers(ctx());
    expect(await seen("Ruth")).toMatchObject([{ status: "confirmed" }]);
  });

  test("that was confirmed by an email counts no more without it, at once or a week later", async () => {
    const other = stripe.office.addCustomer("other@mail.example", ["4242424242424242"]);
    await importFile(world, staff(), file(["Ruth", "other@mail.example", other]));
    await checkProviderCustomers(ctx());
    expect(await seen("Ruth")).toMatchObject([{ status: "confirmed" }]);
    const checked = checkCustomerForm({ kind: "person", first_name: "Ruth", email_0: "ruth@mail.example" });
    if (!checked.ok) throw new Error(JSON.stringify(checked));
    const id = await idOf("Ruth");
    const { seen: version = "" } = (await readCustomerFields(staff(), id)) ?? {};
    expect(await editCustomer(staff(), { id, seen: version, ...checked.value })).toMatchObject({ ok: true });
    expect(await seen("Ruth")).toMatchObject([{ status: "unconfirmed", cards: [] }]);
    await checkProviderCustomers(ctx());
    expect(await seen("Ruth")).toMatchObject([{ status: "refused" }]);
    await pool.query("update provider_customers set status = 'confirmed'");
    clock.advance({ hours: 6 * 24 });
    await checkProviderCustomers(ctx());
    expect(await seen("Ruth")).toMatchObject([{ status: "confirmed" }]);
    clock.advance({ hours: 25 });
    await checkProviderCustomers(ctx());
    expect(await seen("Ruth")).toMatchObject([{ status: "refused" }]);
  });

  test("that was confirmed by the email of a merged customer counts no more when that is undone", async () => {
    const other = stripe.office.addCustomer("ida@mail.example", ["4242424242424242"]);
    await importFile(
      world,
      staff(),
      file(["Ruth", "ruth@mail.example", other], ["Ida", "ida@mail.example", ""]),
    );
    const pair = { kept: await idOf("Ruth"), merged: await idOf("Ida") };
    const { seen: version } = await readPreview(staff(), pair.kept, pair.merged);
    expect(await mergeCustomers(staff(), { ...pair, seen: version })).toEqual({ ok: true });
    await checkProviderCustomers(ctx());
    expect(await seen("Ruth")).toMatchObject([{ status: "confirmed" }]);
    const { rows } = await pool.query("select id from customer_merges");
    expect(await undoMerge(staff(), { id: rows[0].id, kept: pair.kept })).toMatchObject({ ok: true });
    expect(await seen("Ruth")).toMatchObject([{ status: "unconfirmed", cards: [] }]);
  });

  test("waits while Stripe can't be reached", async () => {
    const ruth = stripe.office.addCustomer("ruth@mail.example");
    await importFile(world, staff(), file(["Ruth", "ruth@mail.example", ruth]));
    stripe.trouble.add({ kind: 500, of: "GET /v1/customers", times: 9 });
    await expect(checkProviderCustomers(ctx())).rejects.toThrow();
    expect(await seen("Ruth")).toMatchObject([{ status: "unconfirmed" }]);
  });

  test("of another customer is left out with a warning", async () => {
    const id = await importFile(
      world,
      staff(),
      file(["Ruth", "ruth@mail.example", "cus_same123"], ["Ida", "ida@mail.example", "cus_same123"]),
    );
    expect(await rowsOf(id)).toMatchObject([
      { reason: null },
      { reason: expect.stringMatching(/cus_same123 is left out: another customer has it/) },
    ]);
    expect(await seen("Ida")).toEqual([]);
  });

  test("that differs in a newer file is a conflict, and the undo puts the earlier one back", async () => {
    await importFile(world, staff(), file(["Ruth", "ruth@mail.example", "cus_first123"]));
    clock.advance({ minutes: 1 });
    const newer = file(["Ruth", "ruth@mail.example", "cus_second123"]);
    const id = await dryRun(world, staff(), newer);
    expect(await rowsOf(id)).toMatchObject([
      { differences: [{ field: "Stripe customer ID", ours: "cus_first123", theirs: "cus_second123" }] },
    ]);
    await answerConflicts(staff(), { id, line: "all", answer: "theirs" });
    expect(await startCommit(staff(), id)).toEqual({ ok: true });
    await queues.run("commit-import");
    expect(await seen("Ruth")).toMatchObject([{ id: "cus_second123" }]);
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await seen("Ruth")).toMatchObject([{ id: "cus_first123", status: "unconfirmed" }]);
  });
});

test("without keys an ID is stored unconfirmed, and nothing is asked", async () => {
  await importFile(world, staff(), file(["Ruth", "ruth@mail.example", "cus_unknown123"]));
  const payments = { ...ctx().payments, named: async () => null };
  await checkProviderCustomers({ ...ctx(), payments });
  expect(await seen("Ruth")).toMatchObject([{ status: "unconfirmed" }]);
});
