import { beforeEach, describe, expect, test } from "vitest";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { bookingOf, paySession } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, refundsOf, visitRow } from "../../../../tests/support/visits";
import { readOfficeOrder } from "./queries.server";
import { recordPayment } from "./record-payment.server";
import { refundByHand, refundByStaff, retryRefund } from "./refund.server";

const world = await testWorld();
const { pool, ctx, queues, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

const NOBODY = "11111111-1111-4111-8111-111111111111";
let tokens = 0;
const token = () => `77777777-7777-4777-8777-${String(++tokens).padStart(12, "0")}`;
type Change = { token?: string; reason?: string; left?: number };
const refund = async (order_id: string, amount: number | null, change: Change = {}) => {
  const left = (await readOfficeOrder(staff(), order_id))?.left ?? 0;
  return refundByStaff(staff(), { order_id, amount, left, reason: "Broken vase", token: token(), ...change });
};
const amounts = async (id: string) => (await refundsOf(pool, id)).theirs.map(({ amount }) => amount);
const actions = async (id: string) =>
  (await pool.query("select action from audit_log where entity_id = $1 order by id", [id])).rows.map(
    (row) => row.action,
  );

describe("another amount than was asked for", () => {
  test("can be given back, counts as no revenue and takes no payment on the day", async () => {
    const session = await paySession(ctx());
    await pool.query("update test_checkout_sessions set amount = 15000 where id = $1", [session]);
    await closeCheckout(ctx(), session);
    const { id, order_id } = await bookingOf(pool, session);
    const status = async () => (await bookingOf(pool, session)).order_status;
    expect((await visitRow(pool, id)).needs_attention).toBe(
      "Paid 150.00 USD instead of 159.00 USD. The time is still reserved: settle the difference, or refund it.",
    );
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({ status: "pending", left: 15_000 });
    expect(await recordPayment(staff(), { order_id, method: "cash" })).toMatchObject({ ok: false });
    expect(await refund(order_id, 5000)).toMatchObject({ ok: true });
    const all = { id, choice: "all", amount: null, left: 10_000, reason: "Paid too little" } as const;
    expect(await cancelByStaff(staff(), all)).toMatchObject({ ok: true, refund: 10_000 });
    await queues.run("refund-order");
    await queues.run("close-checkout");
    expect((await amounts(id)).sort()).toEqual([10_000, 5000]);
    expect(await visitRow(pool, id)).toMatchObject({ status: "cancelled", needs_attention: null });
    expect(await status()).toBe("failed");
    const { rows } = await pool.query(
      "select coalesce(sum(amount), 0)::int as sum from figures where kind = 'refunds'",
    );
    expect(rows).toEqual([{ sum: 0 }]);
  });
});

describe("a refund by staff", () => {
  test("gives back parts until nothing is left, never more", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    expect(await refund(order_id, 5000)).toEqual({ ok: true, amount: 5000, by_hand: false });
    expect(await refund(order_id, 10_901)).toMatchObject({ ok: false, reason: "invalid", field: "amount" });
    expect(await refund(order_id, 10_900)).toMatchObject({ ok: true });
    expect(await refund(order_id, 1)).toMatchObject({ ok: false, field: "amount" });
    await queues.run("refund-order");
    expect((await amounts(id)).sort()).toEqual([10_900, 5000]);
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed" });
    expect(await actions(order_id)).toEqual(["order.refund_started", "order.refund_started"]);
  });

  test("sent twice is one refund", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    const same = { token: token() };
    await Promise.all([refund(order_id, 5000, same), refund(order_id, 5000, same)]);
    expect(await refund(order_id, 5000, same)).toMatchObject({ ok: true, amount: 5000 });
    await queues.run("refund-order");
    expect(await amounts(id)).toEqual([5000]);
  });

  test("of two who both give back $50 for the same vase one does", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    const left = 15_900;
    const outcomes = await Promise.all([1, 2].map(() => refund(order_id, 5000, { left })));
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect((await refundsOf(pool, id)).ours).toHaveLength(1);
  });

  test("of several who give back all of it at once one does", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    const outcomes = await Promise.all([1, 2, 3].map(() => refund(order_id, 15_900)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("needs an order that was paid, an amount and a reason", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    expect(await refund(order_id, null)).toMatchObject({ ok: false, field: "amount" });
    expect(await refund(order_id, 100, { reason: "" })).toMatchObject({ ok: false, field: "reason" });
    expect(await refund(NOBODY, 100)).toEqual({ ok: false, reason: "not found" });
    expect(await refund("7", 100)).toEqual({ ok: false, reason: "not found" });
    await pool.query("delete from charges; update orders set status = 'pending'");
    expect(await refund(order_id, 100)).toMatchObject({ ok: false, field: "amount" });
  });

  test("of what was paid on the day is noted: the money goes back by hand", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    await pool.query(
      "delete from charges; update orders set status = 'pending', provider = 'office', payment_session_id = null",
    );
    expect(await recordPayment(staff(), { order_id, method: "check" })).toEqual({ ok: true });
    expect(await queues.waiting("payment-notice-mail")).toContainEqual({ order_id });
    expect(await refund(order_id, 900)).toEqual({ ok: true, amount: 900, by_hand: true });
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 900, status: "completed" }]);
    expect(await queues.waiting("refund-order")).toEqual([]);
  });
});

describe("a refund that has failed", () => {
  async function failed() {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    await pool.query("update charges set provider = 'another' where order_id = $1", [order_id]);
    await refund(order_id, 15_900);
    await queues.run("refund-order");
    await pool.query("update charges set provider = 'test-checkout' where order_id = $1", [order_id]);
    const [row] = (await refundsOf(pool, id)).ours;
    expect(row).toMatchObject({ status: "failed" });
    expect((await visitRow(pool, id)).needs_attention).toMatch(/^The refund of \$159\.00 failed/);
    return { id, order_id, refund_id: row.id as string };
  }

  test("is tried again, once however often it is pressed, and settles the booking", async () => {
    const { id, ...which } = await failed();
    const outcomes = await Promise.all([retryRefund(staff(), which), retryRefund(staff(), which)]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    await queues.run("refund-order");
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ status: "completed", error: null }]);
    expect(await amounts(id)).toEqual([15_900]);
    expect((await visitRow(pool, id)).needs_attention).toBeNull();
  });

  test("is noted as given back by hand", async () => {
    const { id, ...which } = await failed();
    expect(await refundByHand(staff(), which)).toEqual({ ok: true, amount: 15_900 });
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ status: "completed" }]);
    expect(await amounts(id)).toEqual([]);
    expect(await readOfficeOrder(staff(), which.order_id)).toMatchObject({ left: 0 });
    expect(await retryRefund(staff(), which)).toMatchObject({ ok: false, reason: "refused" });
  });

  test("is not tried again when its money went back otherwise", async () => {
    const { id: _id, ...which } = await failed();
    expect(await refund(which.order_id, 15_900)).toMatchObject({ ok: true });
    expect(await retryRefund(staff(), which)).toMatchObject({ ok: false, reason: "refused" });
    expect(await refundByHand(staff(), which)).toMatchObject({ ok: false, reason: "refused" });
  });

  test("of another order is not found", async () => {
    const { refund_id } = await failed();
    const other = await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    expect(await retryRefund(staff(), { order_id: other.order_id, refund_id })).toEqual({
      ok: false,
      reason: "not found",
    });
  });
});

describe("a payment on the day", () => {
  test("is recorded once, with how it was paid", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    await pool.query(
      "delete from charges; update orders set status = 'pending', provider = 'office', payment_session_id = null, completed_at = null",
    );
    const pay = () => recordPayment(staff(), { order_id, method: "cash" });
    const outcomes = await Promise.all([pay(), pay()]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({
      status: "completed",
      method: "cash",
      provider: "Cash",
    });
    expect(await actions(order_id)).toEqual(["order.paid"]);
    expect(await recordPayment(staff(), { order_id: NOBODY, method: "cash" })).toMatchObject({
      reason: "not found",
    });
  });
});
