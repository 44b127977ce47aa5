import { beforeEach, expect, test } from "vitest";
import { closeAsNoShow } from "~/features/booking/office/cancel.server";
import { moveByStaff } from "~/features/booking/office/move.server";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { PLAIN_RULES } from "~/features/catalog/rules";
import { billSubscriptions } from "~/features/payments/test-checkout/subscriptions.server";
import { skipVisit } from "~/features/plans/change/change.server";
import { settleSubscription } from "~/features/plans/charge/charges.server";
import { syncProvider } from "~/features/plans/charge/sync.server";
import { setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { deskForm, readPlanRow, startPlan, visitsOf } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { changePlan, changePlanDay, previewChange } from "./change.server";
import { type ChangeWish, readChange } from "./forms";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 2);
  await sellEvery("biweekly");
  clock.set("2026-06-01T16:00:00Z");
  staff = await staffCtx(world);
});

/** The frequencies at which the plan's service is sold, at one price. */
const sellEvery = (...frequencies: string[]) =>
  pool.query("update services set plan_frequencies = $1 where id = 'monthly-home-care'", [
    JSON.stringify(frequencies),
  ]);

const visitId = async (plan: string, number: number) =>
  (await pool.query("select id from bookings where plan_id = $1 and plan_visit = $2", [plan, number])).rows[0]
    .id as string;

/** What staff type: a plan of every other Tuesday at 10:00 AM, as it is but for the changes. */
async function wishOf(
  plan: string,
  number: number,
  changes: Record<string, string> = {},
): Promise<ChangeWish> {
  const visit = await visitId(plan, number);
  const read = readChange(deskForm(await readPlanRow(pool, plan), { visit, ...changes }));
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.wish;
}

async function preview(id: string, wish: ChangeWish) {
  const planned = (await previewChange(staff(), { id, wish }, "staff"))?.planned;
  if (!planned?.ok) throw new Error(planned?.message ?? "no plan");
  return planned;
}

/** Previews a change and saves it as it was seen. */
async function change(id: string, wish: ChangeWish) {
  return changePlan(staff(), { id, wish, seen: (await preview(id, wish)).fingerprint });
}

const few = async (plan: string, count = 4) => (await visitsOf(pool, plan)).slice(0, count);

test("a preview saves nothing", async () => {
  const id = await startPlan(ctx(), pool);
  const before = [await visitsOf(pool, id), await readPlanRow(pool, id)];
  await preview(id, await wishOf(id, 2, { date: "2026-06-25", time: "2:00 PM" }));
  expect([await visitsOf(pool, id), await readPlanRow(pool, id)]).toEqual(before);
});

test("another day and time move every visit from then on, with one email that has them all", async () => {
  const id = await startPlan(ctx(), pool);
  await queues.run("plan-started-mail");
  const ids = await pool.query("select id from bookings order by plan_visit");
  expect(await change(id, await wishOf(id, 2, { date: "2026-06-25", time: "2:00 PM" }))).toMatchObject({
    ok: true,
    visits: 11,
    starts_on: null,
  });
  expect(await few(id)).toEqual([
    "1 2026-06-09 10:00 confirmed",
    "2 2026-06-25 14:00 confirmed",
    "3 2026-07-09 14:00 confirmed",
    "4 2026-07-23 14:00 confirmed",
  ]);
  expect((await pool.query("select id from bookings order by plan_visit")).rows).toEqual(ids.rows);
  expect(await queues.waiting("booking-moved-mail")).toEqual([]);
  await queues.run("plan-changed-mail");
  const { rows } = await pool.query("select subject, text from mails where occasion like 'plan-changed:%'");
  expect(rows).toMatchObject([{ subject: "Your plan has changed: Monthly Home Care" }]);
  expect(rows[0].text).toContain("Thursday, June 25, 2:00 PM");
});

test("another frequency counts on, releases nothing that is paid, and charges by the next month", async () => {
  await sellEvery("weekly", "biweekly");
  const id = await startPlan(ctx(), pool);
  const wish = await wishOf(id, 3, {
    date: "2026-07-07",
    frequency: "weekly",
    price: "amount",
    amount: "500",
  });
  expect(await change(id, wish)).toMatchObject({ ok: true, starts_on: "2026-07-01" });
  const visits = await visitsOf(pool, id);
  expect(visits.slice(0, 5)).toEqual([
    "1 2026-06-09 10:00 confirmed",
    "2 2026-06-23 10:00 confirmed",
    "13 2026-07-07 10:00 confirmed",
    "14 2026-07-14 10:00 confirmed",
    "15 2026-07-21 10:00 confirmed",
  ]);
  expect(visits).toHaveLength(12);
  expect(await readPlanRow(pool, id)).toMatchObject({ amount: 50_000, frequency: "weekly", visits_laid: 12 });
});

test("a plan costs what its new frequency does, and no other frequency's price", async () => {
  const id = await startPlan(ctx(), pool);
  const frequencies = { weekly: { cents: 10_000, per: "visit" }, biweekly: { cents: 12_000, per: "visit" } };
  const rules = { ...PLAIN_RULES, base: { cents: 0, minutes: 180 }, frequencies };
  await pool.query(
    `insert into service_prices (service_id, begins_on, rules, published_at)
     values ('monthly-home-care', '2026-01-01', $1, now())`,
    [JSON.stringify(rules)],
  );
  const weekly = await preview(id, await wishOf(id, 3, { date: "2026-07-07", frequency: "weekly" }));
  expect(weekly.price).toMatchObject({ amount: Math.round((52 * 10_000) / 12), starts_on: "2026-07-01" });
  const kept = await wishOf(id, 3, { date: "2026-07-07", frequency: "weekly", price: "keep" });
  expect((await preview(id, kept)).price).toBeNull();
  const monthly = await wishOf(id, 3, { date: "2026-07-07", frequency: "monthly" });
  expect(await previewChange(staff(), { id, wish: monthly }, "staff")).toMatchObject({
    planned: { ok: false, field: "frequency", message: "Monthly Home Care isn't sold every month." },
  });
});

test("a no-show of a plan's visit costs no more than its month, whatever the frequency", async () => {
  const id = await startPlan(ctx(), pool);
  clock.set("2026-06-09T15:00:00Z");
  const visit = await visitId(id, 1);
  expect(await closeAsNoShow(staff(), { id: visit, refund: 0, fee: 0 })).toMatchObject({ ok: true, fee: 0 });
  expect(await chargesOf(id)).toEqual([28_900]);
});

test("a change that takes visits out of the paid month is refused", async () => {
  const id = await startPlan(ctx(), pool);
  const wish = await wishOf(id, 2, { date: "2026-07-02" });
  const message = expect.stringContaining("take 1 visit out of the month that is paid until Jun 30, 2026");
  expect(await previewChange(staff(), { id, wish }, "staff")).toMatchObject({
    planned: { ok: false, field: "date", message },
  });
});

test("visits that were moved alone stay, and skipped ones stay skipped", async () => {
  const id = await startPlan(ctx(), pool);
  const third = await visitId(id, 3);
  await moveByStaff(staff(), { id: third, date: "2026-07-08", time: "2:00 PM", crew_id: null });
  await skipVisit(ctx(), { id: await visitId(id, 4) }, OFFICE_ACTOR);
  await change(id, await wishOf(id, 2, { date: "2026-06-24" }));
  expect((await few(id, 5)).slice(1)).toEqual([
    "2 2026-06-24 10:00 confirmed",
    "3 2026-07-08 14:00 confirmed",
    "4 2026-07-21 10:00 cancelled",
    "5 2026-08-05 10:00 confirmed",
  ]);
});

test("a visit that can't be at its new time goes to the proposed one, as it was shown", async () => {
  await setCrews(pool, 1);
  const id = await startPlan(ctx(), pool);
  await pool.query("insert into closures (date) values ('2026-07-09')");
  const planned = await preview(id, await wishOf(id, 2, { date: "2026-06-25" }));
  const clash = planned.placings.find(({ number }) => number === 3);
  expect(clash).toMatchObject({
    why: "We are closed then.",
    place: { date: "2026-07-10", time: "10:00 AM" },
  });
  expect(await changePlan(staff(), { id, wish: planned.wish, seen: planned.fingerprint })).toMatchObject({
    ok: true,
  });
  expect((await few(id))[2]).toBe("3 2026-07-10 10:00 confirmed");
});

test("a visit without a free time near it waits for staff", async () => {
  const id = await startPlan(ctx(), pool);
  const days = ["06", "07", "08", "09", "10", "11", "12"].map((day) => `('2026-07-${day}')`);
  await pool.query(`insert into closures (date) values ${days.join()}`);
  await change(id, await wishOf(id, 2, { date: "2026-06-25" }));
  const { rows } = await pool.query(
    "select status, crew_id, needs_attention from bookings where plan_visit = 3",
  );
  expect(rows).toEqual([
    { status: "pending", crew_id: null, needs_attention: expect.stringContaining("We are closed then.") },
  ]);
});

test("a week's shift lets visits take each other's places", async () => {
  await sellEvery("weekly");
  await setCrews(pool, 1);
  const id = await startPlan(ctx(), pool, { frequency: "weekly" });
  const wish = await wishOf(id, 6, { date: "2026-07-21", frequency: "weekly" });
  expect(await change(id, wish)).toMatchObject({ ok: true });
  expect((await visitsOf(pool, id)).slice(4, 7)).toEqual([
    "5 2026-07-07 10:00 confirmed",
    "6 2026-07-21 10:00 confirmed",
    "7 2026-07-28 10:00 confirmed",
  ]);
});

test("a preview is refused once the plan is another, and says what it would do now", async () => {
  const id = await startPlan(ctx(), pool);
  const planned = await preview(id, await wishOf(id, 2, { date: "2026-06-25" }));
  await moveByStaff(staff(), {
    id: await visitId(id, 5),
    date: "2026-08-05",
    time: "2:00 PM",
    crew_id: null,
  });
  const before = await visitsOf(pool, id);
  const outcome = await changePlan(staff(), { id, wish: planned.wish, seen: planned.fingerprint });
  expect(outcome).toMatchObject({ ok: false, reason: "changed", planned: { placings: expect.any(Array) } });
  expect(await visitsOf(pool, id)).toEqual(before);
});

test("of two who save the same preview at once, one changes the plan", async () => {
  const id = await startPlan(ctx(), pool);
  const { wish, fingerprint: seen } = await preview(id, await wishOf(id, 2, { date: "2026-06-25" }));
  const outcomes = await Promise.all([1, 2].map(() => changePlan(staff(), { id, wish, seen })));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  const { rows } = await pool.query("select 1 from audit_log where action = 'plan.changed'");
  expect(rows).toHaveLength(1);
});

test("another crew and address reach every visit from then on, and those before it keep theirs", async () => {
  const id = await startPlan(ctx(), pool);
  const { crew_id: own } = await readPlanRow(pool, id);
  const { rows: others } = await pool.query("select id from crews where is_active and id <> $1", [own]);
  const other = others[0].id;
  await change(
    id,
    await wishOf(id, 2, { crew_id: other, street: "9 Elm Street", city: "Concord", zip: "03301" }),
  );
  const { rows } = await pool.query("select crew_id, address_line1 from bookings order by plan_visit");
  expect(rows[0].crew_id).toBe(own);
  expect(new Set(rows.slice(1).map((row) => `${row.crew_id} ${row.address_line1}`))).toEqual(
    new Set([`${other} 9 Elm Street`]),
  );
  expect(await readPlanRow(pool, id)).toMatchObject({ crew_id: other, zip_code: "03301" });
});

test("an address outside the service area is refused", async () => {
  const id = await startPlan(ctx(), pool);
  await pool.query(
    `insert into admin_settings (category, key, value) values ('area', 'mode', 'zips'), ('area', 'zips', '03263')
     on conflict (category, key) do update set value = excluded.value`,
  );
  const wish = await wishOf(id, 2, { zip: "90210" });
  expect(await previewChange(staff(), { id, wish }, "staff")).toMatchObject({
    planned: { ok: false, field: "zip" },
  });
  await pool.query("delete from admin_settings where category = 'area'");
});

test("a change of one visit leaves the plan and its other visits alone", async () => {
  const id = await startPlan(ctx(), pool);
  const plan = await readPlanRow(pool, id);
  const wish = await wishOf(id, 2, { scope: "one", date: "2026-06-26", time: "2:00 PM", price: "keep" });
  await change(id, wish);
  expect(await few(id, 3)).toEqual([
    "1 2026-06-09 10:00 confirmed",
    "2 2026-06-26 14:00 confirmed",
    "3 2026-07-07 10:00 confirmed",
  ]);
  expect(await readPlanRow(pool, id)).toEqual(plan);
});

test("what one visit has of its own stays, unless the change is about it", async () => {
  const id = await startPlan(ctx(), pool);
  await change(
    id,
    await wishOf(id, 3, { scope: "one", date: "2026-07-07", street: "9 Elm Street", price: "keep" }),
  );
  const streets = async () =>
    (await pool.query("select address_line1 from bookings order by plan_visit limit 4")).rows.map(
      ({ address_line1 }) => address_line1,
    );
  const mixed = ["14 Barnstead Road", "14 Barnstead Road", "9 Elm Street", "14 Barnstead Road"];
  expect(await streets()).toEqual(mixed);
  const { rows } = await pool.query("select calendar_sequence from bookings order by plan_visit");
  await change(id, await wishOf(id, 2, { price: "amount", amount: "310" }));
  expect(await streets()).toEqual(mixed);
  const after = await pool.query("select calendar_sequence from bookings order by plan_visit");
  expect(after.rows).toEqual(rows);
  await change(id, await wishOf(id, 2, { street: "1 Oak Street" }));
  expect(await streets()).toEqual(["14 Barnstead Road", "1 Oak Street", "1 Oak Street", "1 Oak Street"]);
});

/** Time passes until the test checkout has charged a month. */
async function chargeUntil(id: string, at: string) {
  await queues.run("plan-subscription");
  clock.set(at);
  await billSubscriptions(ctx());
  await settleSubscription(ctx(), (await readPlanRow(pool, id)).subscription_id);
}

const chargesOf = async (id: string) =>
  (await pool.query("select amount from orders where plan_id = $1 order by created_at", [id])).rows.map(
    ({ amount }) => amount,
  );

test("another price is charged from the next month on, and nothing about it is odd", async () => {
  const id = await startPlan(ctx(), pool);
  expect(await change(id, await wishOf(id, 2, { price: "amount", amount: "310" }))).toMatchObject({
    starts_on: "2026-07-01",
  });
  await chargeUntil(id, "2026-07-01T16:00:30Z");
  expect(await chargesOf(id)).toEqual([28_900, 31_000]);
  expect((await readPlanRow(pool, id)).needs_attention).toBeNull();
});

test("a price that begins with a later visit is told to the provider after the charge before it", async () => {
  const id = await startPlan(ctx(), pool);
  await change(id, await wishOf(id, 5, { date: "2026-08-04", price: "amount", amount: "310" }));
  expect(await readPlanRow(pool, id)).toMatchObject({ amount: 28_900 });
  await chargeUntil(id, "2026-07-01T16:00:30Z");
  expect(await readPlanRow(pool, id)).toMatchObject({ amount: 31_000 });
  await chargeUntil(id, "2026-08-01T16:00:30Z");
  expect(await chargesOf(id)).toEqual([28_900, 28_900, 31_000]);
  expect((await readPlanRow(pool, id)).needs_attention).toBeNull();
});

test("a month that is charged at the old price after all needs attention", async () => {
  const id = await startPlan(ctx(), pool);
  await change(id, await wishOf(id, 2, { price: "amount", amount: "310" }));
  clock.set("2026-07-01T16:00:30Z"); // the provider has not heard of it
  await billSubscriptions(ctx());
  await settleSubscription(ctx(), (await readPlanRow(pool, id)).subscription_id);
  expect((await readPlanRow(pool, id)).needs_attention).toBe(
    "Charged 289.00 USD on Jul 01, 2026 instead of 310.00 USD.",
  );
});

test("an unreachable provider hears of the price once it answers", async () => {
  const id = await startPlan(ctx(), pool);
  await change(id, await wishOf(id, 2, { price: "amount", amount: "310" }));
  for (const _ of ["once", "again"]) await syncProvider(ctx(), id);
  const { subscription_id, untold_since } = await readPlanRow(pool, id);
  expect(untold_since).toBeNull();
  expect(await ctx().payments.readSubscription(subscription_id)).toMatchObject({ amount: 31_000 });
});

test("customers change the day and time of their own plan, and nothing else of it", async () => {
  const id = await startPlan(ctx(), pool);
  const own = ctx({ actor: { kind: "plan link", plan_id: id } });
  const wish = await wishOf(id, 2, {
    date: "2026-06-25",
    price: "amount",
    amount: "1",
    street: "Elsewhere 1",
  });
  const only = { ...wish, rest: undefined };
  const planned = (await previewChange(own, { id, wish: only }, "customer"))?.planned;
  const seen = planned?.ok ? planned.fingerprint : "";
  expect(await changePlanDay(own, { id, wish, seen })).toMatchObject({ ok: true, starts_on: null });
  expect((await few(id, 3)).slice(1)).toEqual([
    "2 2026-06-25 10:00 confirmed",
    "3 2026-07-09 10:00 confirmed",
  ]);
  expect(await readPlanRow(pool, id)).toMatchObject({
    amount: 28_900,
    address_line1: "14 Barnstead Road",
  });
  const other = ctx({ actor: { kind: "plan link", plan_id: "00000000-0000-4000-8000-000000000000" } });
  expect(await changePlanDay(other, { id, wish, seen })).toMatchObject({ ok: false, reason: "not found" });
});

test("a customer can't begin with a visit that is too soon", async () => {
  const id = await startPlan(ctx(), pool);
  clock.set("2026-06-09T00:00:00Z");
  const own = ctx({ actor: { kind: "plan link", plan_id: id } });
  const wish = { ...(await wishOf(id, 1, { date: "2026-06-11" })), rest: undefined };
  expect(await previewChange(own, { id, wish }, "customer")).toMatchObject({
    planned: { ok: false, field: "visit" },
  });
  expect(await previewChange(staff(), { id, wish }, "staff")).toMatchObject({ planned: { ok: true } });
});

/** What the customer's own form would do; each day by the number of the visit that goes there. */
async function ownChanges(id: string, moves: [number, string][]) {
  const own = ctx({ actor: { kind: "plan link", plan_id: id } });
  for (const [number, date] of moves) {
    const wish = { ...(await wishOf(id, number, { date })), rest: undefined };
    const planned = (await previewChange(own, { id, wish }, "customer"))?.planned;
    if (!planned?.ok) return `${number}: ${planned?.field}: ${planned?.message}`;
    await changePlanDay(own, { id, wish, seen: planned.fingerprint });
  }
  return null;
}

test("customers can't pull visits into the month that is paid, and staff can", async () => {
  const id = await startPlan(ctx(), pool);
  const before = await visitsOf(pool, id);
  const packed: [number, string][] = [2, 3, 4, 5, 6, 7, 8].map((number) => [number, `2026-06-${8 + number}`]);
  expect(await ownChanges(id, packed)).toMatch(
    /^2: date: This would put 1 visit more into the month that is paid until Jun 30, 2026\. .* call us at \(\d{3}\) /,
  );
  expect(await visitsOf(pool, id)).toEqual(before);
  expect(await preview(id, await wishOf(id, 2, { date: "2026-06-10" }))).toMatchObject({ ok: true, free: 1 });
});

test("customers can't pull visits into a later month before it is charged", async () => {
  const id = await startPlan(ctx(), pool);
  const packed: [number, string][] = [3, 4, 5, 6].map((number) => [number, `2026-07-0${number - 1}`]);
  expect(await ownChanges(id, packed)).toMatch(
    /^4: date: This would put 4 visits into the month from Jul 01, 2026 to Jul 31, 2026\. .* call us at /,
  );
});
