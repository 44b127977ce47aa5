import { expect, test } from "vitest";
import { findPendingSyncs } from "~/features/payments/settlement/reconcile.server";
import { aRequest, auditOf, bookingOf } from "../../../tests/support/bookings";
import { staffCtx } from "../../../tests/support/staff";
import { stripeWorld } from "../../../tests/support/stripe-world";
import { refundsOf, visitRow } from "../../../tests/support/visits";
import { createPayment } from "./checkout/create-payment.server";
import { readOfficeOrder } from "./office/queries.server";
import { refundByStaff } from "./office/refund.server";
import { receivePaymentEvent } from "./settlement/events.server";

const world = await stripeWorld();
const { pool, ctx, queues, stripe, later, payer: PAYER } = world;
const CREATE = "POST /v1/checkout/sessions";
const DRAFT = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";

const ask = () => createPayment(ctx(), { request: aRequest(), draft_id: null });

async function opened() {
  const outcome = await ask();
  if (!outcome.ok) throw new Error(outcome.message);
  const session = outcome.url.split("/").at(-1) ?? "";
  return session;
}

async function paid() {
  const session = await opened();
  stripe.office.pay(session, PAYER);
  await later();
  const booking = await bookingOf(pool, session);
  const { rows } = await pool.query("select payment_id from orders where id = $1", [booking.order_id]);
  return { id: booking.id, order_id: booking.order_id, payment: rows[0].payment_id as string, session };
}

test("a paid checkout is one confirmed booking; its events, told later, change nothing", async () => {
  const { id, session, payment } = await paid();
  expect(payment).toMatch(/^pi_/);
  await receivePaymentEvent(ctx(), "stripe", {
    id: "evt_late",
    type: "checkout.session.completed",
    about: "session",
    object_id: session,
  });
  await later();
  expect(await auditOf(pool, id)).toEqual(["booking.held", "booking.confirmed"]);
  expect(await queues.waiting("booking-confirmed-mail")).toHaveLength(1);
});

test("money by bank keeps the slot for days, and confirms or frees it", async () => {
  for (const how of ["succeed", "fail"] as const) {
    const session = await opened();
    stripe.office.pay(session, PAYER, "bank");
    await later();
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending", hold_expires_at: null });
    stripe.office.settle(session, how);
    await later();
    const status = how === "succeed" ? "confirmed" : "cancelled";
    expect(await bookingOf(pool, session)).toMatchObject({ status });
  }
  expect(await queues.waiting("payment-failed-mail")).toHaveLength(1);
});

test("a session whose answer was lost is found with its key, and closed when its hold was given up", async () => {
  stripe.trouble.add({ kind: "drop", when: "after", times: 9, of: CREATE });
  expect(await ask()).toMatchObject({ ok: false, status: 503 });
  stripe.trouble.clear();
  await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
  await pool.query("update orders set status = 'failed'");
  await later(4);
  await later();
  const [lost] = [...stripe.books.sessions.values()].slice(-1);
  expect(lost?.status).toBe("expired");
  const { rows } = await pool.query("select payment_session_id, session_closed_at from orders");
  expect(rows).toEqual([{ payment_session_id: lost?.id, session_closed_at: expect.any(Date) }]);
}, 60_000);

const openSessions = () => [...stripe.books.sessions.values()].filter(({ status }) => status === "open");

test("failures that Stripe keeps block no checkout, and leave one session to be paid", async () => {
  stripe.trouble.add({ kind: 500, when: "instead", times: 2, of: CREATE });
  const ask = () => createPayment(ctx(), { request: aRequest(), draft_id: DRAFT });
  expect(await ask()).toMatchObject({ ok: false, status: 503 });
  const before = openSessions().length;
  const outcomes = await Promise.all([ask(), ask()]);
  expect(outcomes[0]).toMatchObject({ ok: true });
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(openSessions()).toHaveLength(before + 1);
});

test("a session that was made while Stripe answered with a failure is the one that is paid", async () => {
  const before = openSessions().length;
  stripe.trouble.add({ kind: 500, when: "after", of: CREATE });
  const session = await opened();
  expect(openSessions()).toHaveLength(before + 1);
  stripe.office.pay(session, PAYER);
  await later();
  expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed" });
});

test("a refund that Stripe fails after days, and one given in its own office, are both in the books", async () => {
  const staff = await staffCtx(world);
  const { id, order_id, payment } = await paid();
  stripe.office.refundsBegin("pending");
  const wish = { amount: 5000, left: 15_900, reason: "Vase", token: crypto.randomUUID() };
  expect(await refundByStaff(staff(), { order_id, ...wish })).toMatchObject({ ok: true });
  await queues.run("refund-order");
  const [row] = (await refundsOf(pool, id)).ours;
  expect(row).toMatchObject({ status: "pending", provider_refund_id: expect.stringMatching(/^re_/) });
  stripe.office.settleRefund(row.provider_refund_id, "failed");
  await later();
  expect((await refundsOf(pool, id)).ours).toMatchObject([{ status: "failed" }]);
  expect((await visitRow(pool, id)).needs_attention).toMatch(/^The refund of \$50\.00 failed/);
  stripe.office.refundsBegin("succeeded");
  stripe.office.refund(payment, 4000);
  const event = { id: "evt_r", type: "charge.refunded", about: "payment" as const, object_id: payment };
  expect(await receivePaymentEvent(ctx(), "stripe", event)).toEqual({ ok: true });
  expect((await refundsOf(pool, id)).ours).toMatchObject([
    { status: "failed" },
    { amount: 4000, status: "completed", reason: "Refunded at Stripe" },
  ]);
  expect(await readOfficeOrder(staff(), order_id)).toMatchObject({ left: 11_900 });
});

test("what was disputed and given back at Stripe is found with every event lost", async () => {
  const { id, payment } = await paid();
  stripe.office.refund(payment, 4000);
  stripe.office.openDispute(payment, 11_900);
  for (const _ of ["once", "again"]) await findPendingSyncs(ctx());
  expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 4000, reason: "Refunded at Stripe" }]);
  expect((await visitRow(pool, id)).needs_attention).toMatch(/^The customer disputes \$119\.00/);
});

test("a lost dispute is money that went back", async () => {
  const { id, payment } = await paid();
  const { id: dispute } = stripe.office.openDispute(payment);
  const tell = (event: string) =>
    receivePaymentEvent(ctx(), "stripe", { id: event, type: "?", about: "dispute", object_id: dispute });
  expect(await tell("evt_d1")).toEqual({ ok: true });
  expect((await visitRow(pool, id)).needs_attention).toBe(
    "The customer disputes $159.00: respond at Stripe by Jun 08, 2026.",
  );
  stripe.office.closeDispute(dispute, "lost");
  await later(61);
  expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 15_900, reason: "Dispute lost" }]);
});
