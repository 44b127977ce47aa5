import { beforeEach, describe, expect, test } from "vitest";
import type { Jobs } from "~/platform/jobs/jobs.server";
import type { CheckoutSession } from "~/platform/outside/payment-gateway";
import {
  auditOf,
  bookingOf,
  CARD,
  openSession,
  paySession,
  sessionState,
} from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { settleSession } from "./settle.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

const settle = async (id: string, changes?: Partial<CheckoutSession>) =>
  settleSession(ctx(), await sessionState(ctx(), id, changes));

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

  test("changes nothing at all, and queues no mail, when it can't be brought to its end", async () => {
    const session = await paySession(ctx());
    const enqueue = async (...job: Parameters<Jobs["enqueue"]>) => {
      await ctx().jobs.enqueue(...job);
      throw new Error("power cut");
    };
    const cut = ctx({ jobs: { enqueue } });
    await expect(settleSession(cut, await sessionState(ctx(), session))).rejects.toThrow("power cut");
    expect(await mails()).toEqual({ confirmed: 0, flagged: 0 });
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
    const expired = await sessionState(ctx(), session, { status: "expired" });
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
