import { beforeEach, describe, expect, test } from "vitest";
import { receivePaymentEvent } from "~/features/payments/settlement/events.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { billSubscriptions } from "~/features/payments/test-checkout/subscriptions.server";
import { pausePlan, skipMonth } from "~/features/plans/change/change.server";
import { extendSchedules } from "~/features/plans/schedule/advance.server";
import { ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { auditOf, CARD, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { readPlanRow, startPlan, visitsOf } from "../../../../tests/support/plans";
import {
  announceCharges,
  askAboutCharges,
  askAboutEnded,
  endUnpaid,
  settleInvoice,
  settleSubscription,
} from "./charges.server";
import { syncPending } from "./sync.server";

const { pool, ctx, clock, clear, queues } = await testWorld();
const DECLINES_LATER = { ...CARD, number: "4000000000000341" };

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
});

async function ordersOf(plan: string) {
  const { rows } = await pool.query(
    "select status, amount, invoice_id is not null as invoiced from orders where plan_id = $1 order by created_at",
    [plan],
  );
  return rows;
}

/** The provider's events, as they would come in; `also`: each a second time. */
async function deliver({ also = false } = {}) {
  const { rows } = await pool.query("select * from test_checkout_events order by created_at");
  for (const { id, type, object_id } of also ? [...rows, ...rows.toReversed()] : rows) {
    const about = type.startsWith("invoice.")
      ? "invoice"
      : type.startsWith("customer.")
        ? "subscription"
        : "session";
    await receivePaymentEvent(ctx(), "test-checkout", { id, type, about, object_id });
  }
}

const paid = { status: "completed", amount: 28900, invoiced: true };

test("each month is charged once, however often and in whatever order its events come", async () => {
  const id = await startPlan(ctx(), pool);
  await deliver({ also: true });
  expect(await ordersOf(id)).toEqual([paid]);
  clock.set("2026-07-01T16:00:01Z");
  expect(await billSubscriptions(ctx())).toBe(1);
  expect(await billSubscriptions(ctx())).toBe(0);
  await deliver({ also: true });
  expect(await ordersOf(id)).toEqual([paid, paid]);
  expect((await readPlanRow(pool, id)).period_end.toISOString()).toBe("2026-08-01T16:00:00.000Z");
});

test("with every event lost the charges are booked all the same", async () => {
  const id = await startPlan(ctx(), pool);
  clock.set("2026-08-01T18:00:00Z");
  expect(await billSubscriptions(ctx())).toBe(2);
  await askAboutCharges(ctx());
  await askAboutCharges(ctx());
  expect(await ordersOf(id)).toEqual([paid, paid, paid]);
});

test("plans that the provider doesn't know keep no other from being asked about", async () => {
  const id = await startPlan(ctx(), pool);
  await pool.query(
    `insert into plans select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
       'number', p.number + n, 'subscription_id', 'test_sub_gone_' || n, 'draft_id', null, 'period_end', '2026-06-02T16:00:00Z'))).*
     from plans p, generate_series(1, 200) n`,
  );
  clock.set("2026-07-01T18:00:00Z");
  await billSubscriptions(ctx());
  await askAboutCharges(ctx());
  clock.advance({ minutes: 10 });
  await askAboutCharges(ctx());
  expect(await ordersOf(id)).toEqual([paid, paid]);
});

test("an older answer of the provider doesn't overwrite a newer one", async () => {
  const id = await startPlan(ctx(), pool, {}, DECLINES_LATER);
  const { subscription_id } = await readPlanRow(pool, id);
  const { payments } = ctx();
  const old = await payments.readSubscription(subscription_id);
  clock.set("2026-07-01T16:01:00Z");
  await billSubscriptions(ctx());
  let asked = 0;
  const late = ctx({
    payments: {
      ...payments,
      async readSubscription(subscription) {
        asked += 1;
        if (asked > 1) return payments.readSubscription(subscription);
        await settleSubscription(ctx(), subscription); // another worker is faster
        return old;
      },
    },
  });
  await settleSubscription(late, subscription_id);
  const plan = await readPlanRow(pool, id);
  expect(plan.status).toBe("past_due");
  expect(plan.past_due_since).not.toBeNull();
});

test("a month for free is no order, and the plan goes on", async () => {
  const id = await startPlan(ctx(), pool);
  clock.set("2026-07-01T16:00:01Z");
  await billSubscriptions(ctx());
  await pool.query("update test_checkout_invoices set amount = 0 where period_start = '2026-07-01T16:00Z'");
  const { subscription_id } = await readPlanRow(pool, id);
  await settleSubscription(ctx(), subscription_id);
  expect(await ordersOf(id)).toEqual([paid]);
  expect((await readPlanRow(pool, id)).period_end.toISOString()).toBe("2026-08-01T16:00:00.000Z");
});

test("what isn't ours is left alone", async () => {
  expect(await settleSubscription(ctx(), "test_sub_other")).toEqual({ ok: true });
  expect(await settleInvoice(ctx(), "test_in_other")).toEqual({ ok: true });
});

describe("a charge that fails", () => {
  async function failed() {
    const id = await startPlan(ctx(), pool, {}, DECLINES_LATER);
    clock.set("2026-07-01T16:01:00Z");
    await billSubscriptions(ctx());
    await deliver({ also: true });
    return id;
  }

  test("leaves the visits, and its customer hears where to pay, once", async () => {
    const id = await failed();
    const plan = await readPlanRow(pool, id);
    expect(plan.status).toBe("past_due");
    expect(plan.invoice_url).toContain("/payment?session_id=test_");
    expect(await queues.waiting("plan-payment-failed-mail")).toEqual([
      { plan_id: id, failure: expect.stringMatching(/^test_in_\S+:1$/) },
    ]);
    expect((await visitsOf(pool, id)).filter((visit) => visit.endsWith("confirmed"))).toHaveLength(12);
    expect(await ordersOf(id)).toEqual([paid]);
  });

  test("is mailed also when no invoice is open any more", async () => {
    const id = await startPlan(ctx(), pool, {}, DECLINES_LATER);
    clock.set("2026-07-01T16:01:00Z");
    await billSubscriptions(ctx());
    await pool.query("update test_checkout_invoices set status = 'void' where status = 'open'");
    const { subscription_id } = await readPlanRow(pool, id);
    await settleSubscription(ctx(), subscription_id);
    await queues.run("plan-payment-failed-mail");
    const { rows } = await pool.query("select subject from mails where subject like 'Your payment for%'");
    expect(rows).toHaveLength(1);
  });

  test("again is told once more for each try that failed, and never twice", async () => {
    const id = await failed();
    const { subscription_id } = await readPlanRow(pool, id);
    const { payments } = ctx();
    let tries = 1;
    const retrying = () =>
      ctx({
        payments: {
          ...payments,
          listInvoices: async (which) =>
            (await payments.listInvoices(which)).map((one) =>
              one.status === "open" ? { ...one, tries } : one,
            ),
        },
      });
    for (tries of [1, 2, 2, 3, 3]) await settleSubscription(retrying(), subscription_id);
    const told = (await queues.waiting("plan-payment-failed-mail")).map(({ failure }) => String(failure));
    expect(told.map((one) => one.split(":")[1])).toEqual(["1", "2", "3"]);
    await queues.run("plan-payment-failed-mail");
    const { rows } = await pool.query("select 1 from mails where subject like 'Your payment for%'");
    expect(rows).toHaveLength(3);
    expect(await auditOf(pool, id)).toEqual([
      "plan.held",
      "plan.started",
      ...Array(3).fill("plan.charge_failed"),
    ]);
  });

  test("paid within the grace goes on", async () => {
    const id = await failed();
    clock.advance({ hours: 24 * 6 });
    const page = new URL((await readPlanRow(pool, id)).invoice_url).searchParams.get("session_id") ?? "";
    expect(await payTestCheckout(ctx(), page, CARD)).toMatchObject({ ok: true });
    await askAboutCharges(ctx());
    expect(await readPlanRow(pool, id)).toMatchObject({
      status: "active",
      past_due_since: null,
      invoice_url: null,
    });
    expect(await ordersOf(id)).toEqual([paid, paid]);
    clock.advance({ hours: 24 * 2 });
    await endUnpaid(ctx());
    expect((await readPlanRow(pool, id)).status).toBe("active");
  });

  test("unpaid for a week ends the plan: visits free, subscription ended, customer told", async () => {
    const id = await failed();
    clock.advance({ hours: 24 * 7 - 1 });
    await endUnpaid(ctx());
    expect((await readPlanRow(pool, id)).status).toBe("past_due");
    clock.advance({ hours: 1 });
    await endUnpaid(ctx());
    await endUnpaid(ctx());
    const plan = await readPlanRow(pool, id);
    expect(plan.status).toBe("ended");
    expect((await visitsOf(pool, id)).filter((visit) => visit.endsWith("confirmed"))).toHaveLength(3);
    await queues.run("plan-subscription");
    expect(await ctx().payments.readSubscription(plan.subscription_id)).toMatchObject({ status: "ended" });
    expect(await queues.waiting("plan-ended-mail")).toEqual([{ plan_id: id, why: "unpaid" }]);
    expect(await auditOf(pool, id)).toEqual([
      "plan.held",
      "plan.started",
      "plan.charge_failed",
      "plan.ended",
    ]);
  });
});

test("a charge that is paid after the end is known, with every event lost", async () => {
  const id = await startPlan(ctx(), pool, {}, DECLINES_LATER);
  clock.set("2026-07-01T16:01:00Z");
  await billSubscriptions(ctx());
  clock.set("2026-07-01T18:01:00Z");
  await askAboutCharges(ctx());
  const { invoice_url } = await readPlanRow(pool, id);
  clock.advance({ hours: 24 * 8 });
  await endUnpaid(ctx());
  expect((await readPlanRow(pool, id)).status).toBe("ended");
  const page = new URL(invoice_url).searchParams.get("session_id") ?? "";
  expect(await payTestCheckout(ctx(), page, CARD)).toMatchObject({ ok: true });
  await askAboutEnded(ctx());
  expect(await ordersOf(id)).toEqual([paid, paid]);
  expect((await readPlanRow(pool, id)).needs_attention).toContain("Paid after the plan had ended");
});

describe("a plan that ended while its provider was out of reach for weeks", () => {
  const AFTER_WEEKS = "2026-07-20T16:00:00Z";

  /** Ended on June 2, which the provider hears in July, after it has charged once more. */
  async function endedUnheard() {
    const id = await startPlan(ctx(), pool);
    clock.set("2026-06-02T16:00:00Z");
    await pool.query("update plans set status = 'ended', ended_at = $1, untold_since = $1", [
      clock.now.toString(),
    ]);
    clock.set(AFTER_WEEKS);
    expect(await billSubscriptions(ctx())).toBe(1);
    await syncPending(ctx());
    return id;
  }

  const counted = () => {
    const { payments } = ctx();
    let asked = 0;
    const listInvoices = (id: string) => {
      asked += 1;
      return payments.listInvoices(id);
    };
    return { ctx: () => ctx({ payments: { ...payments, listInvoices } }), asked: () => asked };
  };

  test("is asked about after it was told, so what was charged until then is known", async () => {
    const id = await endedUnheard();
    await askAboutEnded(ctx());
    expect(await ordersOf(id)).toEqual([paid, paid]);
    expect((await readPlanRow(pool, id)).needs_attention).toContain("Paid after the plan had ended");
  });

  test("is asked about until an answer comes, however late", async () => {
    const id = await endedUnheard();
    const readSubscription = () => Promise.reject(new ProviderUnavailable("down"));
    clock.advance({ hours: 24 * 40 });
    await askAboutEnded(ctx({ payments: { ...ctx().payments, readSubscription } }));
    expect(await ordersOf(id)).toEqual([paid]);
    await askAboutEnded(ctx());
    expect(await ordersOf(id)).toEqual([paid, paid]);
  });

  test("is asked about for thirty days after it was told, and no longer", async () => {
    await endedUnheard();
    const provider = counted();
    for (const [days, asked] of [
      [29, 1],
      [1, 2],
      [1, 2],
    ] as const) {
      clock.advance({ hours: 24 * days });
      await askAboutEnded(provider.ctx());
      expect(provider.asked()).toBe(asked);
    }
  });
});

describe("what somebody changes at the provider", () => {
  async function changed(set: string) {
    const id = await startPlan(ctx(), pool);
    await pool.query(`update test_checkout_subscriptions set ${set}`);
    const { subscription_id } = await readPlanRow(pool, id);
    for (const _ of [1, 2]) await settleSubscription(ctx(), subscription_id);
    return id;
  }

  test("an end is the plan's end", async () => {
    const id = await changed("cancel_at_period_end = true");
    const { rows } = await pool.query("select status, ends_on::text from plans where id = $1", [id]);
    expect(rows).toEqual([{ status: "active", ends_on: "2026-06-30" }]);
    expect((await visitsOf(pool, id)).filter((visit) => visit.endsWith("confirmed"))).toHaveLength(2);
    expect(await queues.waiting("plan-changed-mail")).toMatchObject([{ plan_id: id, what: "ending" }]);
  });

  test("a pause calls staff", async () => {
    const id = await changed("paused = true");
    expect((await readPlanRow(pool, id)).needs_attention).toContain("has paused the charges");
  });

  test("a subscription that goes on after its plan is ended again", async () => {
    const id = await startPlan(ctx(), pool);
    await pool.query("update plans set status = 'ended', ended_at = $1", [ctx().now.toString()]);
    await askAboutEnded(ctx());
    await queues.run("plan-subscription");
    const { subscription_id } = await readPlanRow(pool, id);
    expect(await ctx().payments.readSubscription(subscription_id)).toMatchObject({ status: "ended" });
  });
});

test("a skipped month that was charged all the same calls staff, also when the skip is long over", async () => {
  const id = await startPlan(ctx(), pool);
  await skipMonth(ctx({ actor: { kind: "plan link", plan_id: id } }), { id });
  clock.set("2026-08-06T17:00:00Z"); // the provider has not heard of it, and nobody has asked
  expect(await billSubscriptions(ctx())).toBe(2);
  await extendSchedules(ctx());
  await askAboutCharges(ctx());
  expect(await ordersOf(id)).toEqual([paid, paid, paid]);
  expect((await readPlanRow(pool, id)).needs_attention).toBe(
    "Charged 289.00 USD on Jul 01, 2026 for a month without visits. Refund it.",
  );
});

test("a month that is skipped is not charged, the one after it is", async () => {
  const id = await startPlan(ctx(), pool);
  await skipMonth(ctx({ actor: { kind: "plan link", plan_id: id } }), { id });
  await queues.run("plan-subscription");
  clock.set("2026-07-01T17:00:00Z");
  expect(await billSubscriptions(ctx())).toBe(0);
  await deliver();
  clock.set("2026-08-01T17:00:00Z");
  expect(await billSubscriptions(ctx())).toBe(1);
  await deliver();
  expect(await ordersOf(id)).toEqual([paid, paid]);
});

describe("an announcement", () => {
  test("comes three days before a charge, once", async () => {
    const id = await startPlan(ctx(), pool);
    clock.set("2026-06-28T15:59:00Z");
    await announceCharges(ctx());
    expect(await queues.waiting("plan-charge-mail")).toEqual([]);
    clock.set("2026-06-28T16:00:00Z");
    await announceCharges(ctx());
    await announceCharges(ctx());
    expect(await queues.waiting("plan-charge-mail")).toEqual([
      { plan_id: id, period_end: "2026-07-01T16:00:00Z" },
    ]);
  });

  test("of the charge after a skipped month comes, too", async () => {
    const id = await startPlan(ctx(), pool);
    await skipMonth(ctx({ actor: { kind: "plan link", plan_id: id } }), { id });
    await queues.run("plan-subscription");
    clock.set("2026-06-29T16:00:00Z");
    await announceCharges(ctx());
    expect(await queues.waiting("plan-charge-mail")).toEqual([]);
    clock.set("2026-07-01T17:00:00Z");
    await billSubscriptions(ctx());
    await deliver();
    clock.set("2026-07-30T16:00:00Z");
    await announceCharges(ctx());
    expect(await queues.waiting("plan-charge-mail")).toEqual([
      { plan_id: id, period_end: "2026-08-01T16:00:00Z" },
    ]);
  });

  test("of a charge that is skipped is none", async () => {
    const id = await startPlan(ctx(), pool);
    await pausePlan(ctx({ actor: { kind: "plan link", plan_id: id } }), { id, resumes_on: null });
    clock.set("2026-06-29T16:00:00Z");
    await announceCharges(ctx());
    expect(await queues.waiting("plan-charge-mail")).toEqual([]);
  });
});
