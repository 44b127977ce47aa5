import { beforeEach, describe, expect, test } from "vitest";
import { expirePlanHolds } from "~/features/payments/checkout/sync.server";
import { receivePaymentEvent } from "~/features/payments/settlement/events.server";
import { extendSchedules } from "~/features/plans/schedule/advance.server";
import { InvoiceStaysOpen } from "~/platform/outside/payment-gateway";
import { CARD, setCrews } from "../../../tests/support/bookings";
import { testClock } from "../../../tests/support/clock";
import { testWorld } from "../../../tests/support/ctx";
import { openPlan, planOf, readPlanRow, visitsOf } from "../../../tests/support/plans";
import { fakeStripe } from "../../../tests/support/stripe";
import { skipMonth } from "./change/change.server";
import { announceCharges, askAboutCharges } from "./charge/charges.server";
import { syncPending, syncProvider } from "./charge/sync.server";
import { readPlanBySession } from "./queries.server";

const time = testClock("2026-06-01T16:00:00Z");
const stripe = await fakeStripe({ now: () => time.now.epochMilliseconds });
const { pool, ctx, clock, clear, queues } = await testWorld({
  stripe: stripe.url,
  stripeKeys: { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret },
});
const PAYER = { name: CARD.name, email: CARD.email, phone: CARD.phone };
let count = 0;

const at = (moment: string) => {
  for (const one of [clock, time]) one.set(moment);
};

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  at("2026-06-01T16:00:00Z");
});

function hear(about: "session" | "invoice" | "subscription", object_id: string) {
  count += 1;
  return receivePaymentEvent(ctx(), "stripe", { id: `evt_${count}`, type: about, about, object_id });
}

/** A plan whose checkout is done. */
async function begun(by: "card" | "bank") {
  await openPlan(ctx());
  const session = [...stripe.books.sessions.keys()].at(-1) ?? "";
  stripe.office.pay(session, PAYER, by);
  await hear("session", session);
  return session;
}

async function mailed(queue: string) {
  await queues.run(queue);
  const { rows } = await pool.query("select recipient, subject, text from mails order by created_at");
  return rows;
}

describe("a plan's money that takes days", () => {
  test("on its way after the plan was given up, is known to be, and its customer hears how that ends", async () => {
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

  test("keeps its visits, and starts it when it comes", async () => {
    const session = await begun("bank");
    await hear("session", session);
    expect(await planOf(pool, session)).toMatchObject({ status: "pending", hold_expires_at: null });
    expect(await mailed("plan-payment-processing-mail")).toMatchObject([
      { recipient: CARD.email, subject: "Your payment for Monthly Home Care is processing" },
    ]);
    stripe.office.settle(session, "succeed");
    await hear("session", session);
    const plan = await planOf(pool, session);
    expect(plan).toMatchObject({ status: "active", order_status: "completed" });
    expect(stripe.books.subscriptions.get(plan.subscription_id)?.status).toBe("active");
  });

  test("and does not come: the visits are free, its customer hears of it and the subscription ends", async () => {
    const session = await begun("bank");
    stripe.office.settle(session, "fail");
    const { subscription, invoice } = stripe.books.sessions.get(session) ?? {};
    for (const _ of ["once", "again"]) await hear("session", session);
    const plan = await planOf(pool, session);
    expect(plan).toMatchObject({ status: "ended", order_status: "failed", subscription_id: subscription });
    expect((await visitsOf(pool, plan.id)).every((visit) => visit.endsWith("cancelled"))).toBe(true);
    expect(await queues.waiting("plan-payment-processing-mail")).toHaveLength(1);
    await queues.run("plan-payment-processing-mail"); // too late for that one
    expect(await mailed("plan-ended-mail")).toMatchObject([
      {
        recipient: CARD.email,
        subject: "Your payment for Monthly Home Care didn't go through",
        text: expect.stringContaining("you weren’t charged"),
      },
    ]);
    stripe.office.payInvoice(invoice ?? ""); // before Stripe hears that the plan has ended
    await hear("invoice", invoice ?? "");
    const { rows } = await pool.query("select status from orders where invoice_id = $1", [invoice]);
    expect(rows).toEqual([{ status: "completed" }]);
    expect((await planOf(pool, session)).needs_attention).toMatch(/^Paid after the plan had ended/);
    await queues.run("plan-subscription");
    expect(stripe.books.subscriptions.get(subscription ?? "")?.status).toBe("canceled");
  });
});

test("a plan's money of which nothing was heard but that it failed is told to its customer, too", async () => {
  await openPlan(ctx());
  const session = [...stripe.books.sessions.keys()].at(-1) ?? "";
  stripe.office.pay(session, PAYER, "bank");
  stripe.office.settle(session, "fail");
  await hear("session", session);
  expect(await mailed("plan-ended-mail")).toMatchObject([{ recipient: CARD.email }]);
});

describe("a month that has just begun", () => {
  async function drafted() {
    const session = await begun("card");
    const plan = await planOf(pool, session);
    at("2026-07-01T16:00:00Z");
    stripe.office.advance(plan.subscription_id, "draft");
    const [draft = ""] = [...stripe.books.invoices.keys()].slice(-1);
    for (const about of ["invoice", "subscription"] as const)
      await hear(about, about === "invoice" ? draft : plan.subscription_id);
    return { id: plan.id as string, draft };
  }
  const paidOrders = async () =>
    (await pool.query("select count(*)::int from orders where status = 'completed'")).rows[0].count;
  const news = async () => [
    await queues.waiting("plan-payment-failed-mail"),
    (await pool.query("select action from audit_log where action like 'plan.charge%'")).rows,
  ];

  test("is neither paid nor failed while its invoice is a draft", async () => {
    const { id } = await drafted();
    await askAboutCharges(ctx());
    expect(await readPlanRow(pool, id)).toMatchObject({ status: "active", needs_attention: null });
    expect(await paidOrders()).toBe(1);
    expect(await news()).toEqual([[], []]);
  });

  test("is paid once its invoice is", async () => {
    const { draft } = await drafted();
    at("2026-07-01T17:00:00Z");
    stripe.office.finalize(draft, "pay");
    for (const _ of ["once", "again"]) await hear("invoice", draft);
    expect(await paidOrders()).toBe(2);
  });

  test("calls staff once its draft has come to nothing, of which no event tells", async () => {
    const { id, draft } = await drafted();
    await skipMonth(ctx({ actor: { kind: "plan link", plan_id: id } }), { id }); // of August, but Stripe voids this draft, too
    await queues.run("plan-subscription");
    at("2026-07-01T19:00:00Z");
    await askAboutCharges(ctx());
    expect((await readPlanRow(pool, id)).needs_attention).toBeNull();
    expect(stripe.office.finalize(draft).status).toBe("void");
    await askAboutCharges(ctx());
    expect((await readPlanRow(pool, id)).needs_attention).toContain("Nothing was charged on Jul 01, 2026");
  });

  test("has failed once its invoice has, with where to pay it", async () => {
    const { id, draft } = await drafted();
    at("2026-07-01T17:00:00Z");
    stripe.office.finalize(draft, "fail");
    await hear("invoice", draft);
    expect(await readPlanRow(pool, id)).toMatchObject({
      status: "past_due",
      invoice_url: `${stripe.url}/i/${draft}`,
    });
    expect(await queues.waiting("plan-payment-failed-mail")).toEqual([
      { plan_id: id, failure: `${draft}:1` },
    ]);
    expect(await paidOrders()).toBe(1);
  });
});

describe("an end that somebody sets at Stripe", () => {
  async function ending(when: string) {
    const session = await begun("card");
    const { id, subscription_id } = await planOf(pool, session);
    stripe.office.cancelAt(subscription_id, Temporal.Instant.from(when).epochMilliseconds / 1000);
    for (const _ of ["once", "again"]) await hear("subscription", subscription_id);
    return { id: id as string, subscription: subscription_id as string };
  }
  const confirmed = async (id: string) =>
    (await visitsOf(pool, id))
      .filter((visit) => visit.endsWith("confirmed"))
      .map((visit) => visit.split(" ")[1]);
  const endOf = async (id: string) =>
    (await pool.query("select status, ends_on::text from plans where id = $1", [id])).rows[0];

  test("within the month is the plan's last day, whose visit takes place", async () => {
    const { id, subscription } = await ending("2026-06-23T12:00:00Z");
    expect(await endOf(id)).toEqual({ status: "active", ends_on: "2026-06-23" });
    expect(await confirmed(id)).toEqual(["2026-06-09", "2026-06-23"]);
    expect(await queues.waiting("plan-changed-mail")).toMatchObject([{ plan_id: id, what: "ending" }]);
    at("2026-06-23T12:00:00Z");
    stripe.office.cancel(subscription);
    await hear("subscription", subscription);
    expect(await confirmed(id)).toEqual(["2026-06-09", "2026-06-23"]);
    at("2026-06-24T12:00:00Z");
    await extendSchedules(ctx());
    expect(await endOf(id)).toMatchObject({ status: "ended" });
  });

  test("months later leaves the charges until then, and tells of each", async () => {
    const { id, subscription } = await ending("2026-08-15T16:00:00Z");
    expect(await endOf(id)).toEqual({ status: "active", ends_on: "2026-08-15" });
    expect((await confirmed(id)).at(-1)).toBe("2026-08-04");
    const [letter] = await mailed("plan-changed-mail");
    expect(letter.text).toContain("you'll be charged monthly until then");
    at("2026-06-29T16:00:00Z");
    await announceCharges(ctx());
    const [, charge] = await mailed("plan-charge-mail");
    expect(charge.subject).toContain("on Jul 01, 2026");
    expect(charge.text).not.toContain("skip");
    at("2026-07-01T16:00:00Z");
    stripe.office.advance(subscription);
    await hear("subscription", subscription);
    await queues.run("plan-subscription");
    expect(stripe.books.subscriptions.get(subscription)).toMatchObject({
      status: "active",
      cancel_at_period_end: false,
    });
    expect((await readPlanRow(pool, id)).needs_attention).toBeNull();
  });
});

test("an invoice that our key may not void calls staff at once, and only once, until the key may", async () => {
  const session = await begun("card");
  const { id, subscription_id } = await planOf(pool, session);
  stripe.office.advance(subscription_id, "fail");
  await pool.query("update plans set status = 'ended', untold_since = $2 where id = $1", [id, clock.now]);
  stripe.trouble.add({ kind: 403, of: "POST /v1/invoices", times: 2 });
  await expect(syncProvider(ctx(), id)).rejects.toThrow(InvoiceStaysOpen);
  const called = (await readPlanRow(pool, id)).needs_attention;
  expect(called).toContain("The last invoice of this plan can still be paid");
  at("2026-06-03T16:00:00Z");
  await syncPending(ctx());
  expect((await readPlanRow(pool, id)).needs_attention).toBe(called);
  await syncPending(ctx());
  expect((await readPlanRow(pool, id)).untold_since).toBeNull();
  expect([...stripe.books.invoices.values()].at(-1)?.status).toBe("void");
});
