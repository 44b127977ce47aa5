import { beforeEach, expect, test } from "vitest";
import { billSubscriptions } from "~/features/payments/test-checkout/subscriptions.server";
import { settleSubscription } from "~/features/plans/charge/charges.server";
import { planRise, raisePrices } from "~/features/plans/prices/raise.server";
import { extendSchedules } from "~/features/plans/schedule/advance.server";
import { setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { deskForm, readPlanRow, startPlan } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { changePlan, previewChange } from "./change.server";
import { readChange } from "./forms";
import { shownChange } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 2);
  clock.set("2026-06-01T16:00:00Z");
  staff = await staffCtx(world);
});

/** The own days of the visits of a plan of every other Tuesday. */
const DAYS: Record<number, string> = { 2: "2026-06-23", 4: "2026-07-21", 6: "2026-08-18", 8: "2026-09-15" };

/** Sets a price before tax, in dollars, from a visit on, as it was previewed. */
async function setPrice(id: string, number: number, amount: string) {
  const { rows } = await pool.query("select id from bookings where plan_id = $1 and plan_visit = $2", [
    id,
    number,
  ]);
  const price: Record<string, string> = amount === "" ? { price: "keep" } : { price: "amount", amount };
  const form = { visit: rows[0].id, date: DAYS[number] ?? "", ...price };
  const read = readChange(deskForm(await readPlanRow(pool, id), form));
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const found = await previewChange(staff(), { id, wish: read.wish }, "staff");
  if (!found?.planned.ok) throw new Error(JSON.stringify(found));
  const { facts } = await shownChange(staff(), found.before, found.planned);
  const seen = found.planned.fingerprint;
  const save = () => changePlan(staff(), { id, wish: read.wish, seen });
  return { price: found.planned.price, facts: facts.map(({ label, value }) => `${label}: ${value}`), save };
}

const pricesOf = async (id: string) =>
  (
    await pool.query(
      "select status || ' ' || amount || ' ' || starts_on as price from plan_prices where plan_id = $1 order by position",
      [id],
    )
  ).rows.map(({ price }) => price);

async function chargesUntil(id: string, ...days: string[]) {
  for (const day of days) {
    await queues.run("plan-subscription");
    clock.set(`${day}T16:00:30Z`);
    await billSubscriptions(ctx());
    await settleSubscription(ctx(), (await readPlanRow(pool, id)).subscription_id);
  }
  const { rows } = await pool.query("select amount from orders where plan_id = $1 order by created_at", [id]);
  expect((await readPlanRow(pool, id)).needs_attention).toBeNull();
  return rows.map(({ amount }) => amount);
}

test("a scheduled price is taken back with the price of today, as the preview shows", async () => {
  const id = await startPlan(ctx(), pool);
  await (await setPrice(id, 6, "500")).save();
  const back = await setPrice(id, 6, "289");
  expect(back.price).toBeNull();
  expect(back.facts).toEqual([
    "Price: Stays $289.00 a month",
    "Taken back: $500.00 a month from Aug 01, 2026 on",
  ]);
  expect(await back.save()).toMatchObject({ ok: true, starts_on: null });
  expect(await pricesOf(id)).toEqual(["dropped 50000 2026-08-01"]);
  expect(await chargesUntil(id, "2026-07-01", "2026-08-01")).toEqual([28_900, 28_900, 28_900]);
});

test.each([
  ["an earlier visit", 2],
  ["a later visit", 8],
])("the price of today from %s on takes it back, too", async (_, number) => {
  const id = await startPlan(ctx(), pool);
  await (await setPrice(id, 6, "500")).save();
  await (await setPrice(id, number, "289")).save();
  expect(await pricesOf(id)).toEqual(["dropped 50000 2026-08-01"]);
});

test("the scheduled price itself, and keeping the price, leave it scheduled and say so", async () => {
  const id = await startPlan(ctx(), pool);
  await (await setPrice(id, 6, "500")).save();
  for (const amount of ["500", ""]) {
    const again = await setPrice(id, 6, amount);
    expect(again.price).toBeNull();
    expect(again.facts).toEqual([
      "Price: Stays $289.00 a month",
      "From Aug 01, 2026: $500.00 a month, as planned",
    ]);
    await again.save();
  }
  expect(await pricesOf(id)).toEqual(["scheduled 50000 2026-08-01"]);
});

test("another price takes its place, and the preview says which", async () => {
  const id = await startPlan(ctx(), pool);
  await (await setPrice(id, 6, "500")).save();
  const other = await setPrice(id, 4, "310");
  expect(other.facts).toContain("Taken back: $500.00 a month from Aug 01, 2026 on");
  await other.save();
  expect(await chargesUntil(id, "2026-07-01", "2026-08-01")).toEqual([28_900, 31_000, 31_000]);
});

test("a price that the plan has got already is taken back until it is charged, at the provider too", async () => {
  const id = await startPlan(ctx(), pool);
  await (await setPrice(id, 4, "500")).save();
  await queues.run("plan-subscription");
  expect(await readPlanRow(pool, id)).toMatchObject({ amount: 50_000 });
  const back = await setPrice(id, 4, "289");
  expect(back.facts).toEqual([
    "Price: Stays $289.00 a month",
    "Taken back: $500.00 a month from Jul 01, 2026 on",
  ]);
  await back.save();
  expect(await readPlanRow(pool, id)).toMatchObject({ amount: 28_900 });
  expect(await chargesUntil(id, "2026-07-01")).toEqual([28_900, 28_900]);
});

test("a preview is refused once another price is scheduled", async () => {
  const id = await startPlan(ctx(), pool);
  const kept = await setPrice(id, 6, "");
  await (await setPrice(id, 6, "500")).save();
  expect(await kept.save()).toMatchObject({ ok: false, reason: "changed" });
});

test("a rise that is taken back is told to its customer", async () => {
  const id = await startPlan(ctx(), pool);
  const wish = { plans: [id], rise: { by: "percent", percent: 10 } as const, from: "2026-07-01" };
  await raisePrices(staff(), { wish, seen: (await planRise(staff(), wish)).fingerprint });
  await extendSchedules(ctx());
  await (await setPrice(id, 4, "289")).save();
  expect(await pricesOf(id)).toEqual(["withdrawn 31790 2026-07-01"]);
  await queues.run("plan-rise-withdrawn-mail");
  const { rows } = await pool.query("select subject from mails where occasion like 'plan-rise-withdrawn:%'");
  expect(rows).toEqual([{ subject: "Your plan still costs $289.00 a month" }]);
});
