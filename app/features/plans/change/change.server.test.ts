import { beforeEach, describe, expect, test } from "vitest";
import { readRescheduleOptions, rescheduleBooking } from "~/features/booking/manage/reschedule.server";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { billSubscriptions } from "~/features/payments/test-checkout/subscriptions.server";
import { settleSubscription } from "~/features/plans/charge/charges.server";
import { readPlan } from "~/features/plans/queries.server";
import { extendSchedules } from "~/features/plans/schedule/advance.server";
import type { StaffCtx } from "~/platform/context.server";
import { auditOf, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { readPlanRow, startPlan, visitsOf } from "../../../../tests/support/plans";
import { endPlan, endPlanNow, pausePlan, resumePlan, skipMonth, skipVisit } from "./change.server";
import { shownPlan } from "./queries.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
});

const link = (plan_id: string) => ctx({ actor: { kind: "plan link", plan_id } });
const admin = () => ({ ...ctx(), actor: { kind: "user", id: "boss", role: "admin" } }) as unknown as StaffCtx;
const live = async (id: string) => (await visitsOf(pool, id)).filter((visit) => !visit.endsWith("cancelled"));

async function told() {
  while ((await queues.run("plan-subscription")) > 0);
}

async function subscriptionOf(id: string) {
  const { subscription_id } = await readPlanRow(pool, id);
  return ctx().payments.readSubscription(subscription_id);
}

async function visitId(plan: string, visit: number): Promise<string> {
  const { rows } = await pool.query("select id from bookings where plan_id = $1 and plan_visit = $2", [
    plan,
    visit,
  ]);
  return rows[0].id;
}

describe("one visit", () => {
  test("is skipped: nothing goes back, and the roll leaves it out for good", async () => {
    const id = await startPlan(ctx(), pool);
    expect(await skipVisit(link(id), { id: await visitId(id, 2) })).toEqual({ ok: true });
    expect(await skipVisit(link(id), { id: await visitId(id, 2) })).toMatchObject({ ok: false });
    await extendSchedules(ctx());
    expect((await visitsOf(pool, id))[1]).toBe("2 2026-06-23 10:00 cancelled");
    expect((await pool.query("select 1 from refunds")).rowCount).toBe(0);
    expect((await visitsOf(pool, id)).length).toBe(12);
  });

  test("is moved with the verb of every visit", async () => {
    const id = await startPlan(ctx(), pool);
    const outcome = await rescheduleBooking(link(id), {
      id: await visitId(id, 2),
      date: "2026-06-25",
      time: "2:00 PM",
      from: { date: "2026-06-23", time: "10:00 AM" },
    });
    expect(outcome).toMatchObject({ ok: true });
    await extendSchedules(ctx());
    expect((await visitsOf(pool, id))[1]).toBe("2 2026-06-25 14:00 confirmed");
  });

  test("stays in the month that pays for it", async () => {
    const id = await startPlan(ctx(), pool);
    const [inJune, inJuly] = [await visitId(id, 2), await visitId(id, 3)];
    const move = (date: string) => ({
      id: inJuly,
      date,
      time: "2:00 PM",
      from: { date: "2026-07-07", time: "10:00 AM" },
    });
    expect(await rescheduleBooking(link(id), move("2026-06-30"))).toMatchObject({
      reason: "invalid",
      field: "date",
      message: "Choose a day from Jul 01, 2026 to Jul 31, 2026: the month this visit was paid for.",
    });
    const june = await readRescheduleOptions(link(id), { id: inJune, month: "2026-07" });
    expect(june).toMatchObject({ month: "2026-06", firstMonth: "2026-06", lastMonth: "2026-06" });
    expect(await rescheduleBooking(link(id), move("2026-07-31"))).toMatchObject({ ok: true });
  });

  test("without a place is told to its customer; what concerns money is not", async () => {
    const id = await startPlan(ctx(), pool);
    const calls = async () => {
      const view = await readPlan(link(id), id);
      return view && shownPlan(link(id), view, { id, key: null }).needs_attention;
    };
    await pool.query("update plans set needs_attention = 'The customer disputes a payment.'");
    expect(await calls()).toBe(false);
    await pool.query("update bookings set needs_attention = 'It has no place.' where plan_visit = 2");
    expect(await calls()).toBe(true);
  });

  test("of another plan is nobody else's", async () => {
    const [id, other] = [await startPlan(ctx(), pool), await startPlan(ctx(), pool, { time: "2:00 PM" })];
    expect(await skipVisit(link(other), { id: await visitId(id, 2) })).toMatchObject({ reason: "not found" });
    expect(await pausePlan(link(other), { id, resumes_on: null })).toMatchObject({ reason: "not found" });
    expect(await skipVisit(ctx(), { id: await visitId(id, 2) })).toMatchObject({ reason: "not found" });
    expect(await readPlan(link(other), id)).toBeNull();
  });
});

describe("a pause", () => {
  test("begins with the end of the paid month; nothing is charged, and its visits are free again", async () => {
    const id = await startPlan(ctx(), pool);
    const outcome = await pausePlan(link(id), { id, resumes_on: null, seen: "2026-07-01" });
    expect(outcome).toEqual({ ok: true, paused_from: "2026-07-01", resumes_on: null });
    expect(await live(id)).toEqual(["1 2026-06-09 10:00 confirmed", "2 2026-06-23 10:00 confirmed"]);
    await told();
    expect(await subscriptionOf(id)).toMatchObject({ paused: true, status: "active" });
    expect((await readPlanRow(pool, id)).status).toBe("active");
    clock.set("2026-07-02T12:00:00Z");
    await extendSchedules(ctx());
    expect((await readPlanRow(pool, id)).status).toBe("paused");
    expect(await pausePlan(link(id), { id, resumes_on: null })).toMatchObject({ reason: "not possible" });
  });

  test("until a day ends with the next month that would be charged", async () => {
    const id = await startPlan(ctx(), pool);
    const outcome = await pausePlan(link(id), { id, resumes_on: "2026-08-10" });
    expect(outcome).toEqual({ ok: true, paused_from: "2026-07-01", resumes_on: "2026-09-01" });
    const visits = await live(id);
    expect(visits.slice(0, 3)).toEqual([
      "1 2026-06-09 10:00 confirmed",
      "2 2026-06-23 10:00 confirmed",
      "7 2026-09-01 10:00 confirmed",
    ]);
    expect(visits).toHaveLength(12);
  });

  test("shown with another day is not made", async () => {
    const id = await startPlan(ctx(), pool);
    const outcome = await pausePlan(link(id), { id, resumes_on: null, seen: "2026-06-30" });
    expect(outcome).toMatchObject({ ok: false, reason: "changed" });
    expect(await live(id)).toHaveLength(12);
  });

  test("of a month is 'skip next month', by staff too", async () => {
    const id = await startPlan(ctx(), pool);
    const outcome = await skipMonth(admin(), { id }, OFFICE_ACTOR);
    expect(outcome).toEqual({ ok: true, paused_from: "2026-07-01", resumes_on: "2026-08-01" });
    await told();
    expect(await subscriptionOf(id)).toMatchObject({ paused: true });
    expect((await live(id))[2]).toBe("5 2026-08-04 10:00 confirmed");
    clock.set("2026-08-01T12:00:00Z");
    await extendSchedules(ctx());
    expect(await readPlanRow(pool, id)).toMatchObject({
      status: "active",
      paused_from: null,
      resumes_on: null,
    });
  });

  test("is a month longer with the link of the mail before it ends, once", async () => {
    const id = await startPlan(ctx(), pool);
    await skipMonth(link(id), { id });
    clock.set("2026-07-29T12:00:00Z");
    await extendSchedules(ctx());
    const skip = { id, seen: "2026-08-01" };
    expect(await skipMonth(link(id), skip)).toEqual({
      ok: true,
      paused_from: "2026-07-01",
      resumes_on: "2026-09-01",
    });
    expect(await skipMonth(link(id), skip)).toMatchObject({ reason: "changed" });
    expect((await live(id))[2]).toBe("7 2026-09-01 10:00 confirmed");
    expect(await readPlan(link(id), id)).toMatchObject({ status: "paused", next_charge: "2026-09-01" });
  });

  test("that is over is none, also before the roll: what was paid since takes place", async () => {
    const id = await startPlan(ctx(), pool);
    await skipMonth(link(id), { id });
    clock.set("2026-07-02T12:00:00Z");
    await extendSchedules(ctx());
    clock.set("2026-08-01T17:00:00Z");
    await pool.query("update plans set period_end = '2026-09-01T16:00:00Z' where id = $1", [id]);
    expect(await readPlan(link(id), id)).toMatchObject({ status: "active", paused_from: null });
    expect(await endPlan(link(id), { id })).toEqual({ ok: true, ends_on: "2026-08-31", now: false });
    expect(await readPlanRow(pool, id)).toMatchObject({ status: "active", paused_from: null });
    expect((await live(id)).at(-1)).toBe("6 2026-08-18 10:00 confirmed");
  });

  test("over the end of summer time is over before the charge that ends it", async () => {
    clock.set("2026-09-10T04:30:00Z");
    const id = await startPlan(ctx(), pool, { date: "2026-09-15" });
    expect(await skipMonth(link(id), { id })).toMatchObject({ ok: true, resumes_on: "2026-11-09" }); // at 11:30 PM
    await told();
    const { rows } = await pool.query(
      `select 1 from test_checkout_subscriptions
       where resumes_at > '2026-10-10T04:30:00Z' and resumes_at <= '2026-11-10T04:30:00Z'`,
    );
    expect(rows).toHaveLength(1);
  });

  test("with charges on the last of a month goes on with the charge after it, and says that day", async () => {
    clock.set("2026-08-31T16:00:00Z");
    const id = await startPlan(ctx(), pool, { date: "2026-09-08" });
    expect(await readPlan(link(id), id)).toMatchObject({
      next_charge: "2026-09-30",
      resume_days: ["2026-10-31", "2026-11-30", "2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31"],
    });
    expect(await skipMonth(link(id), { id })).toMatchObject({ resumes_on: "2026-10-31" });
    await told();
    clock.set("2026-10-31T16:00:01Z");
    expect(await billSubscriptions(ctx())).toBe(1);
    const { subscription_id } = await readPlanRow(pool, id);
    await settleSubscription(ctx(), subscription_id);
    expect(await readPlan(link(id), id)).toMatchObject({
      status: "active",
      next_charge: "2026-11-30",
      needs_attention: null,
      charges: [{ date: "Oct 31, 2026" }, { date: "Aug 31, 2026" }],
    });
  });

  test("resumed when its month was due just now goes on with the next charge, not with a month for nothing", async () => {
    const id = await startPlan(ctx(), pool);
    await pausePlan(link(id), { id, resumes_on: null });
    await told();
    clock.set("2026-07-01T16:00:30Z");
    await billSubscriptions(ctx());
    await extendSchedules(ctx());
    expect(await resumePlan(link(id), { id })).toEqual({ ok: true, from: "2026-08-01" });
  });

  test("taken back before it begins lays all visits out again", async () => {
    const id = await startPlan(ctx(), pool);
    await pausePlan(link(id), { id, resumes_on: null });
    expect(await resumePlan(link(id), { id })).toEqual({ ok: true, from: "2026-06-01" });
    expect(await live(id)).toHaveLength(12);
    await told();
    expect(await subscriptionOf(id)).toMatchObject({ paused: false });
  });

  test("ended later goes on with the next month; what clashes is proposed first", async () => {
    const id = await startPlan(ctx(), pool);
    await pausePlan(link(id), { id, resumes_on: null });
    clock.set("2026-07-20T12:00:00Z");
    await extendSchedules(ctx());
    await pool.query("insert into closures (date, reason) values ('2026-08-04', 'closed')");
    const refused = await resumePlan(link(id), { id });
    expect(refused).toMatchObject({
      reason: "clashes",
      clashes: [{ visit: 5, proposal: { date: "2026-08-05", time: "10:00 AM" } }],
    });
    expect(await resumePlan(link(id), { id, moves: [] })).toMatchObject({ reason: "clashes" });
    const moves = [{ visit: 5, date: "2026-08-05", time: "10:00 AM" as const }];
    expect(await resumePlan(link(id), { id, moves })).toEqual({ ok: true, from: "2026-08-01" });
    expect((await live(id)).slice(2, 4)).toEqual([
      "5 2026-08-05 10:00 confirmed",
      "6 2026-08-18 10:00 confirmed",
    ]);
    expect(await readPlanRow(pool, id)).toMatchObject({ status: "paused" });
  });
});

describe("around a charge", () => {
  test("a month that was charged unheard is paid for: a pause begins after it", async () => {
    const id = await startPlan(ctx(), pool);
    clock.set("2026-07-01T16:00:30Z");
    await billSubscriptions(ctx());
    expect(await pausePlan(link(id), { id, resumes_on: null })).toMatchObject({ paused_from: "2026-08-01" });
  });

  test("a month that was charged unheard is kept by the end", async () => {
    const id = await startPlan(ctx(), pool);
    clock.set("2026-07-01T16:00:30Z");
    await billSubscriptions(ctx());
    expect(await endPlan(link(id), { id })).toMatchObject({ ends_on: "2026-07-31" });
  });

  test("a month that is due and not charged yet is not paused", async () => {
    const id = await startPlan(ctx(), pool);
    clock.set("2026-07-01T16:00:30Z");
    const outcome = await skipMonth(link(id), { id });
    expect(outcome).toMatchObject({ reason: "not possible", message: expect.stringContaining("right now") });
  });

  test.each([
    ["skipped", (id: string) => skipMonth(link(id), { id })],
    ["ended", (id: string) => endPlan(link(id), { id })],
  ])("charged before the provider heard that it is %s, staff are called", async (_, change) => {
    const id = await startPlan(ctx(), pool);
    expect(await change(id)).toMatchObject({ ok: true });
    clock.set("2026-07-01T16:00:30Z");
    await billSubscriptions(ctx());
    const { subscription_id } = await readPlanRow(pool, id);
    await settleSubscription(ctx(), subscription_id);
    expect((await readPlanRow(pool, id)).needs_attention).toBe(
      "Charged 289.00 USD on Jul 01, 2026 for a month without visits. Refund it.",
    );
  });
});

describe("the end", () => {
  test("comes with the end of the paid month; visits after it are free", async () => {
    const id = await startPlan(ctx(), pool);
    expect(await endPlan(link(id), { id, seen: "2026-06-30" })).toEqual({
      ok: true,
      ends_on: "2026-06-30",
      now: false,
    });
    expect(await live(id)).toHaveLength(2);
    await told();
    expect(await subscriptionOf(id)).toMatchObject({
      ends_at: expect.any(Temporal.Instant),
      status: "active",
    });
    clock.set("2026-07-01T16:10:00Z");
    await extendSchedules(ctx());
    expect((await readPlanRow(pool, id)).status).toBe("ended");
    expect(await endPlan(link(id), { id })).toMatchObject({ reason: "not possible" });
    expect(await queues.waiting("plan-ended-mail")).toEqual([{ plan_id: id, why: "as asked" }]);
  });

  test("can be at once, by staff: the subscription ends too", async () => {
    const id = await startPlan(ctx(), pool);
    expect(await endPlanNow(admin(), { id })).toEqual({ ok: true, ends_on: "2026-06-01", now: true });
    expect(await live(id)).toEqual([]);
    await told();
    expect(await subscriptionOf(id)).toMatchObject({ status: "ended" });
    expect(await auditOf(pool, id)).toEqual(["plan.held", "plan.started", "plan.ended"]);
  });
});

describe("rolling", () => {
  test("always has the next 12 visits laid out, and changes nothing when asked again", async () => {
    const id = await startPlan(ctx(), pool);
    clock.set("2026-07-25T12:00:00Z");
    await extendSchedules(ctx());
    const once = await visitsOf(pool, id);
    await Promise.all([extendSchedules(ctx()), extendSchedules(ctx())]);
    expect(await visitsOf(pool, id)).toEqual(once);
    expect(once).toHaveLength(16);
    expect(once[15]).toBe("16 2027-01-05 10:00 confirmed");
  });

  test("moves what clashes to the nearest time, and tells the customer", async () => {
    const id = await startPlan(ctx(), pool);
    await pool.query("insert into closures (date, reason) values ('2026-11-24', 'closed')");
    clock.set("2026-06-20T12:00:00Z");
    await extendSchedules(ctx());
    expect((await visitsOf(pool, id))[12]).toBe("13 2026-11-25 10:00 confirmed");
    expect(await queues.waiting("plan-visit-moved-mail")).toEqual([{ booking_id: await visitId(id, 13) }]);
  });
});

test("a plan reads as its customer sees it", async () => {
  const id = await startPlan(ctx(), pool);
  const plan = await readPlan(link(id), id);
  expect(plan).toMatchObject({
    status: "active",
    rhythm: "Every other Tuesday",
    time: "10:00 AM",
    price: "$289.00",
    next_charge: "2026-07-01",
    charges: [{ amount: "$289.00", refunded: null, status: "completed", date: "Jun 01, 2026" }],
    changes: {
      skip_month: { ok: true, paused_from: "2026-07-01", resumes_on: "2026-08-01" },
      end: { ok: true, ends_on: "2026-06-30", now: false },
      resume: { ok: false },
    },
  });
  expect(plan?.upcoming[0]).toMatchObject({
    visit: 1,
    date: "2026-06-09",
    time: "10:00 AM",
    can_change: true,
  });
});
