import { beforeEach, describe, expect, test } from "vitest";
import { refundOrder } from "~/features/payments/refunds/send.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { flagForAttention } from "~/features/plans/attention.server";
import { readPlan } from "~/features/plans/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import { type CheckoutSession, ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { auditOf, CARD, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { openPlan, planOf, readPlanRow, visitsOf } from "../../../../tests/support/plans";
import { settleSubscription } from "./charges.server";
import { giveBackAndEnd, startPaidPlan } from "./resolve-payment.server";

const { db, pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
});

const CAME = 20_000;
const link = (plan_id: string) => ctx({ actor: { kind: "plan link", plan_id } });

/** A plan of $289.00 for which the checkout took $200.00. */
async function paidOtherwise() {
  const session = await openPlan(ctx());
  await payTestCheckout(ctx(), session, CARD);
  await pool.query("update test_checkout_sessions set amount = $1", [CAME]);
  await pool.query("update test_checkout_invoices set amount = $1", [CAME]);
  const told = (await ctx().payments.readSession(session)) as CheckoutSession;
  await settleSession(ctx(), told);
  const plan = await planOf(pool, session);
  return { ...plan, told } as {
    id: string;
    order_id: string;
    subscription_id: string;
    told: CheckoutSession;
  };
}

const staff = (changes = {}) =>
  ({ ...ctx(), ...changes, actor: { kind: "user", id: "boss", role: "admin" } }) as unknown as StaffCtx;

async function orders() {
  const { rows } = await pool.query("select status, amount, paid_amount from orders order by created_at");
  return rows;
}

describe("a plan that was paid with another amount", () => {
  test("is started by staff: what came is its order, and the customer is told", async () => {
    const { id, subscription_id, told } = await paidOtherwise();
    await flagForAttention(db, ctx(), id, "Something else.");
    expect(await startPaidPlan(staff(), { id, seen: CAME })).toEqual({ ok: true });
    expect(await orders()).toEqual([{ status: "completed", amount: CAME, paid_amount: null }]);
    expect(await readPlanRow(pool, id)).toMatchObject({
      status: "active",
      needs_attention: "Something else.",
      subscription_id,
      amount: 28_900,
    });
    expect(await queues.waiting("plan-started-mail")).toEqual([{ plan_id: id }]);
    expect((await visitsOf(pool, id)).every((visit) => visit.endsWith("confirmed"))).toBe(true);
    const { rows } = await pool.query("select details from audit_log where action = 'plan.started'");
    expect(rows[0].details).toMatchObject({ amount: CAME, asked: 28_900, before: { status: "pending" } });
    await settleSession(ctx(), told);
    await settleSubscription(ctx(), subscription_id);
    expect(await orders()).toHaveLength(1);
    expect(await startPaidPlan(staff(), { id, seen: CAME })).toMatchObject({ reason: "not possible" });
    expect(await giveBackAndEnd(staff(), { id, seen: CAME })).toMatchObject({ reason: "not possible" });
  });

  test("started after its first visit, leaves that one out", async () => {
    const { id } = await paidOtherwise();
    clock.set("2026-06-10T16:00:00Z");
    expect(await startPaidPlan(staff(), { id, seen: CAME })).toEqual({ ok: true });
    const visits = await visitsOf(pool, id);
    expect(visits[0]).toBe("1 2026-06-09 10:00 cancelled");
    expect(visits.filter((visit) => visit.endsWith("confirmed"))).toHaveLength(12);
  });

  test("is given back and ended: no visits, no subscription, all of the money", async () => {
    const { id, order_id, subscription_id } = await paidOtherwise();
    expect(await giveBackAndEnd(staff(), { id, seen: CAME })).toEqual({ ok: true });
    expect(await giveBackAndEnd(staff(), { id, seen: CAME })).toMatchObject({ reason: "not possible" });
    const { rows } = await pool.query("select id, amount, status, order_id from refunds");
    expect(rows).toEqual([{ id: expect.any(String), amount: CAME, status: "pending", order_id }]);
    await refundOrder(ctx(), rows[0].id);
    const given = await pool.query("select sum(amount)::int as amount from test_checkout_refunds");
    expect(given.rows).toEqual([{ amount: CAME }]);
    expect((await visitsOf(pool, id)).every((visit) => visit.endsWith("cancelled"))).toBe(true);
    await queues.run("plan-subscription");
    expect(await ctx().payments.readSubscription(subscription_id)).toMatchObject({ status: "ended" });
    expect(await readPlanRow(pool, id)).toMatchObject({ status: "ended", needs_attention: null });
    await queues.run("plan-ended-mail");
    const mails = await pool.query("select subject, text from mails where occasion like 'plan-ended:%'");
    expect(mails.rows).toMatchObject([{ subject: "Your plan didn't start: Monthly Home Care" }]);
    expect(mails.rows[0].text).toContain("We’ll refund all of it.");
    expect(await auditOf(pool, id)).toEqual(["plan.held", "plan.flagged", "plan.ended"]);
  });

  test("of which a part went back is not started, and only the rest goes back", async () => {
    const { id, order_id } = await paidOtherwise();
    await pool.query(
      `insert into refunds (order_id, amount, reason, status, idempotency_key)
       values ($1, 5000, 'a part', 'completed', 'a part')`,
      [order_id],
    );
    expect(await startPaidPlan(staff(), { id, seen: CAME })).toMatchObject({ reason: "not possible" });
    expect(await startPaidPlan(staff(), { id, seen: 15_000 })).toMatchObject({ reason: "not possible" });
    expect(await giveBackAndEnd(staff(), { id, seen: CAME })).toMatchObject({ reason: "not possible" });
    expect(await giveBackAndEnd(staff(), { id, seen: 15_000 })).toEqual({ ok: true });
  });

  test("that the provider can't be asked about is left as it is", async () => {
    const { id } = await paidOtherwise();
    const readSession = async () => {
      throw new ProviderUnavailable("down");
    };
    const down = { payments: { ...ctx().payments, readSession } };
    expect(await startPaidPlan(staff(down), { id, seen: CAME })).toMatchObject({
      reason: "not possible",
      message: expect.stringContaining("can't be reached"),
    });
    expect(await orders()).toEqual([{ status: "pending", amount: 28_900, paid_amount: CAME }]);
    expect((await readPlan(link(id), id))?.charges).toMatchObject([
      { status: "pending", otherwise: { paid: "$200.00", left: CAME } },
    ]);
  });

  test("or with nothing at all, is not started", async () => {
    const { id } = await planOf(pool, await openPlan(ctx()));
    for (const decide of [startPaidPlan, giveBackAndEnd])
      expect(await decide(staff(), { id, seen: 0 })).toMatchObject({ reason: "not possible" });
    for (const decide of [startPaidPlan, giveBackAndEnd])
      expect(await decide(staff(), { id: "nothing", seen: 0 })).toMatchObject({ reason: "not found" });
  });
});
