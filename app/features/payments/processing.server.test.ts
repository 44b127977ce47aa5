import { beforeEach, describe, expect, test } from "vitest";
import { sendBookingCancelled } from "~/features/booking/emails/send.server";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { isDraftPaid, readBookingBySession } from "~/features/booking/queries.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { aBank, type Bank } from "../../../tests/support/bank";
import { aRequest, auditOf, bookingOf, CARD, DAY, setCrews } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { linkTo, refundsOf, visitRow } from "../../../tests/support/visits";
import { createPayment } from "./checkout/create-payment.server";
import { expireHolds } from "./checkout/sync.server";
import { recordPayment } from "./office/record-payment.server";
import { settleSession } from "./settlement/settle.server";

const world = await testWorld();
const { pool, clock, clear, queues } = world;
const DRAFT = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";
let bank: Bank;
const ctx: typeof world.ctx = (changes) => world.ctx({ payments: bank.payments, ...changes });

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  bank = aBank();
});

const ask = (details: Parameters<typeof aRequest>[0] = {}) =>
  createPayment(ctx(), { request: aRequest(details), draft_id: DRAFT });

/** Held, and at the checkout. */
async function opened() {
  const outcome = await ask();
  if (!outcome.ok) throw new Error(outcome.message);
  return new URL(outcome.url).searchParams.get("session_id") ?? "";
}

async function settle(session: string) {
  const told = await bank.payments.readSession(session);
  if (!told) throw new Error("unknown");
  expect(await settleSession(ctx(), told)).toEqual({ ok: true });
}

/** The checkout is done, the money on its way, and the application knows. */
async function processing() {
  const session = await opened();
  bank.set(session, "processing");
  await settle(session);
  return { session, id: (await bookingOf(pool, session)).id as string };
}

const orderOf = async (session: string) =>
  (await pool.query("select * from orders where payment_session_id = $1", [session])).rows[0];

describe("money that takes days", () => {
  test("keeps the slot without an end, and confirms nothing", async () => {
    await setCrews(pool, 1);
    const { session, id } = await processing();
    await settle(session);
    expect(await bookingOf(pool, session)).toMatchObject({
      status: "pending",
      order_status: "pending",
      hold_expires_at: null,
      customer_email: CARD.email,
    });
    clock.advance({ hours: 13 * 24 });
    await expireHolds(ctx());
    clock.set("2026-06-09T12:00:00Z");
    expect((await readSlotsOfDay(ctx(), { date: DAY, minutes: 60 }))[0]).toMatchObject({ state: "full" });
    expect(await visitRow(pool, id)).toMatchObject({ status: "pending" });
    expect(await auditOf(pool, id)).toEqual(["booking.held", "booking.payment_processing"]);
    expect(await queues.waiting("booking-confirmed-mail")).toEqual([]);
    expect(await readBookingBySession(ctx(), session)).toMatchObject({ processing: true });
  });

  test("is told to its customer, once", async () => {
    const { session } = await processing();
    await settle(session);
    expect(await queues.run("payment-processing-mail")).toBe(1);
    const { rows } = await pool.query("select recipient, subject, text from mails");
    expect(rows).toMatchObject([
      { recipient: CARD.email, subject: "Your payment for Regular Cleaning is processing" },
    ]);
    expect(rows[0].text).toContain("We’re holding your time");
  });

  test("is told as it is when the time was given to somebody else", async () => {
    await setCrews(pool, 1);
    const session = await opened();
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await pool.query("update orders set status = 'failed'");
    await createPayment(ctx(), { request: aRequest(), draft_id: null });
    bank.set(session, "processing");
    await settle(session);
    await queues.run("payment-processing-mail");
    const { rows } = await pool.query("select text from mails");
    expect(rows).toEqual([{ text: expect.stringContaining("couldn’t hold the time you chose") }]);
  });

  test("is not told any more once its customer has cancelled", async () => {
    const { id } = await processing();
    await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 0 });
    await queues.run("payment-processing-mail");
    expect((await pool.query("select count(*)::int from mails")).rows).toEqual([{ count: 0 }]);
  });

  test("that failed before anything was heard of it is told to whoever was at the checkout", async () => {
    const session = await opened();
    bank.set(session, "processing");
    bank.set(session, "failed");
    await settle(session);
    await queues.run("payment-failed-mail");
    expect((await pool.query("select recipient from mails")).rows).toEqual([{ recipient: CARD.email }]);
  });

  test("is not asked for twice: the same draft leads to the same booking, another wish is refused", async () => {
    const { session } = await processing();
    clock.advance({ hours: 2 });
    expect(await ask()).toMatchObject({
      ok: true,
      url: `https://site.example/payment-success?session_id=${session}`,
    });
    expect(await ask({ date: "2026-06-12" })).toMatchObject({ ok: false, status: 409 });
    expect((await pool.query("select count(*)::int from bookings")).rows).toEqual([{ count: 1 }]);
    expect(await isDraftPaid(ctx(), DRAFT)).toBe(true);
  });

  test("confirms once it has come", async () => {
    const { session, id } = await processing();
    clock.advance({ hours: 72 });
    bank.set(session, "paid");
    await Promise.all([settle(session), settle(session)]);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
    expect(await orderOf(session)).toMatchObject({
      payment_id: `pay_${session}`,
      session_closed_at: new Date(clock.now.epochMilliseconds),
    });
    expect(await queues.waiting("booking-confirmed-mail")).toEqual([{ booking_id: id }]);
    expect(await readBookingBySession(ctx(), session)).toMatchObject({ processing: false });
  });

  test("that fails frees the slot, and its customer is told how to book again, once", async () => {
    await setCrews(pool, 1);
    const { session } = await processing();
    bank.set(session, "failed");
    await Promise.all([settle(session), settle(session)]);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "cancelled", order_status: "failed" });
    expect((await orderOf(session)).session_closed_at).not.toBeNull();
    expect((await readSlotsOfDay(ctx(), { date: DAY, minutes: 60 }))[0]).toMatchObject({ state: "free" });
    expect(await queues.run("payment-failed-mail")).toBe(1);
    const { rows } = await pool.query("select recipient, subject, text from mails");
    expect(rows).toMatchObject([
      { recipient: CARD.email, subject: "Your payment for Regular Cleaning didn't go through" },
    ]);
    expect(rows[0].text).toContain("https://site.example/book?service=regular-cleaning");
  });

  test("that fails for a visit which staff confirmed leaves the visit, and calls staff", async () => {
    const staff = await staffCtx(world);
    const { session, id } = await processing();
    await setBookingStatus(staff(), { id, status: "confirmed" });
    bank.set(session, "failed");
    await settle(session);
    expect(await bookingOf(pool, session)).toMatchObject({
      status: "confirmed",
      order_status: "failed",
      needs_attention: "The payment failed, so this visit is unpaid.",
    });
    await queues.run("payment-failed-mail");
    const { rows } = await pool.query("select text from mails where occasion like 'payment-failed:%'");
    expect(rows[0].text).toContain("We’ll contact you about your visit");
  });

  test("goes back when its customer cancels before it comes; both mails say so", async () => {
    const { session, id } = await processing();
    const cancelled = await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 0 });
    expect(cancelled).toEqual({ ok: true, refund: 0 });
    for (const news of await queues.waiting("booking-cancelled-mail")) {
      await sendBookingCancelled(ctx(), news as Parameters<typeof sendBookingCancelled>[1]);
    }
    await queues.run("close-checkout").catch(() => {});
    expect((await pool.query("select text from mails")).rows[0].text).toContain("still processing");
    clock.advance({ hours: 48 });
    bank.set(session, "paid");
    await settle(session);
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 15900, status: "pending" }]);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "cancelled", order_status: "completed" });
  });

  test("can't be recorded as paid at the office meanwhile", async () => {
    const staff = await staffCtx(world);
    const { session } = await processing();
    const { id: order_id } = await orderOf(session);
    expect(await recordPayment(staff(), { order_id, method: "cash" })).toMatchObject({
      message: expect.stringContaining("processing"),
    });
  });

  test("takes the slot again when it was given up just before", async () => {
    await setCrews(pool, 1);
    const session = await opened();
    clock.advance({ minutes: 31 });
    bank.set(session, "processing");
    const { id } = await bookingOf(pool, session);
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null where id = $1", [id]);
    await pool.query("update orders set status = 'failed'");
    await settle(session);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
  });

  test("whose slot somebody else has by now waits without one, and is seen to when it comes", async () => {
    await setCrews(pool, 1);
    const session = await opened();
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await pool.query("update orders set status = 'failed'");
    await createPayment(ctx(), { request: aRequest(), draft_id: null });
    bank.set(session, "processing");
    await settle(session);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "cancelled", order_status: "pending" });
    bank.set(session, "paid");
    await settle(session);
    expect(await bookingOf(pool, session)).toMatchObject({
      status: "pending",
      order_status: "completed",
      needs_attention: "Paid after its slot was taken by another booking.",
    });
  });
});
