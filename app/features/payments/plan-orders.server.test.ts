import { beforeEach, describe, expect, test } from "vitest";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { readPlanReceipt } from "~/features/plans/change/queries.server";
import { readPlan } from "~/features/plans/queries.server";
import type { Dispute } from "~/platform/outside/payment-gateway";
import { CARD } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { openPlan, planOf, startPlan } from "../../../tests/support/plans";
import { staffCtx } from "../../../tests/support/staff";
import { readOfficeOrder } from "./office/queries.server";
import { refundByHand, refundByStaff, retryRefund } from "./office/refund.server";
import { refundOrder } from "./refunds/send.server";
import { receivePaymentEvent } from "./settlement/events.server";
import { reconcilePayments } from "./settlement/reconcile.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

async function started() {
  const plan_id = await startPlan(ctx(), pool);
  const { rows } = await pool.query("select id, payment_id, amount from orders where plan_id = $1", [
    plan_id,
  ]);
  return { plan_id, ...(rows[0] as { id: string; payment_id: string; amount: number }) };
}

const attentionOf = async (id: string) =>
  (await pool.query("select needs_attention from plans where id = $1", [id])).rows[0].needs_attention;

describe("an order of a plan", () => {
  test("that is paid starts its plan with every event lost", async () => {
    const session = await openPlan(ctx());
    await payTestCheckout(ctx(), session, CARD);
    clock.advance({ minutes: 2 });
    await reconcilePayments(ctx());
    expect(await planOf(pool, session)).toMatchObject({ status: "active", order_status: "completed" });
    const { rows } = await pool.query("select session_closed_at from orders");
    expect(rows[0].session_closed_at).not.toBeNull();
  });

  test("is given back in parts from Orders, and its customer is told", async () => {
    const { id, amount } = await started();
    const wish = { amount: 1000, left: amount, reason: "Sorry", token: crypto.randomUUID() };
    expect(await refundByStaff(staff(), { order_id: id, ...wish })).toMatchObject({ ok: true });
    await queues.run("refund-order");
    expect(await queues.run("plan-refund-mail")).toBe(1);
    const { rows } = await pool.query("select subject, text from mails where occasion like 'refund-sent:%'");
    expect(rows).toMatchObject([{ subject: "We've refunded $10.00" }]);
    expect(await readOfficeOrder(staff(), id)).toMatchObject({ left: amount - 1000 });
  });

  test("shows on its receipt the day on which money went back, not the day of the charge", async () => {
    const { id, plan_id, amount } = await started();
    clock.advance({ hours: 72 });
    const wish = { amount: 1000, left: amount, reason: "Sorry", token: crypto.randomUUID() };
    await refundByStaff(staff(), { order_id: id, ...wish });
    await queues.run("refund-order");
    const plan = await readPlan({ ...staff(), ...OFFICE_ACTOR }, plan_id);
    const receipt = plan && (await readPlanReceipt(ctx(), plan, id));
    expect(receipt).toMatchObject({ paidOn: "Jun 01, 2026", refunds: [{ date: "Jun 04, 2026" }] });
  });

  test("whose refund fails calls staff to the plan", async () => {
    const { id, plan_id, amount } = await started();
    const wish = { amount, left: amount, reason: "Sorry", token: crypto.randomUUID() };
    await refundByStaff(staff(), { order_id: id, ...wish });
    const refused = async () => ({ status: "failed", id: null, reason: "Card closed." }) as const;
    const [job] = await queues.waiting("refund-order");
    await refundOrder(ctx({ payments: { ...ctx().payments, refund: refused } }), String(job?.refund_id));
    expect(await attentionOf(plan_id)).toMatch(/^The refund of .* failed: Card closed\.$/);
    expect(await retryRefund(staff(), { order_id: id, refund_id: String(job?.refund_id) })).toMatchObject({
      ok: true,
    });
    expect(await attentionOf(plan_id)).toBeNull();
  });

  test("calls staff for one reason more without dropping the other, and lets go of its own only", async () => {
    const { id, plan_id, amount } = await started();
    const open = "The customer disputes $289.00: respond at Stripe.";
    await pool.query("update plans set needs_attention = $1", [open]);
    const wish = { amount, left: amount, reason: "Sorry", token: crypto.randomUUID() };
    await refundByStaff(staff(), { order_id: id, ...wish });
    const refused = async () => ({ status: "failed", id: null, reason: "Card closed." }) as const;
    const [job] = await queues.waiting("refund-order");
    const refund_id = String(job?.refund_id);
    await refundOrder(ctx({ payments: { ...ctx().payments, refund: refused } }), refund_id);
    expect((await attentionOf(plan_id)).split("\n")).toEqual([open, expect.stringMatching(/^The refund of/)]);
    await refundByHand(staff(), { order_id: id, refund_id });
    expect(await attentionOf(plan_id)).toBe(open);
  });

  test("is locked after its plan, as every verb does", async () => {
    const { id, plan_id, amount } = await started();
    const verb = await pool.connect();
    const waiting = async () => (await pool.query("select from pg_locks where not granted")).rowCount;
    await verb.query("begin; set local lock_timeout = '3s'");
    await verb.query("select from plans where id = $1 for update", [plan_id]);
    const wish = { amount: 1000, left: amount, reason: "Sorry", token: crypto.randomUUID() };
    const refund = refundByStaff(staff(), { order_id: id, ...wish });
    await expect.poll(waiting).toBeGreaterThan(0);
    await verb.query("select from orders where id = $1 for update", [id]);
    await verb.query("commit");
    verb.release();
    expect(await refund).toMatchObject({ ok: true });
  });

  test("that is disputed calls staff to the plan, until the bank has decided", async () => {
    const { id, plan_id, payment_id, amount } = await started();
    let status: Dispute["status"] = "open";
    const moment = clock.now;
    const readDispute = async (): Promise<Dispute> => ({
      id: "du_1",
      payment_id,
      amount,
      currency: "USD",
      status,
      reason: "fraudulent",
      withdrawn: true,
      evidence_due_at: null,
      opened_at: moment,
    });
    const disputed = () => ctx({ payments: { ...ctx().payments, readDispute } });
    const tell = (event: string) =>
      receivePaymentEvent(disputed(), "test-checkout", {
        id: event,
        type: "?",
        about: "dispute",
        object_id: "du_1",
      });
    expect(await tell("evt_1")).toEqual({ ok: true });
    expect(await attentionOf(plan_id)).toMatch(/^The customer disputes/);
    expect(await queues.run("dispute-notice-mail")).toBe(1);
    status = "lost";
    await tell("evt_2");
    expect(await attentionOf(plan_id)).toMatch(/^The dispute over .* was lost/);
    expect(await readOfficeOrder(staff(), id)).toMatchObject({ left: 0 });
  });
});
