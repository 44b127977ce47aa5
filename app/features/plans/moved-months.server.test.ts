import { beforeEach, expect, test } from "vitest";
import { rescheduleBooking } from "~/features/booking/manage/reschedule.server";
import { moveByStaff } from "~/features/booking/office/move.server";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { billSubscriptions } from "~/features/payments/test-checkout/subscriptions.server";
import { shownPlan } from "~/features/plans/change/queries.server";
import { extendSchedules } from "~/features/plans/schedule/advance.server";
import { skipByPhone } from "~/features/scheduling/storm/answer.server";
import { callStorm } from "~/features/scheduling/storm/call.server";
import { planStorm } from "~/features/scheduling/storm/plan.server";
import type { StaffCtx } from "~/platform/context.server";
import { CARD, setCrews } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { readPlanRow, startPlan, visitsOf } from "../../../tests/support/plans";
import { staffCtx } from "../../../tests/support/staff";
import { endPlan, endPlanNow, pausePlan, skipMonth } from "./change/change.server";
import { askAboutCharges, endUnpaid } from "./charge/charges.server";
import { readPlan } from "./queries.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
});

const link = (plan_id: string) => ctx({ actor: { kind: "plan link", plan_id } });
const admin = () => ({ ...ctx(), actor: { kind: "user", id: "boss", role: "admin" } }) as unknown as StaffCtx;
const calls = async (id: string) => (await readPlanRow(pool, id)).needs_attention;

async function visit(id: string, number: number): Promise<string | undefined> {
  return (await visitsOf(pool, id)).find((one) => one.startsWith(`${number} `));
}

/** Charged on June 1, with visits on June 9, June 23, July 7 …; the office moves one of them, as it may after a storm. */
async function aPlanWith(number: number, date: string, card?: Parameters<typeof startPlan>[3]) {
  const id = await startPlan(ctx(), pool, {}, card);
  const { rows } = await pool.query("select id from bookings where plan_id = $1 and plan_visit = $2", [
    id,
    number,
  ]);
  const to = { id: rows[0].id, date, time: "10:00 AM", crew_id: null };
  expect(await moveByStaff(admin(), to)).toMatchObject({ ok: true });
  return { id, booking: rows[0].id as string };
}

test.each([
  ["the next month is skipped", (id: string) => skipMonth(link(id), { id })],
  ["the plan is paused", (id: string) => pausePlan(link(id), { id, resumes_on: null })],
  ["the plan ends", (id: string) => endPlan(link(id), { id })],
])("a paid visit that was moved into the next month takes place when %s", async (_, change) => {
  const { id } = await aPlanWith(2, "2026-07-02");
  clock.set("2026-06-25T12:00:00Z");
  expect(await change(id)).toMatchObject({ ok: true });
  clock.set("2026-07-01T17:00:00Z");
  await billSubscriptions(ctx());
  await extendSchedules(ctx());
  expect(await visit(id, 2)).toBe("2 2026-07-02 10:00 confirmed");
  expect(await visit(id, 3)).toContain("cancelled");
  expect(await calls(id)).toBeNull();
});

test("a visit of the next month that was moved ahead goes with its month, and is said to", async () => {
  const { id } = await aPlanWith(3, "2026-06-30");
  const view = await readPlan(link(id), id);
  const shown = view && shownPlan(link(id), view, { id, key: null });
  expect(shown?.visits.find(({ date }) => date === "2026-06-30")?.own_date).toBe("2026-07-07");
  await skipMonth(link(id), { id });
  expect(await visit(id, 3)).toContain("cancelled");
  expect(await visit(id, 2)).toContain("confirmed");
});

test("a visit of the next month that took place already calls staff when that month will not be charged", async () => {
  const { id } = await aPlanWith(3, "2026-06-15");
  clock.set("2026-06-16T12:00:00Z");
  await endPlan(link(id), { id });
  expect(await calls(id)).toBe(
    "The visit on Jun 15, 2026 was for a month that will not be charged. Charge it another way.",
  );
});

test("a visit of the paid month takes place when the next charge fails for a week", async () => {
  const { id } = await aPlanWith(2, "2026-07-10", { ...CARD, number: "4000000000000341" });
  clock.set("2026-07-01T17:00:00Z");
  await billSubscriptions(ctx());
  await askAboutCharges(ctx());
  expect((await readPlanRow(pool, id)).status).toBe("past_due");
  clock.set("2026-07-09T12:00:00Z");
  await endUnpaid(ctx());
  expect((await readPlanRow(pool, id)).status).toBe("ended");
  expect(await visit(id, 2)).toBe("2 2026-07-10 10:00 confirmed");
  expect(await visit(id, 4)).toContain("cancelled");
});

test("a visit of an unpaid month goes with its plan, when the failed charge was heard of weeks later", async () => {
  const { id } = await aPlanWith(4, "2026-08-10", { ...CARD, number: "4000000000000341" });
  clock.set("2026-07-28T12:00:00Z");
  await billSubscriptions(ctx());
  await askAboutCharges(ctx());
  expect(await readPlanRow(pool, id)).toMatchObject({ status: "past_due" });
  clock.set("2026-08-05T12:00:00Z");
  await billSubscriptions(ctx()); // the provider is in its next month by now
  await endUnpaid(ctx());
  expect((await readPlanRow(pool, id)).status).toBe("ended");
  expect(await visit(id, 4)).toBe("4 2026-08-10 10:00 cancelled");
  expect(await calls(id)).toBeNull();
});

/** The provider ends the subscription at once, as after a call of the bank. */
async function endThere() {
  await pool.query("update test_checkout_subscriptions set status = 'canceled'");
  await askAboutCharges(ctx());
}

test("paid visits are named for a refund when the provider ends a plan whose last charge was not heard of", async () => {
  const { id } = await aPlanWith(4, "2026-08-10");
  clock.set("2026-07-15T12:00:00Z");
  await billSubscriptions(ctx());
  await endThere();
  expect((await readPlanRow(pool, id)).status).toBe("ended");
  expect(await visit(id, 4)).toBe("4 2026-08-10 10:00 cancelled");
  expect(await calls(id)).toBe(
    "Paid visits were cancelled with the plan: Aug 10, 2026. Refund them, or arrange other times.",
  );
});

test("unpaid visits are not named for a refund when the provider ends a plan after a failed charge", async () => {
  const { id } = await aPlanWith(4, "2026-08-10", { ...CARD, number: "4000000000000341" });
  clock.set("2026-07-15T12:00:00Z");
  await billSubscriptions(ctx());
  await endThere();
  expect(await visit(id, 4)).toBe("4 2026-08-10 10:00 cancelled");
  expect(await calls(id)).toBeNull();
});

test("a visit of the paid month that took place early calls nobody when staff end the plan", async () => {
  const { id } = await aPlanWith(2, "2026-06-10");
  clock.set("2026-06-11T12:00:00Z");
  expect(await endPlanNow(admin(), { id })).toMatchObject({ ok: true });
  expect(await visit(id, 2)).toBe("2 2026-06-10 10:00 confirmed");
  expect(await calls(id)).toBeNull();
});

test("paid visits that staff end with their plan are named for a refund", async () => {
  const { id } = await aPlanWith(2, "2026-07-02");
  expect(await endPlanNow(admin(), { id })).toMatchObject({ ok: true });
  expect(await calls(id)).toBe(
    "Paid visits were cancelled with the plan: Jun 09, 2026; Jul 02, 2026. Refund them, or arrange other times.",
  );
});

test("its customer moves a visit within the month that pays for it, also from beyond it", async () => {
  const { booking } = await aPlanWith(2, "2026-07-10");
  const from = { date: "2026-07-10", time: "10:00 AM" };
  const move = (date: string) =>
    rescheduleBooking(ctx(), { id: booking, date, time: "2:00 PM", from }, OFFICE_ACTOR);
  expect(await move("2026-07-11")).toMatchObject({
    message: "Choose a day from Jun 01, 2026 to Jul 10, 2026: the month this visit was paid for.",
  });
  expect(await move("2026-07-03")).toMatchObject({ ok: true });
});

test.each([
  ["becomes credit, and its customer is told", true],
  ["is named for a refund when its month was given back", false],
])("the share of a paid visit that is skipped because of a storm %s", async (_, has_credit) => {
  const { id, booking } = await aPlanWith(2, "2026-06-24");
  if (!has_credit)
    await pool.query(
      `insert into refunds (order_id, charge_id, amount, reason, status, idempotency_key)
       select o.id, c.id, c.amount, '?', 'completed', 'x' from orders o join charges c on c.order_id = o.id`,
    );
  const wish = { date: "2026-06-24", towns: [] };
  const boss = await staffCtx({ pool, ctx });
  const { seen } = await planStorm(boss(), wish);
  expect(await callStorm(boss(), { ...wish, seen })).toMatchObject({ ok: true, asked: 1 });
  expect(await skipByPhone(boss(), { id: booking, refund: 0 })).toMatchObject({ ok: true });
  for (const _again of [1, 2]) {
    await queues.run("credit-skip");
    await ctx().jobs.enqueue(ctx().db, "credit-skip", { booking_id: booking, kind: "storm" });
  }
  const { rows } = await pool.query(
    `select b.amount, r.reason from credit_balances b join orders o on o.customer_id = b.customer_id
     join refunds r on r.order_id = o.id`,
  );
  if (!has_credit) {
    expect(rows).toEqual([]);
    expect(await calls(id)).toContain("A paid visit was skipped because of a storm: Jun 24, 2026.");
    return;
  }
  expect(rows).toEqual([{ amount: 28_900 / 2, reason: "Jun 24, 2026 was skipped because of a storm" }]);
  expect(await calls(id)).toBeNull();
  expect(await queues.run("plan-refund-mail")).toBe(1);
});
