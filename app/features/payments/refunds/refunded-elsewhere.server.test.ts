import { describe, expect, test } from "vitest";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { keepUnpaid } from "~/features/booking/office/details.server";
import { readOfficeBooking } from "~/features/booking/office/queries.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { refundByStaff } from "~/features/payments/office/refund.server";
import { findPendingSyncs } from "~/features/payments/settlement/reconcile.server";
import { bankWorld } from "../../../../tests/support/bank-world";
import { auditOf, setSetting } from "../../../../tests/support/bookings";
import { openPlan, planOf } from "../../../../tests/support/plans";
import { visitRow } from "../../../../tests/support/visits";

const { pool, clock, queues, bank, ctx, staff, tell, paid, runRefunds } = await bankWorld();

const REFUNDED = "Refunded in full at Bank: $159.00. Cancel this visit, or keep it as unpaid.";

const attentionOf = async (id: string) => (await visitRow(pool, id)).needs_attention;

async function notices() {
  await queues.run("refund-notice-mail");
  return (await pool.query("select subject, text from mails where occasion like 'refunded-notice:%'")).rows;
}

describe("a full refund made in the provider's own office", () => {
  test("calls staff to the visit, by mail too, once however often it is told", async () => {
    const { id, payment } = await paid();
    const back = bank.giveBack(payment, 15_900);
    await tell("refund", back);
    await tell("payment", payment);
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", needs_attention: REFUNDED });
    expect(await notices()).toEqual([
      {
        subject: "Visit refunded in full: $159.00",
        text: expect.stringContaining("Cancel this visit"),
      },
    ]);
  });

  test("is noticed without any event", async () => {
    const { id, payment } = await paid();
    bank.giveBack(payment, 15_900);
    await findPendingSyncs(ctx());
    expect(await attentionOf(id)).toBe(REFUNDED);
  });

  test("in parts calls staff once nothing is left, and not before", async () => {
    const { id, order_id, payment } = await paid();
    await tell("refund", bank.giveBack(payment, 5_000));
    expect(await attentionOf(id)).toBeNull();
    const token = "77777777-7777-4777-8777-000000000001";
    await refundByStaff(staff(), { order_id, amount: 900, left: 10_900, reason: "Broken vase", token });
    await runRefunds();
    expect(await attentionOf(id)).toBeNull();
    await tell("refund", bank.giveBack(payment, 10_000));
    expect(await attentionOf(id)).toBe(REFUNDED);
  });

  test("of a visit that is over or cancelled asks nobody", async () => {
    const visit = await paid();
    const wish = { choice: "none", amount: null, reason: "", left: 15_900 } as const;
    expect(await cancelByStaff(staff(), { id: visit.id, ...wish })).toMatchObject({ ok: true });
    await tell("refund", bank.giveBack(visit.payment, 15_900));
    expect(await attentionOf(visit.id)).toBeNull();
    const over = await paid();
    clock.set("2026-06-11T12:00:00Z");
    await tell("refund", bank.giveBack(over.payment, 15_900));
    expect(await attentionOf(over.id)).toBeNull();
  });

  test("by staff in the panel needs no question", async () => {
    const { id, order_id } = await paid();
    const token = "77777777-7777-4777-8777-000000000002";
    await refundByStaff(staff(), { order_id, amount: 15_900, left: 15_900, reason: "Moved away", token });
    await runRefunds();
    expect(await attentionOf(id)).toBeNull();
  });

  test("that fails after all is no reason to cancel any more", async () => {
    const { id, payment } = await paid();
    const back = bank.giveBack(payment, 15_900, "pending");
    await tell("refund", back);
    expect(await attentionOf(id)).toBe(REFUNDED);
    bank.endRefund(back, "failed");
    await tell("refund", back);
    expect(await attentionOf(id)).toBe("The refund of $159.00 failed: The bank has refused it.");
  });

  test("is not told by mail when payment notifications are off, nor once it is settled", async () => {
    await setSetting(pool, "notifications.payment_notifications", "false");
    const { payment } = await paid();
    await tell("refund", bank.giveBack(payment, 15_900));
    expect(await notices()).toEqual([]);
    await setSetting(pool, "notifications.payment_notifications", "true");
    const other = await paid();
    await tell("refund", bank.giveBack(other.payment, 15_900));
    await keepUnpaid(staff(), other.id);
    expect(await notices()).toEqual([]);
  });
});

describe("what staff decide about a visit that was refunded elsewhere", () => {
  async function refunded() {
    const visit = await paid();
    await tell("refund", bank.giveBack(visit.payment, 15_900));
    return visit;
  }

  test("is offered with the visit", async () => {
    const { id } = await refunded();
    expect(await readOfficeBooking(staff(), id)).toMatchObject({ refunded_elsewhere: true });
    await keepUnpaid(staff(), id);
    expect(await readOfficeBooking(staff(), id)).toMatchObject({ refunded_elsewhere: false });
  });

  test("to cancel it gives the slot back, and no money twice", async () => {
    const { id, order_id } = await refunded();
    const wish = { choice: "none", amount: null, reason: "Refunded elsewhere", left: 0 } as const;
    expect(await cancelByStaff(staff(), { id, ...wish })).toMatchObject({ ok: true, refund: 0 });
    expect(await visitRow(pool, id)).toMatchObject({ status: "cancelled", needs_attention: null });
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({ left: 0 });
    await queues.run("booking-cancelled-mail");
    const { rows } = await pool.query("select text from mails where occasion like 'booking-cancelled:%'");
    expect(rows[0].text).toContain("We already refunded $159.00.");
    expect(rows[0].text).not.toContain("There is no refund for this visit");
  });

  test("to keep it as unpaid leaves what else it needs attention for", async () => {
    const { id } = await refunded();
    await pool.query("update bookings set needs_attention = needs_attention || E'\\nNo crew.'");
    expect(await keepUnpaid(staff(), id)).toBe(true);
    expect(await keepUnpaid(staff(), id)).toBe(false);
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", needs_attention: "No crew." });
    expect(await auditOf(pool, id)).toContain("booking.kept_unpaid");
  });
});

describe("a full refund of a plan's month", () => {
  test("calls staff to the plan, a partial one does not", async () => {
    const session = await openPlan(ctx());
    bank.set(session, "paid");
    await tell("session", session);
    await pool.query("update plans set needs_attention = null");
    await tell("refund", bank.giveBack(`pay_${session}`, 900));
    expect(await planOf(pool, session)).toMatchObject({ status: "active", needs_attention: null });
    await tell("refund", bank.giveBack(`pay_${session}`, 28_000));
    expect((await planOf(pool, session)).needs_attention).toBe(
      "Refunded in full at Bank: $289.00, charged Jun 01, 2026. End the plan, or keep its visits as unpaid.",
    );
    await queues.run("plan-notice-mail");
    const { rows } = await pool.query("select text from mails where occasion like 'plan-notice:%'");
    expect(rows.at(-1).text).toContain("Refunded in full at Bank");
  });

  test("of a plan that has ended asks nobody", async () => {
    const session = await openPlan(ctx());
    bank.set(session, "paid");
    await tell("session", session);
    await pool.query("update plans set needs_attention = null, status = 'ended'");
    await tell("refund", bank.giveBack(`pay_${session}`, 28_900));
    expect((await planOf(pool, session)).needs_attention).toBeNull();
  });
});
