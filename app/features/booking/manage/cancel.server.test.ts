import { beforeEach, describe, expect, test } from "vitest";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { auditOf, CARD, DAY, openSession, paySession, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aUser, confirmedVisit, linkTo, refundsOf, visitRow } from "../../../../tests/support/visits";
import { cancelBooking } from "./cancel.server";
import { rescheduleBooking } from "./reschedule.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

const cancel = (id: string, refund: number, actor = linkTo(id)) =>
  cancelBooking(ctx({ actor }), { id, refund });

const jobs = async () => ({
  refund: (await queues.waiting("refund-order")).length,
  customer: (await queues.waiting("booking-cancelled-mail")).length,
  crew: (await queues.waiting("crew-visit-mail")).length,
});
const none = { refund: 0, customer: 0, crew: 0 };

describe("cancelling a visit", () => {
  test("in time frees its slot and gives everything back, once the job has run", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    expect(await cancel(id, 15900)).toEqual({ ok: true, refund: 15900 });
    expect(await visitRow(pool, id)).toMatchObject({
      status: "cancelled",
      cancelled_at: new Date(clock.now.epochMilliseconds),
      calendar_sequence: 1,
    });
    const [slot] = await readSlotsOfDay(ctx(), { date: DAY, minutes: 60 });
    expect(slot?.state).toBe("free");
    expect(await jobs()).toEqual({ refund: 1, customer: 1, crew: 1 });
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 15900, status: "pending" }]);
    await queues.run("refund-order");
    const { ours, theirs } = await refundsOf(pool, id);
    expect(ours).toMatchObject([{ amount: 15900, status: "completed", provider_refund_id: theirs[0].id }]);
    expect(theirs).toMatchObject([{ amount: 15900 }]);
    expect(await auditOf(pool, id)).toEqual([
      "booking.held",
      "booking.confirmed",
      "booking.cancelled",
      "booking.refunded",
    ]);
  });

  test.each([
    ["2026-06-09T12:00:00Z", 15900],
    ["2026-06-09T12:00:01Z", 7950],
  ])("at %s gives back %i cents", async (now, amount) => {
    const { id } = await confirmedVisit(ctx(), pool);
    clock.set(now);
    expect(await cancel(id, amount)).toEqual({ ok: true, refund: amount });
    await queues.run("refund-order");
    expect((await refundsOf(pool, id)).theirs).toMatchObject([{ amount }]);
  });

  test("goes by the policy of its day, whatever the policy is today", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query(`update bookings set policy = '{"full_refund_hours": 240, "late_fee_percent": 25}'`);
    expect(await cancel(id, 11925)).toEqual({ ok: true, refund: 11925 });
  });

  test("never gives back more than is left", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    await pool.query(
      `insert into refunds (order_id, amount, reason, status, idempotency_key)
       values ($1, 10000, 'Goodwill', 'completed', 'a'), ($1, 5000, 'Goodwill', 'failed', 'b')`,
      [order_id],
    );
    expect(await cancel(id, 15900)).toMatchObject({ ok: false, reason: "changed", refund: 5900 });
    expect(await cancel(id, 5900)).toEqual({ ok: true, refund: 5900 });
  });

  test("does nothing when another amount was shown, and says which it is", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    clock.set("2026-06-10T11:00:00Z");
    const before = await visitRow(pool, id);
    for (const shown of [15900, 0, -1, 7949.5, Number.NaN]) {
      expect(await cancel(id, shown)).toMatchObject({ ok: false, reason: "changed", refund: 7950 });
    }
    expect(await visitRow(pool, id)).toEqual(before);
    expect(await jobs()).toEqual(none);
  });

  test("is over once it has begun", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    clock.set("2026-06-10T12:00:00Z");
    expect(await cancel(id, 7950)).toMatchObject({ ok: false, reason: "not cancellable" });
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed" });
  });

  test("that is not confirmed yet lets go of the hold, without a mail to anybody", async () => {
    const session = await openSession(ctx());
    const { rows } = await pool.query("select id from bookings");
    expect(await cancel(rows[0].id, 0)).toEqual({ ok: true, refund: 0 });
    expect(await visitRow(pool, rows[0].id)).toMatchObject({ status: "cancelled", hold_expires_at: null });
    expect(await jobs()).toEqual(none);
    await queues.run("close-checkout");
    expect(await ctx().payments.readSession(session)).toMatchObject({ status: "expired" });
  });

  test("that is paid at the same moment stays cancelled, and all of the money goes back", async () => {
    const session = await openSession(ctx());
    const { rows } = await pool.query("select id from bookings");
    await payTestCheckout(ctx(), session, CARD);
    await cancel(rows[0].id, 0);
    await queues.run("close-checkout");
    expect(await jobs()).toEqual({ refund: 1, customer: 1, crew: 0 });
    await queues.run("refund-order");
    expect(await visitRow(pool, rows[0].id)).toMatchObject({
      status: "cancelled",
      cancelled_at: expect.any(Date),
    });
    const { ours, theirs } = await refundsOf(pool, rows[0].id);
    expect(ours).toMatchObject([{ amount: 15900, status: "completed", provider_refund_id: theirs[0].id }]);
  });

  test("that was paid without a slot gives everything back, and staff need not look any more", async () => {
    const session = await paySession(ctx());
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    clock.set("2026-06-12T12:00:00Z");
    await closeCheckout(ctx(), session);
    const { rows } = await pool.query("select id from bookings");
    expect(await cancel(rows[0].id, 15900)).toEqual({ ok: true, refund: 15900 });
    expect(await visitRow(pool, rows[0].id)).toMatchObject({ status: "cancelled", needs_attention: null });
    expect(await jobs()).toEqual({ refund: 1, customer: 1, crew: 0 });
  });
});

describe("cancelled once, given back once:", () => {
  test("twenty cancels at the same moment", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => cancel(id, 15900)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    for (const lost of outcomes.filter(({ ok }) => !ok))
      expect(lost).toMatchObject({ reason: "not cancellable" });
    expect(await jobs()).toEqual({ refund: 1, customer: 1, crew: 1 });
    await queues.run("refund-order");
    const { ours, theirs } = await refundsOf(pool, id);
    expect([ours.length, theirs.length]).toEqual([1, 1]);
  });

  test("cancels against moves: the visit ends cancelled, and nobody moves it afterwards", async () => {
    for (let round = 0; round < 5; round += 1) {
      const date = `2026-06-1${round}`;
      const { id } = await confirmedVisit(ctx(), pool, { date });
      const actor = linkTo(id);
      const from = { date, time: "8:00 AM" };
      const move = (time: string) =>
        rescheduleBooking(ctx({ actor }), { id, date: "2026-06-24", time, from });
      const [moved, cancelled, again, other] = await Promise.all([
        move("8:00 AM"),
        cancel(id, 15900),
        cancel(id, 15900),
        move("2:00 PM"),
      ]);
      expect([cancelled, again].filter(({ ok }) => ok)).toHaveLength(1);
      const moves = [moved, other].filter(({ ok }) => ok).length;
      expect(moves).toBeLessThanOrEqual(1);
      expect(await visitRow(pool, id)).toMatchObject({ status: "cancelled", calendar_sequence: 1 + moves });
      expect((await refundsOf(pool, id)).ours).toHaveLength(1);
    }
  });
});

test.each(["a stranger", "an administrator", "a guest", "the link of another visit"])(
  "%s can't cancel it, and nothing changes",
  async (who) => {
    const { id } = await confirmedVisit(ctx(), pool);
    const { id: other } = await confirmedVisit(ctx(), pool, { date: "2026-06-11" });
    const stranger = await aUser(pool, "stranger@mail.example");
    const before = await visitRow(pool, id);
    const actor = {
      "a stranger": stranger,
      "an administrator": { ...stranger, role: "owner" as const },
      "a guest": { kind: "guest" as const },
      "the link of another visit": linkTo(other),
    }[who];
    expect(await cancel(id, 15900, actor)).toMatchObject({ ok: false, reason: "not found" });
    expect(await visitRow(pool, id)).toEqual(before);
    expect(await jobs()).toEqual(none);
  },
);

test("an id that is none is not found", async () => {
  for (const id of ["", "1", "\0", crypto.randomUUID()]) {
    expect(await cancel(id, 0)).toMatchObject({ ok: false, reason: "not found" });
  }
});
