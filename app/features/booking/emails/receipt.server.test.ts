import { beforeEach, describe, expect, test } from "vitest";
import { recordPayment } from "~/features/payments/office/record-payment.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { bookingOf, CARD, openSession, sessionState } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { sendRefund } from "./send.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

/** Lets receipts go out; every mail since the last time. */
async function mailed() {
  await queues.run("booking-confirmed-mail");
  await queues.run("receipt-mail");
  const { rows } = await pool.query("delete from mails returning subject, recipient, text");
  return rows;
}

describe("a receipt of its own", () => {
  test("goes out when the office is paid on the day, and says how", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    await pool.query(
      "delete from charges; update orders set status = 'pending', payment_session_id = null, completed_at = null",
    );
    expect(await mailed()).toMatchObject([{ text: expect.stringContaining("you pay $159.00 on the day") }]);
    const staff = await staffCtx(world);
    await recordPayment(staff(), { order_id, method: "cash" });
    const [mail, ...more] = await mailed();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: "Your receipt: $159.00 for Regular Cleaning",
      recipient: CARD.email,
    });
    expect(mail.text).toContain("We received $159.00 in cash.");
    expect(mail.text).toContain("Paid in cash: $159.00");
    expect(mail.text).toContain(`/bookings/${id}/receipt`);
  });

  test("takes the place of a second confirmation when staff had confirmed before the money came", async () => {
    const session = await openSession(ctx());
    await settleSession(ctx(), await sessionState(ctx(), session, { status: "processing" }));
    await pool.query("update bookings set status = 'confirmed', customer_email = $1", [CARD.email]);
    const { amount, currency } = await sessionState(ctx(), session);
    const paid = { status: "paid", amount, currency, customer: null } as const;
    await settleSession(ctx(), await sessionState(ctx(), session, paid));
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
    expect(await mailed()).toMatchObject([{ subject: "Your receipt: $159.00 for Regular Cleaning" }]);
  });
});

test("a refund says what is left of the payment after all that went back", async () => {
  const { order_id } = await confirmedVisit(ctx(), pool);
  await mailed();
  const { rows } = await pool.query(
    `insert into refunds (order_id, amount, reason, status, idempotency_key)
     values ($1, 3000, 'a', 'completed', 'a'), ($1, 4000, 'b', 'failed', 'b'), ($1, 5000, 'c', 'completed', 'c') returning id`,
    [order_id],
  );
  await sendRefund(ctx(), { refund_id: rows[2].id });
  const [mail] = await mailed();
  expect(mail.text).toMatch(/Paid: \$159\.00\nRefund: \$50\.00\nPaid after refunds: \$79\.00/);
});
