import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { ERASED_STREET } from "~/features/booking/booking";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { readVisit } from "~/features/booking/manage/queries.server";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { isDraftPaid } from "~/features/booking/queries.server";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { expirePlanHolds } from "~/features/payments/checkout/sync.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { clearPlanAttention, endPlanNow } from "~/features/plans/change/change.server";
import type { StaffCtx } from "~/platform/context.server";
import { ProviderUnavailable } from "~/platform/outside/payment-gateway";
import {
  aRequest,
  CARD,
  openSession,
  sessionState,
  setCrews,
  setSetting,
} from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { gatewayOf } from "../../../../tests/support/gateway";
import { aPlanRequest, FIRST, openPlan, planOf, visitsOf } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  staff = await staffCtx(world);
  clock.set("2026-06-01T12:00:00Z");
});

const admin = () => ({ ...ctx(), actor: { kind: "user", id: "boss", role: "admin" } }) as unknown as StaffCtx;

async function block(date: string, time: string | null = null) {
  await pool.query("insert into closures (date, time, reason) values ($1, $2, 'closed')", [date, time]);
}

test("a plan and its visits keep the fees that were set when it was started", async () => {
  await setSetting(pool, "booking.free_cancellation_hours", "48");
  await openPlan(ctx());
  const policy = { full_refund_hours: 48, late_fee_percent: 50, no_show_percent: 100 };
  const { rows } = await pool.query(
    "select policy from plans union all select distinct policy from bookings",
  );
  expect(rows).toEqual([{ policy }, { policy }]);
});

test("starting holds the next 12 visits with one order, and paying confirms them all", async () => {
  const session = await openPlan(ctx());
  const held = await planOf(pool, session);
  expect(held).toMatchObject({ status: "pending", order_status: "pending", amount: 28900 });
  const visits = await visitsOf(pool, held.id);
  expect(visits).toHaveLength(12);
  expect(visits[0]).toBe("1 2026-06-09 10:00 pending");
  expect(visits[11]).toBe("12 2026-11-10 10:00 pending");

  await payTestCheckout(ctx(), session, CARD);
  const state = await sessionState(ctx(), session);
  await settleSession(ctx(), state);
  await settleSession(ctx(), state);
  const paid = await planOf(pool, session);
  expect(paid).toMatchObject({
    status: "active",
    order_status: "completed",
    hold_expires_at: null,
    visits_laid: 12,
  });
  expect(paid.subscription_id).toBe(state.subscription_id);
  expect(paid.invoice_id).toBe(state.invoice_id);
  expect(paid.payment_id).toBe(state.payment_id);
  expect(new Set((await visitsOf(pool, paid.id)).map((visit) => visit.split(" ")[3]))).toEqual(
    new Set(["confirmed"]),
  );
  expect(await queues.waiting("plan-started-mail")).toEqual([{ plan_id: paid.id }]);
});

test("what clashes is answered with the nearest time, and held once that is accepted", async () => {
  await block("2026-06-23");
  const request = aPlanRequest();
  const refused = await createPayment(ctx(), { request, draft_id: null });
  expect(refused).toMatchObject({
    ok: false,
    status: 409,
    field: "bookingDetails.moves",
    clashes: [
      {
        visit: 2,
        date: "2026-06-23",
        time: "10:00 AM",
        why: "We are closed then.",
        proposal: { date: "2026-06-24", time: "10:00 AM" },
      },
    ],
  });
  expect((await pool.query("select 1 from plans")).rowCount).toBe(0);
  const moves = [{ visit: 2, date: "2026-06-24", time: "10:00 AM" as const }];
  const session = await openPlan(ctx(), { moves });
  expect((await visitsOf(pool, (await planOf(pool, session)).id))[1]).toBe("2 2026-06-24 10:00 pending");
});

test("visits can't be drawn into the month that is paid first: a move too far away is none", async () => {
  const moves = [11, 12].map((visit) => ({ visit, date: "2026-06-11", time: "10:00 AM" as const }));
  const session = await openPlan(ctx(), { moves });
  const visits = await visitsOf(pool, (await planOf(pool, session)).id);
  expect(visits.slice(10)).toEqual(["11 2026-10-27 10:00 pending", "12 2026-11-10 10:00 pending"]);
});

test("accepted moves that were taken meanwhile are answered with fresh ones", async () => {
  await block("2026-06-23");
  await openSession(ctx(), { date: "2026-06-24", time: "10:00 AM" });
  const moves = [{ visit: 2, date: "2026-06-24", time: "10:00 AM" as const }];
  const refused = await createPayment(ctx(), { request: aPlanRequest({ moves }), draft_id: null });
  expect(refused).toMatchObject({ status: 409, clashes: [{ visit: 2, proposal: { date: "2026-06-24" } }] });
});

test("a visit with nothing free around it is left out once its customer has seen that", async () => {
  for (let day = 20; day <= 26; day += 1) await block(`2026-06-${day}`);
  const refused = await createPayment(ctx(), { request: aPlanRequest(), draft_id: null });
  expect(refused).toMatchObject({ status: 409, clashes: [{ visit: 2, proposal: null }] });
  const other = aPlanRequest({ moves: [{ visit: 3, date: "2026-07-08", time: "10:00 AM" }] });
  expect(await createPayment(ctx(), { request: other, draft_id: null })).toMatchObject({
    status: 409,
    clashes: [{ visit: 2, proposal: null }],
  });
  const session = await openPlan(ctx(), { moves: [{ visit: 2, date: null, time: null }] });
  const { id } = await planOf(pool, session);
  expect(await visitsOf(pool, id)).toHaveLength(11);
  await payTestCheckout(ctx(), session, CARD);
  await settleSession(ctx(), await sessionState(ctx(), session));
  const { rows } = await pool.query(
    "select status, crew_id, needs_attention from bookings where plan_visit = 2",
  );
  expect(rows).toEqual([
    { status: "pending", crew_id: null, needs_attention: expect.stringContaining("couldn't be scheduled") },
  ]);
});

test("when the first visit was just taken the day's free times are answered", async () => {
  await openSession(ctx(), { date: FIRST, time: "10:00 AM" });
  const refused = await createPayment(ctx(), { request: aPlanRequest(), draft_id: null });
  expect(refused).toMatchObject({ status: 409, field: "bookingDetails.time", slots: expect.any(Array) });
});

test("two plans for the same slots at once: one is held, the other hears of clashes, never both", async () => {
  await setCrews(pool, 1);
  const ask = () => createPayment(ctx(), { request: aPlanRequest(), draft_id: null });
  const outcomes = await Promise.all([ask(), ask(), ask()]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await pool.query("select 1 from bookings where status <> 'cancelled'")).rowCount).toBe(12);
});

describe("a draft", () => {
  test("asked again is the same order; changed it moves the hold", async () => {
    const draft = randomUUID();
    const first = await openPlan(ctx(), {}, draft);
    expect(await openPlan(ctx(), {}, draft)).toBe(first);
    const second = await openPlan(ctx(), { time: "2:00 PM" }, draft);
    expect(await planOf(pool, first)).toMatchObject({ status: "ended", order_status: "failed" });
    expect(await planOf(pool, second)).toMatchObject({ status: "pending", slot_time: "14:00:00" });
    expect((await pool.query("select 1 from bookings where status = 'pending'")).rowCount).toBe(12);
  });

  test("that becomes a single visit gives the plan up, and the other way round", async () => {
    const draft = randomUUID();
    const plan = await openPlan(ctx(), {}, draft);
    const visit = await openSession(ctx(), {}, draft);
    expect(await planOf(pool, plan)).toMatchObject({ status: "ended" });
    await openPlan(ctx(), {}, draft);
    const { rows } = await pool.query(
      "select b.status from bookings b join orders o on o.booking_id = b.id where o.payment_session_id = $1",
      [visit],
    );
    expect(rows).toEqual([{ status: "cancelled" }]);
  });
});

describe("a draft whose money is there or on its way", () => {
  const draft = randomUUID();
  const under_way = "The payment for this booking is processing. Start a new one to book another visit.";

  test("begins anew once its plan is paid for, not while it is held", async () => {
    const session = await openPlan(ctx(), {}, draft);
    expect(await isDraftPaid(ctx(), draft)).toBe(false);
    await payTestCheckout(ctx(), session, CARD);
    await settleSession(ctx(), await sessionState(ctx(), session));
    expect(await isDraftPaid(ctx(), draft)).toBe(true);
    await pool.query("update plans set status = 'ended'");
    expect(await isDraftPaid(ctx(), draft)).toBe(false);
  });

  test("of a plan: nothing else takes its place", async () => {
    const session = await openPlan(ctx(), {}, draft);
    await settleSession(ctx(), await sessionState(ctx(), session, { status: "processing" }));
    expect(await isDraftPaid(ctx(), draft)).toBe(true);
    const refused = { ok: false, status: 409, message: under_way };
    expect(await createPayment(ctx(), { request: aRequest(), draft_id: draft })).toMatchObject(refused);
    const other = aPlanRequest({ time: "2:00 PM" });
    expect(await createPayment(ctx(), { request: other, draft_id: draft })).toMatchObject(refused);
    expect(await planOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
  });

  test("of a single visit: a plan doesn't take its place", async () => {
    const session = await openSession(ctx(), {}, draft);
    await settleSession(ctx(), await sessionState(ctx(), session, { status: "processing" }));
    const outcome = await createPayment(ctx(), { request: aPlanRequest(), draft_id: draft });
    expect(outcome).toMatchObject({ ok: false, status: 409, message: under_way });
    const { rows } = await pool.query("select status from bookings");
    expect(rows).toEqual([{ status: "pending" }]);
  });
});

test("a visit of a plan that is not paid for is changed with all the others, or not at all", async () => {
  const session = await openPlan(ctx());
  const { rows } = await pool.query("select id from bookings where plan_visit = 2");
  const id: string = rows[0].id;
  const refused = { ok: false, message: "This plan hasn't been paid for yet." };
  for (const status of ["confirmed", "cancelled"] as const) {
    expect(await setBookingStatus(staff(), { id, status })).toMatchObject(refused);
  }
  const wish = { choice: "none", amount: null, reason: "", left: 0 } as const;
  expect(await cancelByStaff(staff(), { id, ...wish })).toMatchObject(refused);
  expect(await cancelBooking(ctx(), { id, refund: 0 }, OFFICE_ACTOR)).toMatchObject(refused);
  expect(await readVisit(ctx(OFFICE_ACTOR), id)).toMatchObject({ can_cancel: false, can_move: false });
  await payTestCheckout(ctx(), session, CARD);
  await settleSession(ctx(), await sessionState(ctx(), session));
  expect(await setBookingStatus(staff(), { id, status: "cancelled" })).toMatchObject({ ok: true });
});

test("a second try after a provider that was down holds the visits for its whole time", async () => {
  const draft = randomUUID();
  const { payments } = ctx();
  const real = await gatewayOf({ payments });
  const answers: ("down" | "none")[] = ["down", "none"];
  const createSession: typeof real.createSession = async (request) => {
    const answer = answers.shift();
    if (answer === "down") throw new ProviderUnavailable("down");
    return answer ?? real.createSession(request);
  };
  const gateway = { ...real, createSession };
  const flaky = () =>
    ctx({ payments: { ...payments, current: async () => gateway, named: async () => gateway } });
  const ask = () => createPayment(flaky(), { request: aPlanRequest(), draft_id: draft }).catch(() => null);
  expect((await ask())?.ok ?? false).toBe(false);
  clock.advance({ minutes: 29 });
  expect(await ask()).toMatchObject({ ok: true });
  clock.advance({ minutes: 29 });
  const held = "select 1 from bookings where status = 'pending' and hold_expires_at > $1";
  expect((await pool.query(held, [clock.now.toString()])).rowCount).toBe(12);
  await expirePlanHolds(ctx());
  expect((await pool.query("select status from plans")).rows).toEqual([{ status: "pending" }]);
});

describe("a hold that runs out", () => {
  test("gives all visits back together, and a payment that was faster starts the plan", async () => {
    const session = await openPlan(ctx());
    clock.advance({ minutes: 31 });
    await expirePlanHolds(ctx());
    const released = await planOf(pool, session);
    expect(released).toMatchObject({ status: "ended", order_status: "failed" });
    expect((await pool.query("select 1 from bookings where status <> 'cancelled'")).rowCount).toBe(0);
  });

  test("in the way of a single visit goes as a whole", async () => {
    const session = await openPlan(ctx());
    clock.advance({ minutes: 31 });
    await openSession(ctx(), { date: "2026-07-07", time: "10:00 AM" });
    const { id } = await planOf(pool, session);
    expect(new Set((await visitsOf(pool, id)).map((visit) => visit.split(" ")[3]))).toEqual(
      new Set(["cancelled"]),
    );
    expect(await planOf(pool, session)).toMatchObject({ status: "ended" });
  });

  test("paid after all: the visits are laid out again, those whose slot is gone at the nearest time", async () => {
    const session = await openPlan(ctx());
    await payTestCheckout(ctx(), session, CARD);
    clock.advance({ minutes: 31 });
    await openSession(ctx(), { date: "2026-07-07", time: "10:00 AM" });
    await settleSession(ctx(), await sessionState(ctx(), session));
    const plan = await planOf(pool, session);
    expect(plan).toMatchObject({ status: "active", order_status: "completed" });
    const visits = await visitsOf(pool, plan.id);
    expect(visits[0]).toBe("1 2026-06-09 10:00 confirmed");
    expect(visits[2]).toBe("3 2026-07-07 14:00 confirmed");
  });

  test("while the bank takes its time the visits are kept", async () => {
    const session = await openPlan(ctx());
    const state = await sessionState(ctx(), session, { status: "processing" });
    await settleSession(ctx(), state);
    clock.advance({ hours: 24 });
    await expirePlanHolds(ctx());
    expect(await planOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
    await settleSession(ctx(), { ...state, status: "failed" });
    const plan = await planOf(pool, session);
    expect(plan).toMatchObject({ status: "ended", order_status: "failed" });
    expect(await queues.waiting("plan-ended-mail")).toEqual([{ plan_id: plan.id, why: "payment failed" }]);
  });
});

test("another amount than asked for starts nothing and calls staff", async () => {
  const session = await openPlan(ctx());
  await settleSession(ctx(), await sessionState(ctx(), session, { status: "paid", amount: 100 }));
  expect(await planOf(pool, session)).toMatchObject({
    status: "pending",
    order_status: "pending",
    needs_attention: "Paid 1.00 USD instead of 289.00 USD.",
  });
});

test("paid with another amount, staff can end it at once: no visits, and no subscription that goes on", async () => {
  const session = await openPlan(ctx());
  await payTestCheckout(ctx(), session, CARD);
  await settleSession(ctx(), await sessionState(ctx(), session, { amount: 100 }));
  const { id, subscription_id } = await planOf(pool, session);
  await clearPlanAttention(admin(), { id });
  expect(await endPlanNow(admin(), { id })).toMatchObject({ ok: true });
  expect((await visitsOf(pool, id)).every((visit) => visit.endsWith("cancelled"))).toBe(true);
  await queues.run("plan-subscription");
  expect(await ctx().payments.readSubscription(subscription_id)).toMatchObject({ status: "ended" });
});

test("a plan that nobody paid for is not ended by staff", async () => {
  const { id } = await planOf(pool, await openPlan(ctx()));
  expect(await endPlanNow(admin(), { id })).toMatchObject({ reason: "not possible" });
});

test("paid after its customer has gone, the subscription ends", async () => {
  const session = await openPlan(ctx());
  const { id } = await planOf(pool, session);
  await pool.query("update plans set status = 'ended', address_line1 = $2 where id = $1", [
    id,
    ERASED_STREET,
  ]);
  await payTestCheckout(ctx(), session, CARD);
  await settleSession(ctx(), await sessionState(ctx(), session));
  const { subscription_id, needs_attention } = await planOf(pool, session);
  expect(needs_attention).toContain("Refund it");
  await queues.run("plan-subscription");
  expect(await ctx().payments.readSubscription(subscription_id)).toMatchObject({ status: "ended" });
});

test.each([
  [{ frequency: undefined }, "bookingDetails.frequency"],
  [{ date: "2026-05-01" }, "bookingDetails.date"],
])("a request with %j is refused", async (details, field) => {
  const outcome = await createPayment(ctx(), { request: aPlanRequest(details), draft_id: null });
  expect(outcome).toMatchObject({ ok: false, status: 422, field });
});

test("a plan begins within the month that is charged at once", async () => {
  const late = await createPayment(ctx(), { request: aPlanRequest({ date: "2026-07-01" }), draft_id: null });
  expect(late).toMatchObject({
    status: 422,
    field: "bookingDetails.date",
    message: "Choose a first visit up to Jun 30, 2026: today's charge covers the visits until then.",
  });
  const inTime = await createPayment(ctx(), {
    request: aPlanRequest({ date: "2026-06-30" }),
    draft_id: null,
  });
  expect(inTime).toMatchObject({ ok: true });
});

test("a first charge whose month has no visits calls staff like any other", async () => {
  const session = await openPlan(ctx());
  await pool.query("delete from bookings");
  await pool.query("update plans set first_date = '2026-09-08'");
  await payTestCheckout(ctx(), session, CARD);
  await settleSession(ctx(), await sessionState(ctx(), session));
  expect((await planOf(pool, session)).needs_attention).toBe(
    "Charged 289.00 USD on Jun 01, 2026 for a month without visits. Refund it.",
  );
});
