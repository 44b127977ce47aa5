import { beforeEach, describe, expect, test } from "vitest";
import { readSlotsOfDay } from "~/features/booking/availability.server";
import type { CheckoutSession } from "~/platform/payment-gateway";
import {
  auditOf,
  bookingOf,
  CARD,
  DAY,
  openSession,
  paySession,
  setCrews,
} from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { settleSession } from "./settle.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

/** The provider's view of a session, as `settleSession` is given it. */
async function sessionState(id: string, changes: Partial<CheckoutSession> = {}): Promise<CheckoutSession> {
  const session = await ctx().payments.readSession(id);
  if (!session) throw new Error(`There is no session ${id}`);
  return { ...session, ...changes };
}

const settle = async (id: string, changes?: Partial<CheckoutSession>) =>
  settleSession(ctx(), await sessionState(id, changes));

async function loseHold() {
  await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
  await pool.query("update orders set status = 'failed'");
}

const mails = async () => ({
  confirmed: (await queues.waiting("booking-confirmed-mail")).length,
  flagged: (await queues.waiting("booking-flagged-mail")).length,
});

describe("a paid checkout", () => {
  test("confirms the booking, completes the order, keeps who paid, and queues one mail", async () => {
    const session = await paySession(ctx());
    clock.advance({ minutes: 2 });
    expect(await settle(session)).toEqual({ ok: true });
    const booking = await bookingOf(pool, session);
    expect(booking).toMatchObject({
      status: "confirmed",
      order_status: "completed",
      completed_at: new Date(clock.now.epochMilliseconds),
      hold_expires_at: null,
      needs_attention: null,
      customer_name: CARD.name,
      customer_email: CARD.email,
      customer_phone: CARD.phone,
    });
    expect(await queues.waiting("booking-confirmed-mail")).toEqual([{ booking_id: booking.id }]);
    expect(await auditOf(pool, booking.id)).toEqual(["booking.held", "booking.confirmed"]);
  });

  test("settled ten times at once is settled once", async () => {
    const session = await paySession(ctx());
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => settle(session)));
    expect(outcomes).toEqual(Array.from({ length: 10 }, () => ({ ok: true })));
    const booking = await bookingOf(pool, session);
    expect(await mails()).toEqual({ confirmed: 1, flagged: 0 });
    expect(await auditOf(pool, booking.id)).toEqual(["booking.held", "booking.confirmed"]);
  });

  test("changes nothing at all when its mail can't be queued", async () => {
    const session = await paySession(ctx());
    const jobs = { enqueue: () => Promise.reject(new Error("no queue")) };
    await expect(settleSession(ctx({ jobs }), await sessionState(session))).rejects.toThrow("no queue");
    const booking = await bookingOf(pool, session);
    expect(booking).toMatchObject({ status: "pending", order_status: "pending", customer_name: null });
    expect(await auditOf(pool, booking.id)).toEqual(["booking.held"]);
    expect(await settle(session)).toEqual({ ok: true });
    expect(await mails()).toEqual({ confirmed: 1, flagged: 0 });
  });

  test("leaves a status that staff chose meanwhile", async () => {
    const session = await paySession(ctx());
    await pool.query("update bookings set status = 'completed'");
    await settle(session);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "completed", order_status: "completed" });
  });
});

describe("a checkout that is still open or expired", () => {
  test("changes nothing while open", async () => {
    const session = await openSession(ctx());
    await settle(session);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
  });

  test("gives the slot back when expired, once", async () => {
    const session = await openSession(ctx());
    const expired = await sessionState(session, { status: "expired" });
    await Promise.all(Array.from({ length: 5 }, () => settleSession(ctx(), expired)));
    const booking = await bookingOf(pool, session);
    expect(booking).toMatchObject({ status: "cancelled", order_status: "failed" });
    expect(await auditOf(pool, booking.id)).toEqual(["booking.held", "booking.released"]);
    expect(await mails()).toEqual({ confirmed: 0, flagged: 0 });
  });

  test("never undoes what was paid, in whatever order it is told", async () => {
    const session = await paySession(ctx());
    await settle(session);
    await settle(session, { status: "expired" });
    await settle(session, { status: "open" });
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
  });

  test("told first, and paid afterwards: the booking stands", async () => {
    const session = await paySession(ctx());
    await settle(session, { status: "expired" });
    await settle(session);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
    expect(await mails()).toEqual({ confirmed: 1, flagged: 0 });
  });
});

describe("paid after the hold was lost", () => {
  test("goes to another free crew", async () => {
    const session = await paySession(ctx());
    const { crew_id } = await bookingOf(pool, session);
    await loseHold();
    await openSession(ctx());
    await settle(session);
    const booking = await bookingOf(pool, session);
    expect(booking).toMatchObject({ status: "confirmed", order_status: "completed", needs_attention: null });
    expect(booking.crew_id).not.toBe(crew_id);
    expect(await mails()).toEqual({ confirmed: 1, flagged: 0 });
  });

  test("is flagged for staff when no crew is free, and never dropped", async () => {
    await setCrews(pool, 1);
    const session = await paySession(ctx());
    await loseHold();
    const winner = await openSession(ctx());
    await Promise.all(Array.from({ length: 5 }, () => settle(session)));
    const booking = await bookingOf(pool, session);
    expect(booking).toMatchObject({
      status: "pending",
      crew_id: null,
      order_status: "completed",
      needs_attention: expect.stringMatching(/\w/),
      customer_email: CARD.email,
    });
    expect(await bookingOf(pool, winner)).toMatchObject({ status: "pending", order_status: "pending" });
    expect(await mails()).toEqual({ confirmed: 0, flagged: 1 });
    expect(await auditOf(pool, booking.id)).toEqual(["booking.held", "booking.flagged"]);
  });

  test("is flagged when its visit should have begun", async () => {
    const session = await paySession(ctx(), { date: "2026-06-01", time: "10:00 AM" });
    await loseHold();
    clock.set("2026-06-01T14:00:00Z");
    await settle(session);
    expect(await bookingOf(pool, session)).toMatchObject({
      order_status: "completed",
      needs_attention: expect.stringMatching(/\w/),
    });
  });

  test("is flagged when its day was closed meanwhile", async () => {
    const session = await paySession(ctx());
    await loseHold();
    await pool.query("insert into closures (date) values ($1)", [DAY]);
    await settle(session);
    expect(await bookingOf(pool, session)).toMatchObject({ order_status: "completed", crew_id: null });
    expect(await mails()).toEqual({ confirmed: 0, flagged: 1 });
  });
});

describe("another amount than the order's", () => {
  test.each([
    { amount: 100, currency: "USD" },
    { amount: 15900, currency: "EUR" },
  ])("is flagged, not confirmed: $amount $currency", async (paid) => {
    await setCrews(pool, 1);
    const session = await paySession(ctx());
    await settle(session, paid);
    await settle(session, paid);
    const booking = await bookingOf(pool, session);
    expect(booking.status).not.toBe("confirmed");
    expect(booking.needs_attention).toContain(paid.currency);
    expect(await mails()).toEqual({ confirmed: 0, flagged: 1 });
    expect(await auditOf(pool, booking.id)).toEqual(["booking.held", "booking.flagged"]);
  });

  test("keeps its crew, and the slot is shown as full, while staff look", async () => {
    await setCrews(pool, 1);
    const session = await paySession(ctx());
    await settle(session, { amount: 1 });
    clock.advance({ hours: 2 });
    const slots = await readSlotsOfDay(ctx(), { date: DAY, minutes: 60 });
    expect(slots[0]).toEqual({ time: "8:00 AM", state: "full" });
  });
});
