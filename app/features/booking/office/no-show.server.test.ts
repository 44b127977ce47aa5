import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { readService } from "~/features/catalog/queries.server";
import { recordPayment } from "~/features/payments/office/record-payment.server";
import { waiveFee } from "~/features/payments/office/waive.server";
import { auditOf } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, linkTo, refundsOf, visitRow } from "../../../../tests/support/visits";
import { bookByPhone } from "./book.server";
import { cancelByStaff, closeAsNoShow } from "./cancel.server";
import { checkPhoneForm } from "./forms";
import { setBookingStatus } from "./status.server";

const world = await testWorld();
const { pool, ctx, clock, queues, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const fields = {
  ...{ customer_name: "Ruth Merrill", customer_email: "ruth@mail.example" },
  ...{ service: "regular-cleaning", hours: "3", date: "2026-06-10", time: "8:00 AM" },
  ...{ street: "9 Main Street", city: "Concord", state: "NH", zip: "03301" },
};
const LATE = "2026-06-10T10:00:00Z";
const AFTER = "2026-06-10T12:20:00Z";

/** $159.00, to be paid on the day, at 8:00 AM on Jun 10. */
async function unpaid() {
  const checked = checkPhoneForm(fields, await readService(ctx(), fields.service));
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  const token = crypto.randomUUID();
  const outcome = await bookByPhone(staff(), { token, request: checked.request, customer: checked.customer });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.booking_id;
}

const orderOf = async (id: string) =>
  (await pool.query("select id, status, amount, provider from orders where booking_id = $1", [id])).rows[0];
const cancel = (id: string, fee?: number) =>
  cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 0, ...(fee !== undefined && { fee }) });

describe("cancelling late what is to be paid on the day", () => {
  test("leaves the fee that was shown due, which is paid like any order", async () => {
    const id = await unpaid();
    clock.set(LATE);
    expect(await cancel(id)).toMatchObject({
      ok: false,
      reason: "changed",
      message: expect.stringContaining("$79.50"),
    });
    expect(await cancel(id, 7950)).toEqual({ ok: true, refund: 0, fee: 7950 });
    const order = await orderOf(id);
    expect(order).toMatchObject({ status: "pending", amount: 7950, provider: "office" });
    await queues.run("booking-cancelled-mail");
    const { rows } = await pool.query("select text from mails where subject like 'Cancelled: %'");
    expect(rows[0]?.text).toContain("a fee of $79.50 is due for a late cancellation");
    expect(await recordPayment(staff(), { order_id: order.id, method: "check" })).toEqual({ ok: true });
    expect(await orderOf(id)).toMatchObject({ status: "completed", amount: 7950 });
    expect(await waiveFee(staff(), { order_id: order.id })).toMatchObject({ ok: false });
  });

  test("in time leaves nothing due", async () => {
    const id = await unpaid();
    expect(await cancel(id)).toEqual({ ok: true, refund: 0 });
    expect(await orderOf(id)).toMatchObject({ status: "failed", amount: 15_900 });
  });

  test("by staff leaves due what they choose; a fee is waived once", async () => {
    const [kept, free] = [await unpaid(), await unpaid()];
    clock.set(LATE);
    const wish = { choice: "none" as const, amount: null, reason: "", left: 0 };
    expect(await cancelByStaff(staff(), { ...wish, id: kept, fee: 100 })).toMatchObject({
      ok: false,
      reason: "changed",
    });
    expect(await cancelByStaff(staff(), { ...wish, id: kept, fee: 7950 })).toMatchObject({
      ok: true,
      fee: 7950,
    });
    expect(await cancelByStaff(staff(), { ...wish, id: free, fee: 0 })).toMatchObject({ ok: true, fee: 0 });
    expect(await orderOf(free)).toMatchObject({ status: "failed" });
    const { id: order_id } = await orderOf(kept);
    const outcomes = await Promise.all([1, 2].map(() => waiveFee(staff(), { order_id })));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await orderOf(kept)).toMatchObject({ status: "failed" });
    expect(await auditOf(pool, order_id)).toEqual(["order.waived"]);
  });

  test("and taken back owes the price again", async () => {
    const id = await unpaid();
    clock.set(LATE);
    await cancel(id, 7950);
    expect(await setBookingStatus(staff(), { id, status: "confirmed" })).toMatchObject({ ok: true });
    expect(await orderOf(id)).toMatchObject({ status: "pending", amount: 15_900 });
  });
});

describe("a no-show", () => {
  test("to be paid on the day leaves the fee of its policy due; pressed twice it is one", async () => {
    const id = await unpaid();
    clock.set(LATE);
    expect(await closeAsNoShow(staff(), { id, refund: 0, fee: 15_900 })).toMatchObject({ ok: false });
    clock.set(AFTER);
    expect(await closeAsNoShow(staff(), { id, refund: 0, fee: 1 })).toMatchObject({
      ok: false,
      reason: "changed",
    });
    const outcomes = await Promise.all(
      [1, 2].map(() => closeAsNoShow(staff(), { id, refund: 0, fee: 15_900 })),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await visitRow(pool, id)).toMatchObject({ status: "cancelled" });
    expect(await orderOf(id)).toMatchObject({ status: "pending", amount: 15_900 });
    expect(await auditOf(pool, id)).toEqual(["booking.booked", "booking.no_show"]);
    await queues.run("booking-cancelled-mail");
    const { rows } = await pool.query("select text from mails where subject like 'Cancelled: %'");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).toContain("nobody let them in");
    expect(rows[0]?.text).toContain("a fee of $159.00 is due");
  });

  test("that is prepaid gives back the rest by the policy it was made under", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query(
      `update bookings set policy = '{"full_refund_hours": 24, "late_fee_percent": 50, "no_show_percent": 75}'`,
    );
    clock.set(AFTER);
    expect(await closeAsNoShow(staff(), { id, refund: 3975, fee: 0 })).toMatchObject({
      ok: true,
      refund: 3975,
    });
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 3975 }]);
  });
});
