import { beforeEach, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { reconcilePayments } from "~/features/payments/settlement/reconcile.server";
import { testApp } from "../support/app";
import { aRequest, bookingOf, CARD } from "../support/bookings";
import { aPlanRequest, planOf } from "../support/plans";
import { fakeStripe } from "../support/stripe";

let clockNow = () => Date.now();
const stripe = await fakeStripe({ now: () => clockNow() });
const { secretKey, webhookSecret } = stripe;
const site = await testApp({ stripe: stripe.url, stripeKeys: { secretKey, webhookSecret } });
const { pool, ctx, clock, clear, queues } = site;
clockNow = () => clock.now.epochMilliseconds;
stripe.events.state.to = `${await site.serve()}/api/webhooks/stripe`;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  stripe.office.refundsBegin("succeeded");
});

const PAYER = { name: CARD.name, email: CARD.email, phone: CARD.phone };

async function open(request = aRequest()): Promise<string> {
  const outcome = await createPayment(ctx(), { request, draft_id: null });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.url.split("/").at(-1) ?? "";
}

/** Delivers Stripe's events in reverse order, each twice. */
async function backwards(happens: () => void): Promise<void> {
  Object.assign(stripe.events.state, { how: "hold", times: 2 });
  happens();
  stripe.events.release("reversed");
  await stripe.events.arrive();
}

async function paidBooking(): Promise<{ session: string; payment: string }> {
  const session = await open();
  await backwards(() => void stripe.office.pay(session, PAYER));
  expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
  return { session, payment: stripe.books.sessions.get(session)?.payment_intent ?? "" };
}

const refundsOf = async () =>
  (await pool.query("select amount, status from refunds order by created_at")).rows;

test("a refund made at Stripe is recorded once, with its final state", async () => {
  const { payment } = await paidBooking();
  stripe.office.refundsBegin("pending");
  let id = "";
  await backwards(() => {
    id = stripe.office.refund(payment, 5000).id;
  });
  expect(await refundsOf()).toEqual([{ amount: 5000, status: "pending" }]);
  await backwards(() => void stripe.office.settleRefund(id, "succeeded"));
  expect(await refundsOf()).toEqual([{ amount: 5000, status: "completed" }]);
});

test("a dispute is opened and closed with its order", async () => {
  const { payment } = await paidBooking();
  let id = "";
  await backwards(() => {
    id = stripe.office.openDispute(payment).id;
  });
  const disputes = async () => (await pool.query("select status from disputes")).rows;
  expect(await disputes()).toEqual([{ status: "open" }]);
  await backwards(() => void stripe.office.closeDispute(id, "won"));
  expect(await disputes()).toEqual([{ status: "won" }]);
});

test("a plan is started, charged each month, and ended by Stripe's events", async () => {
  const session = await open(aPlanRequest());
  await backwards(() => void stripe.office.pay(session, PAYER));
  const plan = await planOf(pool, session);
  expect(plan).toMatchObject({ status: "active", order_status: "completed" });
  const subscription = stripe.books.sessions.get(session)?.subscription ?? "";
  expect(plan.subscription_id).toBe(subscription);

  const orders = async () =>
    (await pool.query("select status from orders where plan_id = $1", [plan.id])).rows.map(
      ({ status }) => status,
    );
  clock.advance({ hours: 24 * 31 });
  await backwards(() => void stripe.office.advance(subscription, "fail"));
  const invoice = stripe.books.subscriptions.get(subscription)?.latest_invoice ?? "";
  expect(await planOf(pool, session)).toMatchObject({
    status: "past_due",
    invoice_url: `${stripe.url}/i/${invoice}`,
  });
  expect(await orders()).toEqual(["completed"]);
  await backwards(() => void stripe.office.payInvoice(invoice));
  expect(await orders()).toEqual(["completed", "completed"]);
  expect(await planOf(pool, session)).toMatchObject({ status: "active", invoice_url: null });
  await backwards(() => void stripe.office.cancel(subscription));
  expect((await planOf(pool, session)).status).toBe("ended");
  expect(await queues.waiting("refund-order")).toEqual([]);
});

test("without any event a paid checkout becomes one confirmed booking, and a late replay changes nothing", async () => {
  const session = await open();
  const before = stripe.books.events.length;
  stripe.events.state.how = "lose";
  stripe.office.pay(session, PAYER);
  clock.advance({ minutes: 8 });
  await reconcilePayments(ctx({ actor: { kind: "system" } }));
  const confirmed = { status: "confirmed", order_status: "completed" };
  expect(await bookingOf(pool, session)).toMatchObject(confirmed);
  const emails = await queues.waiting("booking-confirmed-mail");
  expect(emails).toHaveLength(1);
  clock.advance({ hours: 24 });
  stripe.events.state.how = "send";
  for (const event of stripe.books.events.slice(before)) stripe.events.take(event);
  await stripe.events.arrive();
  expect(await bookingOf(pool, session)).toMatchObject(confirmed);
  expect(await queues.waiting("booking-confirmed-mail")).toEqual(emails);
});
