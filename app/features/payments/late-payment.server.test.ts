import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import type { CheckoutSession } from "~/platform/outside/payment-gateway";
import {
  aRequest,
  auditOf,
  bookingOf,
  CARD,
  DAY,
  openSession,
  paySession,
  sessionState,
  setCrews,
} from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { linkTo, refundsOf } from "../../../tests/support/visits";
import { createPayment } from "./checkout/create-payment.server";
import { settleSession } from "./settlement/settle.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

const settle = async (id: string, changes?: Partial<CheckoutSession>) =>
  settleSession(ctx(), await sessionState(ctx(), id, changes));

const loseHold = () =>
  pool.query(
    "update bookings set status = 'cancelled', hold_expires_at = null; update orders set status = 'failed'",
  );

const mails = async () => ({
  confirmed: (await queues.waiting("booking-confirmed-mail")).length,
  flagged: (await queues.waiting("booking-flagged-mail")).length,
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

  test("takes its turn with new customers for the last free crew, and fails nobody", async () => {
    const session = await paySession(ctx());
    await loseHold();
    const rivals = () => openSession(ctx()).catch((refusal: Error) => refusal.message);
    await Promise.all([rivals(), rivals(), settle(session), rivals(), rivals()]);
    const { order_status, crew_id, needs_attention } = await bookingOf(pool, session);
    expect({ order_status, lost: crew_id === null }).toEqual({
      order_status: "completed",
      lost: needs_attention !== null,
    });
    const { rows } = await pool.query(
      "select count(*)::int from bookings where crew_id is not null and status <> 'cancelled'",
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  test("takes its turn with its own draft, which is after another slot, and fails nobody", async () => {
    for (let day = 10; day < 20; day += 1) {
      const draft = `the-draft-of-day-${day}`;
      const session = await paySession(ctx(), { date: `2026-06-${day}` }, draft);
      await loseHold();
      const moved = { request: aRequest({ date: `2026-07-${day}` }), draft_id: draft };
      const [settled, outcome] = await Promise.all([settle(session), createPayment(ctx(), moved)]);
      expect(settled).toEqual({ ok: true });
      if (!outcome.ok) expect(outcome.status).toBe(409);
      expect(await bookingOf(pool, session)).toMatchObject({
        status: "confirmed",
        order_status: "completed",
      });
    }
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

describe("paid after its customer had cancelled", () => {
  const cancelled = async () => {
    const session = await openSession(ctx());
    const { id } = await bookingOf(pool, session);
    expect(await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 0 })).toMatchObject({ ok: true });
    const paid = await payTestCheckout(ctx(), session, CARD);
    if (!paid.ok) throw new Error(paid.reason);
    return { id, session };
  };

  test("stays cancelled, and everything goes back once, however often the news comes", async () => {
    const { id, session } = await cancelled();
    await Promise.all(Array.from({ length: 5 }, () => settle(session)));
    await settle(session);
    await settle(session, { status: "expired" });
    expect(await bookingOf(pool, session)).toMatchObject({
      status: "cancelled",
      order_status: "completed",
      needs_attention: null,
      customer_email: CARD.email,
      cancelled_at: expect.any(Date),
    });
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 15900, status: "pending" }]);
    expect(await queues.run("refund-order")).toBe(1);
    expect((await refundsOf(pool, id)).theirs).toMatchObject([{ amount: 15900 }]);
    expect(await mails()).toEqual({ confirmed: 0, flagged: 0 });
    expect(await queues.run("booking-cancelled-mail")).toBe(1);
    const { rows } = await pool.query("select recipient, text from mails");
    expect(rows).toEqual([
      { recipient: CARD.email, text: expect.stringContaining("$159.00 is on its way to the card") },
    ]);
    expect(await auditOf(pool, id)).toEqual([
      "booking.held",
      "booking.cancelled",
      "booking.paid_when_cancelled",
      "booking.refunded",
    ]);
  });

  test("tells whoever has been told already that nothing was paid", async () => {
    const session = await paySession(ctx());
    const { id } = await bookingOf(pool, session);
    await pool.query(
      "update bookings set status = 'confirmed', hold_expires_at = null, customer_email = 'ada@mail.example'",
    );
    await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 0 });
    await queues.run("booking-cancelled-mail");
    await settle(session);
    await queues.run("booking-cancelled-mail");
    const { rows } = await pool.query("select text from mails order by created_at, occasion");
    expect(rows.map(({ text }) => /is on its way to the card/.test(text))).toEqual([false, true]);
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
