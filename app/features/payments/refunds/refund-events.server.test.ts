import { describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { readVisit } from "~/features/booking/manage/queries.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { refundByHand, refundByStaff, retryRefund } from "~/features/payments/office/refund.server";
import { readReceipt } from "~/features/payments/orders/receipt.server";
import { receivePaymentEvent } from "~/features/payments/settlement/events.server";
import { reconcilePayments } from "~/features/payments/settlement/reconcile.server";
import { bankWorld } from "../../../../tests/support/bank-world";
import { auditOf, CARD } from "../../../../tests/support/bookings";
import { linkTo, refundsOf, visitRow } from "../../../../tests/support/visits";
import { retryRefunds } from "./send.server";

const { pool, clock, queues, bank, ctx, staff, tell, paid, runRefunds } = await bankWorld();

let tokens = 0;
async function refund(order_id: string, amount: number) {
  const left = (await readOfficeOrder(staff(), order_id))?.left ?? 0;
  const token = `77777777-7777-4777-8777-${String(++tokens).padStart(12, "0")}`;
  return refundByStaff(staff(), { order_id, amount, left, reason: "Broken vase", token });
}

const given = async (id: string) => (await refundsOf(pool, id)).ours;
const pageOf = (id: string) => readVisit(ctx({ actor: linkTo(id) }), id);

async function mailed(occasion: string) {
  await queues.run("refund-mail");
  const { rows } = await pool.query("select recipient, subject, text from mails where occasion like $1", [
    `${occasion}:%`,
  ]);
  return rows;
}

describe("a refund that takes days", () => {
  test("waits under the provider's name for it, and is paid back when that says so", async () => {
    bank.refundsBegin = "pending";
    const { id, order_id } = await paid();
    await refund(order_id, 5000);
    await runRefunds();
    await runRefunds();
    expect(await given(id)).toMatchObject([
      { status: "pending", provider_refund_id: "back_2", completed_at: null },
    ]);
    expect((await pageOf(id))?.refunds).toMatchObject([{ status: "pending" }]);
    expect(await auditOf(pool, id)).not.toContain("booking.refunded");
    clock.advance({ hours: 30 });
    bank.endRefund("back_2", "completed");
    expect(await tell("refund", "back_2")).toEqual({ ok: true });
    await tell("refund", "back_2");
    expect(await given(id)).toMatchObject([
      { status: "completed", completed_at: new Date(clock.now.epochMilliseconds) },
    ]);
    expect((await auditOf(pool, id)).filter((action) => action === "booking.refunded")).toHaveLength(1);
    expect(bank.refunds).toHaveLength(1);
  });

  test("is followed without any event", async () => {
    bank.refundsBegin = "pending";
    const { id, order_id } = await paid();
    await refund(order_id, 5000);
    await runRefunds();
    clock.advance({ minutes: 2 });
    await reconcilePayments(ctx());
    expect(await given(id)).toMatchObject([{ status: "pending" }]);
    bank.endRefund("back_2", "completed");
    clock.advance({ minutes: 2 });
    await reconcilePayments(ctx());
    expect(await given(id)).toMatchObject([{ status: "completed" }]);
  });

  test.each(["failed", "cancelled"] as const)(
    "%s after all: staff are called, and no money counts as back",
    async (end) => {
      bank.refundsBegin = "pending";
      const { id, order_id } = await paid();
      await refund(order_id, 15_900);
      await runRefunds();
      bank.endRefund("back_2", end);
      await tell("refund", "back_2");
      expect(await given(id)).toMatchObject([
        { status: end, error: "The bank has refused it.", completed_at: null },
      ]);
      expect((await visitRow(pool, id)).needs_attention).toMatch(
        /^The refund of \$159\.00 (failed|was cancelled): /,
      );
      expect(await readOfficeOrder(staff(), order_id)).toMatchObject({ left: 15_900 });
      expect((await readReceipt(ctx(), order_id))?.balance).toBe("$159.00");
      expect(await queues.waiting("refund-notice-mail")).toHaveLength(1);
      const { rows } = await pool.query(
        "select coalesce(sum(amount), 0)::int as back from figures where kind = 'refunds'",
      );
      expect(rows).toEqual([{ back: 0 }]);
    },
  );

  test("that was paid back can still fail; tried again it is a new refund, and the old one's news is none", async () => {
    const { id, order_id } = await paid();
    await refund(order_id, 5000);
    await runRefunds();
    expect(await given(id)).toMatchObject([{ status: "completed" }]);
    bank.endRefund("back_2", "failed");
    await tell("refund", "back_2");
    const [row] = await given(id);
    expect(row).toMatchObject({ status: "failed" });
    expect(await retryRefund(staff(), { order_id, refund_id: row.id })).toMatchObject({ ok: true });
    await tell("refund", "back_2");
    await runRefunds();
    await tell("refund", "back_2");
    expect(await given(id)).toMatchObject([{ status: "completed", provider_refund_id: "back_3" }]);
    expect(bank.left(`pay_session_1`)).toBe(10_900);
  });

  test("that failed and was handed over stays so, whatever is told of the failed one", async () => {
    const { id, order_id } = await paid();
    bank.refundsBegin = "failed";
    await refund(order_id, 5000);
    await runRefunds();
    const [row] = await given(id);
    expect(row).toMatchObject({ status: "failed" });
    await refundByHand(staff(), { order_id, refund_id: row.id });
    await tell("refund", "back_2");
    expect(await given(id)).toMatchObject([{ status: "completed", provider_refund_id: null }]);
  });

  test("whose answer was lost is not made again after the provider has forgotten the key", async () => {
    const { id, order_id } = await paid();
    await refund(order_id, 5000);
    bank.mute = true;
    await expect(runRefunds()).rejects.toThrow();
    bank.mute = false;
    const [made] = bank.refunds;
    if (!made) throw new Error("none");
    clock.advance({ hours: 26 });
    const forgets = { ...bank.payments, refund: () => Promise.reject(new Error("made twice")) };
    await retryRefunds(ctx({ payments: forgets }));
    expect(await given(id)).toMatchObject([{ status: "completed", provider_refund_id: made.id }]);
  });
});

describe("a refund from Orders", () => {
  test("is told to the customer once", async () => {
    const { order_id } = await paid();
    await refund(order_id, 5000);
    expect(await mailed("refund-sent")).toEqual([]);
    await runRefunds();
    await runRefunds();
    expect(await mailed("refund-sent")).toEqual([
      {
        recipient: CARD.email,
        subject: "We've refunded $50.00",
        text: expect.stringContaining("5 to 10 business days"),
      },
    ]);
  });

  test("that the provider refuses is not told", async () => {
    const { order_id } = await paid();
    bank.refundsBegin = "failed";
    await refund(order_id, 5000);
    await runRefunds();
    expect(await mailed("refund-sent")).toEqual([]);
  });

  test("of a cancellation is told by the cancellation's own mail only", async () => {
    const { id } = await paid();
    await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 15_900 });
    await runRefunds();
    expect(await mailed("refund-sent")).toEqual([]);
  });
});

describe("money given back in the provider's own office", () => {
  test("is in our books once, with a mail, however it is told", async () => {
    const { id, order_id, payment } = await paid();
    const back = bank.giveBack(payment, 4000);
    await Promise.all([tell("payment", payment), tell("refund", back), tell("refund", back)]);
    await tell("payment", payment);
    expect(await given(id)).toMatchObject([
      {
        amount: 4000,
        status: "completed",
        idempotency_key: `provider:${back}`,
        reason: "Refunded at Bank",
      },
    ]);
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({ left: 11_900 });
    expect(await mailed("refund-sent")).toHaveLength(1);
  });

  test("is followed when it takes days, and is nothing when it had failed before it was heard of", async () => {
    const { id, payment } = await paid();
    bank.giveBack(payment, 1000, "failed");
    const back = bank.giveBack(payment, 4000, "pending");
    await tell("payment", payment);
    expect(await given(id)).toMatchObject([{ amount: 4000, status: "pending" }]);
    bank.endRefund(back, "cancelled");
    clock.advance({ minutes: 2 });
    await reconcilePayments(ctx());
    expect(await given(id)).toMatchObject([{ status: "cancelled" }]);
  });

  test("of a payment that nothing here was paid with is refused, and nothing changes", async () => {
    await paid();
    const back = bank.giveBack("pay_elsewhere", 4000);
    expect(await tell("refund", back)).toEqual({ ok: false, reason: "unknown payment" });
    expect(await tell("payment", "pay_elsewhere")).toEqual({ ok: false, reason: "unknown payment" });
    expect(await tell("refund", "back_99")).toEqual({ ok: false, reason: "unknown payment" });
    expect((await pool.query("select count(*)::int from refunds")).rows).toEqual([{ count: 0 }]);
  });
});

describe("an event about something else", () => {
  test.each(["other", "subscription", "invoice"] as const)("%s is acknowledged", async (about) => {
    const event = { id: `evt ${about}`, type: "?", about, object_id: "x" };
    expect(await receivePaymentEvent(ctx(), "bank", event)).toEqual({ ok: true });
    expect(bank.asked).toEqual([]);
  });
});
