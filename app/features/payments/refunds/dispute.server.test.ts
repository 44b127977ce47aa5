import { describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { readVisit } from "~/features/booking/manage/queries.server";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { refundByStaff } from "~/features/payments/office/refund.server";
import { readReceipt } from "~/features/payments/orders/receipt.server";
import { findPendingSyncs, reconcilePayments } from "~/features/payments/settlement/reconcile.server";
import { bankWorld } from "../../../../tests/support/bank-world";
import { setSetting } from "../../../../tests/support/bookings";
import { linkTo, refundsOf, visitRow } from "../../../../tests/support/visits";

const { pool, clock, queues, bank, ctx, staff, tell, paid, runRefunds } = await bankWorld();

async function disputed() {
  const visit = await paid();
  const dispute = bank.dispute(visit.payment, 15_900);
  expect(await tell("dispute", dispute)).toEqual({ ok: true });
  return { ...visit, dispute };
}

const OPEN = "The customer disputes $159.00: respond at Bank by Jun 30, 2026.";

async function notices() {
  await queues.run("dispute-notice-mail");
  const { rows } = await pool.query(
    "select subject from mails where occasion like 'dispute-notice:%' order by 1",
  );
  return rows.map(({ subject }) => subject);
}

describe("a dispute", () => {
  test("calls staff with what to do until when, once however often it is told", async () => {
    const { id, order_id, dispute } = await disputed();
    await tell("dispute", dispute);
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", needs_attention: OPEN });
    expect(await notices()).toEqual(["Payment disputed: $159.00"]);
    const { rows } = await pool.query("select action from audit_log where entity_id = $1", [order_id]);
    expect(rows).toEqual([{ action: "order.disputed" }]);
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({
      disputes: [{ amount: "$159.00", status: "open", reason: "fraudulent" }],
    });
  });

  test("is not told by mail when payment notifications are off", async () => {
    await setSetting(pool, "notifications.payment_notifications", "false");
    await disputed();
    expect(await notices()).toEqual([]);
  });

  test("keeps what else the booking needs attention for", async () => {
    const { id, payment, dispute } = await disputed();
    await pool.query("update bookings set needs_attention = 'No crew.'");
    const another = bank.dispute(payment, 100);
    await tell("dispute", another);
    expect((await visitRow(pool, id)).needs_attention).toMatch(
      /^The customer disputes \$1\.00: .*\nNo crew\.$/,
    );
    bank.dispute(payment, 15_900, "won", dispute);
    bank.dispute(payment, 100, "won", another);
    await tell("dispute", dispute);
    await tell("dispute", another);
    expect((await visitRow(pool, id)).needs_attention).toBe("No crew.");
  });

  test("stops refunds, with the reason", async () => {
    const { id, order_id } = await disputed();
    const wish = { amount: 100, left: 15_900, reason: "Vase", token: crypto.randomUUID() };
    expect(await refundByStaff(staff(), { order_id, ...wish })).toMatchObject({
      ok: false,
      field: "amount",
      message: expect.stringContaining("disputes this payment"),
    });
    expect(await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 15_900 })).toMatchObject({
      ok: false,
      reason: "not cancellable",
    });
    expect(await readVisit(ctx({ actor: linkTo(id) }), id)).toMatchObject({ can_cancel: false });
    const all = { id, choice: "all" as const, amount: null, reason: "", left: 15_900 };
    expect(await cancelByStaff(staff(), all)).toMatchObject({ ok: false, reason: "not cancellable" });
    expect((await refundsOf(pool, id)).ours).toEqual([]);
    expect(await cancelByStaff(staff(), { ...all, choice: "none" })).toMatchObject({ ok: true, refund: 0 });
  });

  test("won leaves everything as it was", async () => {
    const { id, order_id, payment, dispute } = await disputed();
    bank.dispute(payment, 15_900, "won", dispute);
    await tell("dispute", dispute);
    expect(await visitRow(pool, id)).toMatchObject({ needs_attention: null });
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({ left: 15_900 });
    expect(await notices()).toContain("You won a dispute: $159.00");
  });

  test("lost is money that went back, in every figure, once", async () => {
    const { id, order_id, payment, dispute } = await disputed();
    bank.dispute(payment, 15_900, "lost", dispute);
    await Promise.all([tell("dispute", dispute), tell("dispute", dispute)]);
    expect((await refundsOf(pool, id)).ours).toMatchObject([
      { amount: 15_900, status: "completed", reason: "Dispute lost", idempotency_key: `dispute:${dispute}` },
    ]);
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({ left: 0 });
    expect((await visitRow(pool, id)).needs_attention).toMatch(/^The dispute over \$159\.00 was lost/);
    expect((await readReceipt(ctx(), order_id))?.balance).toBe("$0.00");
    const { rows } = await pool.query("select sum(amount)::int as back from figures where kind = 'refunds'");
    expect(rows).toEqual([{ back: 15_900 }]);
  });

  test("told late, after it was decided, doesn't begin again", async () => {
    const { id, payment, dispute } = await disputed();
    bank.dispute(payment, 15_900, "won", dispute);
    await tell("dispute", dispute);
    bank.dispute(payment, 15_900, "open", dispute);
    await tell("dispute", dispute);
    expect(await visitRow(pool, id)).toMatchObject({ needs_attention: null });
  });

  test("is followed to its end without events", async () => {
    const { id, payment, dispute } = await disputed();
    bank.dispute(payment, 15_900, "lost", dispute);
    clock.advance({ minutes: 61 });
    await reconcilePayments(ctx());
    expect((await refundsOf(pool, id)).ours).toHaveLength(1);
  });

  test("of an unknown payment is refused", async () => {
    const dispute = bank.dispute("pay_elsewhere", 100);
    expect(await tell("dispute", dispute)).toEqual({ ok: false, reason: "unknown payment" });
    expect(await tell("dispute", "dispute_99")).toEqual({ ok: false, reason: "unknown payment" });
    expect((await pool.query("select count(*)::int from disputes")).rows).toEqual([{ count: 0 }]);
  });
});

describe("an inquiry, before any money is withdrawn", () => {
  const INQUIRY =
    "The bank asks about $159.00. No money has been withdrawn yet: refund it here, or respond at Bank by Jun 30, 2026.";

  async function inquired() {
    const visit = await paid();
    const inquiry = bank.inquire(visit.payment, 15_900);
    await tell("dispute", inquiry);
    return { ...visit, inquiry };
  }

  const refundAll = (order_id: string) =>
    refundByStaff(staff(), {
      ...{ order_id, amount: 15_900, left: 15_900, reason: "As the bank advises" },
      token: "77777777-7777-4777-8777-000000000009",
    });

  test("calls staff, who can give the money back, as the provider advises", async () => {
    const { id, order_id } = await inquired();
    expect((await visitRow(pool, id)).needs_attention).toBe(INQUIRY);
    expect(await notices()).toEqual(["Bank inquiry about a payment: $159.00"]);
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({
      disputes: [{ status: "open", inquiry: true }],
    });
    expect(await refundAll(order_id)).toMatchObject({ ok: true });
    await runRefunds();
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 15_900, status: "completed" }]);
  });

  test("lets its customer cancel with the refund that was shown", async () => {
    const { id } = await inquired();
    const customer = ctx({ actor: linkTo(id) });
    expect(await readVisit(customer, id)).toMatchObject({ can_cancel: true, refund: { amount: 15_900 } });
    expect(await cancelBooking(customer, { id, refund: 15_900 })).toMatchObject({ ok: true });
    await runRefunds();
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ status: "completed" }]);
  });

  test("that is closed lets go of the booking, and is told as that", async () => {
    const { id, order_id, inquiry, payment } = await inquired();
    await notices();
    bank.inquire(payment, 15_900, "won", inquiry);
    await tell("dispute", inquiry);
    expect((await visitRow(pool, id)).needs_attention).toBeNull();
    expect(await notices()).toContain("Bank inquiry closed: $159.00");
    const { rows } = await pool.query("select action from audit_log where entity_id = $1 order by id", [
      order_id,
    ]);
    expect(rows.map(({ action }) => action)).toEqual(["order.inquiry_opened", "order.inquiry_closed"]);
  });

  test("that becomes a dispute stops refunds, and calls staff once more", async () => {
    const { id, order_id, inquiry, payment } = await inquired();
    await notices();
    bank.dispute(payment, 15_900, "open", inquiry);
    await tell("dispute", inquiry);
    bank.inquire(payment, 15_900, "open", inquiry);
    await tell("dispute", inquiry); // an older answer, late
    expect((await visitRow(pool, id)).needs_attention).toBe(OPEN);
    expect(await notices()).toContain("Payment disputed: $159.00");
    expect(await refundAll(order_id)).toMatchObject({ ok: false });
  });

  test("that becomes a dispute after the refund says so, and if it is lost the books hold both", async () => {
    const { id, order_id, inquiry, payment } = await inquired();
    await refundAll(order_id);
    await runRefunds();
    bank.dispute(payment, 15_900, "open", inquiry);
    await tell("dispute", inquiry);
    expect((await visitRow(pool, id)).needs_attention).toBe(
      `${OPEN} $159.00 was already refunded: include proof of that in your response.`,
    );
    bank.dispute(payment, 15_900, "lost", inquiry);
    await tell("dispute", inquiry);
    const { ours } = await refundsOf(pool, id);
    expect(ours.map(({ amount, status }) => [amount, status])).toEqual([
      [15_900, "completed"],
      [15_900, "completed"],
    ]);
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({ left: 0 });
    const { rows } = await pool.query(
      "select kind, sum(amount)::int as amount from figures where kind in ('orders', 'refunds') group by kind order by kind",
    );
    expect(rows).toEqual([
      { kind: "orders", amount: 15_900 },
      { kind: "refunds", amount: 31_800 },
    ]);
  });

  test("whose refund had not reached the provider when it became a dispute gives nothing back twice", async () => {
    const { id, order_id, inquiry, payment } = await inquired();
    await refundAll(order_id);
    bank.dispute(payment, 15_900, "open", inquiry);
    await runRefunds();
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ status: "failed" }]);
    expect((await visitRow(pool, id)).needs_attention).toMatch(/^The customer disputes \$159\.00/);
  });

  test("is found without any event", async () => {
    const { id, payment } = await paid();
    const inquiry = bank.inquire(payment, 15_900);
    await findPendingSyncs(ctx());
    expect((await visitRow(pool, id)).needs_attention).toBe(INQUIRY);
    bank.dispute(payment, 15_900, "open", inquiry);
    await findPendingSyncs(ctx());
    expect((await visitRow(pool, id)).needs_attention).toBe(OPEN);
  });
});
