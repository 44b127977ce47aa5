import { describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { bankWorld } from "../../../../tests/support/bank-world";
import { linkTo, refundsOf, visitRow } from "../../../../tests/support/visits";
import { findPendingSyncs } from "./reconcile.server";

const { pool, queues, bank, ctx, staff, paid, runRefunds } = await bankWorld();

const counted = async (table: "disputes" | "refunds") =>
  (await pool.query(`select count(*)::int from ${table}`)).rows[0].count;

describe("with every event lost", () => {
  test("a dispute is found, and its end, once", async () => {
    const { id, payment } = await paid();
    const dispute = bank.dispute(payment, 15_900);
    for (const _ of ["once", "again"]) await findPendingSyncs(ctx());
    expect((await visitRow(pool, id)).needs_attention).toMatch(/^The customer disputes/);
    expect(await queues.waiting("dispute-notice-mail")).toHaveLength(1);
    bank.dispute(payment, 15_900, "lost", dispute);
    for (const _ of ["once", "again"]) await findPendingSyncs(ctx());
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 15_900, reason: "Dispute lost" }]);
  });

  test("what was given back in the provider's office is in our books, and what became of it, once", async () => {
    const { id, order_id, payment } = await paid();
    const back = bank.giveBack(payment, 4000, "pending");
    for (const _ of ["once", "again"]) await findPendingSyncs(ctx());
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({ left: 11_900 });
    bank.endRefund(back, "failed");
    for (const _ of ["once", "again"]) await findPendingSyncs(ctx());
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 4000, status: "failed" }]);
  });

  test("what is of payments elsewhere is left alone", async () => {
    await paid();
    bank.dispute("pay_elsewhere", 100);
    bank.giveBack("pay_elsewhere", 100);
    await findPendingSyncs(ctx());
    expect([await counted("disputes"), await counted("refunds")]).toEqual([0, 0]);
  });

  test("one that can't be taken in keeps no other out", async () => {
    const { id, payment } = await paid();
    bank.giveBack(payment, -1); // no refund is of less than nothing
    bank.giveBack(payment, 4000);
    bank.dispute(payment, 100);
    await findPendingSyncs(ctx());
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 4000 }]);
    expect(await counted("disputes")).toBe(1);
  });
});

describe("a dispute that only the provider knows of", () => {
  test("stops a refund before it is asked for, and is known then", async () => {
    const { id, payment } = await paid();
    bank.dispute(payment, 15_900);
    expect(await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 15_900 })).toMatchObject({
      ok: true,
    });
    await runRefunds();
    expect(bank.asked).not.toContain("refund");
    expect((await refundsOf(pool, id)).ours).toMatchObject([
      { status: "failed", error: expect.stringContaining("disputes this payment") },
    ]);
    expect((await visitRow(pool, id)).needs_attention).toMatch(
      /^The customer disputes \$159\.00: .*\nThe refund of \$159\.00 failed: /,
    );
  });

  test("that was won stops none", async () => {
    const { id, payment } = await paid();
    bank.dispute(payment, 15_900, "won");
    await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 15_900 });
    await runRefunds();
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ status: "completed" }]);
  });
});
