import { beforeEach, expect, test } from "vitest";
import { receivePaymentEvent } from "~/features/payments/events.server";
import { CARD, setCrews } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { openPlan, planOf, visitsOf } from "../../../tests/support/plans";
import { fakeStripe } from "../../../tests/support/stripe";
import { readPlanBySession } from "./reads.server";
import { expirePlanHolds } from "./roll.server";

const stripe = await fakeStripe({ now: () => Date.parse("2026-06-01T16:00:00Z") });
const { pool, ctx, clock, clear, queues } = await testWorld({
  stripe: stripe.url,
  stripeKeys: { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret },
});
const PAYER = { name: CARD.name, email: CARD.email, phone: CARD.phone };
let count = 0;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
});

function hear(about: "session" | "invoice", object_id: string) {
  count += 1;
  return receivePaymentEvent(ctx(), "stripe", { id: `evt_${count}`, type: about, about, object_id });
}

/** A plan whose money is on its way from a bank. */
async function underWay() {
  await openPlan(ctx());
  const session = [...stripe.books.sessions.keys()].at(-1) ?? "";
  stripe.office.pay(session, PAYER, "bank");
  await hear("session", session);
  return session;
}

test("a plan's money that takes days keeps its visits, and starts it when it comes", async () => {
  const session = await underWay();
  expect(await planOf(pool, session)).toMatchObject({ status: "pending", hold_expires_at: null });
  stripe.office.settle(session, "succeed");
  await hear("session", session);
  const plan = await planOf(pool, session);
  expect(plan).toMatchObject({ status: "active", order_status: "completed" });
  expect(stripe.books.subscriptions.get(plan.subscription_id)?.status).toBe("active");
});

test("when it does not come, the visits are free, its customer hears of it and the subscription ends", async () => {
  const session = await underWay();
  stripe.office.settle(session, "fail");
  const { subscription, invoice } = stripe.books.sessions.get(session) ?? {};
  for (const _ of ["once", "again"]) await hear("session", session);
  const plan = await planOf(pool, session);
  expect(plan).toMatchObject({ status: "ended", order_status: "failed", subscription_id: subscription });
  expect((await visitsOf(pool, plan.id)).every((visit) => visit.endsWith("cancelled"))).toBe(true);
  expect(await queues.waiting("plan-ended-mail")).toHaveLength(1);
  stripe.office.payInvoice(invoice ?? ""); // before Stripe hears that the plan has ended
  await hear("invoice", invoice ?? "");
  const { rows } = await pool.query("select status from orders where invoice_id = $1", [invoice]);
  expect(rows).toEqual([{ status: "completed" }]);
  expect((await planOf(pool, session)).needs_attention).toMatch(/^Paid after the plan had ended/);
  await queues.run("plan-subscription");
  expect(stripe.books.subscriptions.get(subscription ?? "")?.status).toBe("canceled");
});

test("on its way after the plan was given up, it is known to be, and its customer hears how that ends", async () => {
  await openPlan(ctx());
  const session = [...stripe.books.sessions.keys()].at(-1) ?? "";
  await pool.query("update plans set hold_expires_at = $1", [ctx().now.toString()]);
  await pool.query("update orders set payment_session_id = null"); // its checkout can't be asked
  await expirePlanHolds(ctx());
  await pool.query("update orders set payment_session_id = $1", [session]);
  stripe.office.pay(session, PAYER, "bank");
  await hear("session", session);
  expect(await planOf(pool, session)).toMatchObject({ status: "ended", order_status: "failed" });
  expect(await readPlanBySession(ctx(), session)).toMatchObject({ processing: true });
  expect(await queues.waiting("plan-ended-mail")).toEqual([]);
  stripe.office.settle(session, "fail");
  for (const _ of ["once", "again"]) await hear("session", session);
  expect(await readPlanBySession(ctx(), session)).toMatchObject({ status: "ended", processing: false });
  const { id } = await planOf(pool, session);
  expect(await queues.waiting("plan-ended-mail")).toEqual([{ plan_id: id, why: "payment failed" }]);
});
