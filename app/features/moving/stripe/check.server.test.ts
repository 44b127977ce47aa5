import { beforeEach, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { csvText, dryRun, viewOf } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";
import { stripeWorld } from "../../../../tests/support/stripe-world";
import { checkImportAtStripe, stopAskingStripe } from "./check.server";

const world = await stripeWorld();
const { pool, ctx, queues } = world;
let staff: () => StaffCtx;
beforeEach(async () => {
  staff = await staffCtx(world);
});

const ROWS = 150;
/** A dry run of customers whose IDs Stripe doesn't know. */
const unknownIds = () =>
  dryRun(
    world,
    staff(),
    csvText(
      ["Name", "Email", "Stripe Customer ID"],
      ...Array.from({ length: ROWS }, (_, n) => [`Ruth ${n}`, `ruth${n}@mail.example`, `cus_nobody${n}`]),
    ),
  );
const noted = async (id: string) =>
  (
    await pool.query(
      "select count(*) filter (where reason is not null)::int as noted, count(distinct reason)::int as once from import_rows where run_id = $1",
      [id],
    )
  ).rows[0];
const lineOf = async (id: string) => (await viewOf(staff(), id)).stripe_line;

test("Stripe is asked in batches, and the page knows how far they are", async () => {
  const id = await unknownIds();
  expect(await lineOf(id)).toBe(1);
  await queues.run("check-import-at-stripe");
  expect(await lineOf(id)).toBe(101);
  expect(await noted(id)).toEqual({ noted: 100, once: 100 });
  await queues.run("check-import-at-stripe");
  await queues.run("check-import-at-stripe");
  expect(await noted(id)).toEqual({ noted: ROWS, once: ROWS });
  expect(await lineOf(id)).toBeNull();
  expect(await queues.run("check-import-at-stripe")).toBe(0);
});

test("a batch that runs twice, because its process was killed, notes each row once", async () => {
  const id = await unknownIds();
  await Promise.all([1, 2].map(() => checkImportAtStripe(ctx(), { run_id: id })));
  expect(await lineOf(id)).toBe(101);
  const { rows } = await pool.query("select reason from import_rows where run_id = $1 and line = 2", [id]);
  expect(rows[0].reason.match(/cus_nobody0/g)).toHaveLength(1);
});

test("the office stops it, once, and no further row is asked about", async () => {
  const id = await unknownIds();
  await queues.run("check-import-at-stripe");
  expect(await stopAskingStripe(staff(), id)).toEqual({ ok: true });
  expect(await stopAskingStripe(staff(), id)).toMatchObject({ ok: false, reason: "refused" });
  await queues.run("check-import-at-stripe");
  expect(await noted(id)).toMatchObject({ noted: 100 });
  expect(await lineOf(id)).toBeNull();
});
