import { beforeEach, describe, expect, test } from "vitest";
import { cancelTestCheckout, payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import {
  auditOf,
  bookingOf,
  CARD,
  DAY,
  openSession,
  paySession,
  setCrews,
} from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { closeCheckout, expireHolds } from "./sync.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T12:00:00Z");
});

async function stateAt8() {
  const slots = await readSlotsOfDay(ctx(), { date: DAY, minutes: 60 });
  return slots.find(({ time }) => time === "8:00 AM")?.state;
}

describe("a hold that ran out", () => {
  test("blocks for 30 minutes to the second, before any job has run", async () => {
    await openSession(ctx());
    clock.advance({ minutes: 29, seconds: 59 });
    expect(await stateAt8()).toBe("full");
    clock.advance({ seconds: 1 });
    expect(await stateAt8()).toBe("free");
  });

  test("makes way for the next customer, and its checkout is closed behind it", async () => {
    const late = await openSession(ctx());
    clock.advance({ minutes: 30 });
    const next = await openSession(ctx());
    expect(await bookingOf(pool, late)).toMatchObject({ status: "cancelled", order_status: "failed" });
    expect(await bookingOf(pool, next)).toMatchObject({ status: "pending", order_status: "pending" });
    expect(await queues.waiting("close-checkout")).toEqual([{ session_id: late }]);
    await queues.run("close-checkout");
    expect(await ctx().payments.readSession(late)).toMatchObject({ status: "expired" });
  });

  test("can't be paid any more", async () => {
    const late = await openSession(ctx());
    clock.advance({ minutes: 31 });
    expect(await payTestCheckout(ctx(), late, CARD)).toEqual({ ok: false, reason: "not open" });
  });
});

describe("ending holds", () => {
  test("cancels the booking, fails the order, expires the session, and says so in the audit trail", async () => {
    const session = await openSession(ctx());
    clock.advance({ minutes: 30 });
    expect(await expireHolds(ctx())).toBe(1);
    const booking = await bookingOf(pool, session);
    expect(booking).toMatchObject({ status: "cancelled", order_status: "failed", hold_expires_at: null });
    expect(await ctx().payments.readSession(session)).toMatchObject({ status: "expired" });
    expect(await auditOf(pool, booking.id)).toEqual(["booking.held", "booking.released"]);
    expect(await expireHolds(ctx())).toBe(0);
  });

  test("leaves holds with time left, and paid bookings, alone", async () => {
    const paid = await paySession(ctx(), { time: "2:00 PM" });
    await closeCheckout(ctx(), paid);
    clock.advance({ minutes: 20 });
    const open = await openSession(ctx());
    clock.advance({ minutes: 20 });
    expect(await expireHolds(ctx())).toBe(0);
    expect(await bookingOf(pool, open)).toMatchObject({ status: "pending" });
    expect(await bookingOf(pool, paid)).toMatchObject({ status: "confirmed" });
  });

  test("confirms a booking that was paid at the last second", async () => {
    const session = await openSession(ctx());
    clock.advance({ minutes: 29, seconds: 59 });
    expect(await payTestCheckout(ctx(), session, CARD)).toMatchObject({ ok: true });
    clock.advance({ minutes: 5 });
    await expireHolds(ctx());
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
    expect(await queues.waiting("booking-confirmed-mail")).toHaveLength(1);
  });

  test("releases a hold whose checkout was never opened", async () => {
    await openSession(ctx());
    await pool.query("update orders set payment_session_id = null, checkout_url = null");
    clock.advance({ minutes: 30 });
    expect(await expireHolds(ctx())).toBe(1);
    const { rows } = await pool.query("select status from bookings");
    expect(rows).toEqual([{ status: "cancelled" }]);
  });

  test("is not held up by one checkout that the provider can't close", async () => {
    const stuck = await openSession(ctx());
    clock.advance({ minutes: 1 });
    const other = await openSession(ctx(), { time: "2:00 PM" });
    clock.advance({ minutes: 30 });
    const { payments } = ctx();
    const expireSession = (id: string) =>
      id === stuck ? Promise.reject(new Error("out of order")) : payments.expireSession(id);
    await expireHolds(ctx({ payments: { ...payments, expireSession } }));
    expect(await bookingOf(pool, stuck)).toMatchObject({ status: "pending" });
    expect(await bookingOf(pool, other)).toMatchObject({ status: "cancelled" });
    expect(await expireHolds(ctx())).toBe(1);
  });

  test("at once in several processes ends each hold once", async () => {
    const session = await openSession(ctx());
    clock.advance({ minutes: 30 });
    await Promise.all(Array.from({ length: 5 }, () => expireHolds(ctx())));
    const { id } = await bookingOf(pool, session);
    expect(await auditOf(pool, id)).toEqual(["booking.held", "booking.released"]);
  });
});

describe("a checkout that the customer leaves", () => {
  test("gives the slot back at once", async () => {
    const session = await openSession(ctx());
    expect(await cancelTestCheckout(ctx(), session)).toBe(
      `https://site.example/payment-canceled?session_id=${session}`,
    );
    expect(await closeCheckout(ctx(), session)).toBe("expired");
    expect(await bookingOf(pool, session)).toMatchObject({ status: "cancelled", order_status: "failed" });
    expect(await stateAt8()).toBe("free");
  });

  test("that is already paid is confirmed, not closed", async () => {
    const session = await paySession(ctx());
    expect(await cancelTestCheckout(ctx(), session)).toBeNull();
    expect(await closeCheckout(ctx(), session)).toBe("paid");
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
  });

  test("that nobody knows is nobody's", async () => {
    expect(await closeCheckout(ctx(), "test_unknown")).toBeNull();
  });
});
