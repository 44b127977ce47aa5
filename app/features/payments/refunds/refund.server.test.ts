import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import type { Refund, RefundRequest } from "~/platform/outside/payment-gateway";
import { auditOf } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { confirmedVisit, linkTo, refundsOf, visitRow } from "../../../../tests/support/visits";
import { refundOrder, retryRefunds } from "./send.server";

const { pool, ctx, clock, clear, queues } = await testWorld();
const { payments } = ctx();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

/** A cancelled visit whose refund waits for its job. */
async function cancelled() {
  const { id, session } = await confirmedVisit(ctx(), pool);
  await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 15900 });
  const [refund] = (await refundsOf(pool, id)).ours;
  return { id, session, refund: refund.id as string };
}

const withProvider = (refund: (request: RefundRequest) => Promise<Refund>) =>
  ctx({ payments: { ...payments, refund } });

describe("a refund", () => {
  test("is paid by the provider and noted, once, however often its job runs", async () => {
    const { id, refund } = await cancelled();
    await Promise.all(Array.from({ length: 8 }, () => refundOrder(ctx(), refund)));
    await refundOrder(ctx(), refund);
    await queues.run("refund-order");
    const { ours, theirs } = await refundsOf(pool, id);
    expect(theirs).toMatchObject([{ amount: 15900, idempotency_key: `refund:${id}` }]);
    expect(ours).toMatchObject([
      {
        status: "completed",
        provider_refund_id: theirs[0].id,
        error: null,
        completed_at: new Date(clock.now.epochMilliseconds),
      },
    ]);
    const trail = await auditOf(pool, id);
    expect(trail.filter((action) => action === "booking.refunded")).toHaveLength(1);
    expect(await visitRow(pool, id)).toMatchObject({ needs_attention: null });
  });

  test("that the provider can't take now waits, and is paid by the next try", async () => {
    const { id, refund } = await cancelled();
    const down = withProvider(() => Promise.reject(new Error("the provider is down")));
    await expect(refundOrder(down, refund)).rejects.toThrow("down");
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ status: "pending", error: null }]);
    expect(await visitRow(pool, id)).toMatchObject({ needs_attention: null });
    expect(await queues.run("refund-order")).toBe(1);
    const { ours, theirs } = await refundsOf(pool, id);
    expect([ours[0].status, theirs.length]).toEqual(["completed", 1]);
  });

  test("whose answer was lost is the same refund when it is asked for again", async () => {
    const { id, refund } = await cancelled();
    const lost = withProvider(async (request) => {
      await payments.refund(request);
      throw new Error("the line broke");
    });
    await expect(refundOrder(lost, refund)).rejects.toThrow("line");
    await refundOrder(ctx(), refund);
    const { ours, theirs } = await refundsOf(pool, id);
    expect(theirs).toHaveLength(1);
    expect(ours).toMatchObject([{ status: "completed", provider_refund_id: theirs[0].id }]);
  });

  test("that the provider refuses for good has failed, says why, and calls staff", async () => {
    const { id, refund } = await cancelled();
    const refusing = withProvider(async () => ({
      status: "failed",
      id: null,
      reason: "The card is closed.",
    }));
    await refundOrder(refusing, refund);
    await refundOrder(ctx(), refund);
    const { ours, theirs } = await refundsOf(pool, id);
    expect(ours).toMatchObject([{ status: "failed", error: "The card is closed.", completed_at: null }]);
    expect(theirs).toEqual([]);
    expect(await visitRow(pool, id)).toMatchObject({
      status: "cancelled",
      needs_attention: "The refund of $159.00 failed: The card is closed.",
    });
    expect(await auditOf(pool, id)).toContain("booking.refund_failed");
  });

  test("that fails is one more reason why staff must look", async () => {
    const { id, refund } = await cancelled();
    await pool.query("update bookings set needs_attention = 'Paid after its slot was given away.'");
    const refusing = withProvider(async () => ({ status: "failed", id: null, reason: "Closed." }));
    await refundOrder(refusing, refund);
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ status: "failed" }]);
    expect(await visitRow(pool, id)).toMatchObject({
      needs_attention: "Paid after its slot was given away.\nThe refund of $159.00 failed: Closed.",
    });
  });

  test.each(["payment_session_id = null, payment_id = null", "provider = 'elsewhere'"])(
    "of an order with %s can't be asked for here: staff are called",
    async (change) => {
      const { id, refund } = await cancelled();
      await pool.query(
        `update orders set ${change}; update refunds set charge_id = null; delete from charges`,
      );
      await refundOrder(ctx(), refund);
      expect(await visitRow(pool, id)).toMatchObject({ needs_attention: expect.stringContaining("$159.00") });
    },
  );

  test("that still waits after an hour is tried again, and one that fails holds no other up", async () => {
    const stuck = await cancelled();
    const other = await cancelled();
    const half = withProvider((request) =>
      request.payment_id === stuck.session ? Promise.reject(new Error("down")) : payments.refund(request),
    );
    clock.advance({ minutes: 59 });
    await retryRefunds({ ...half, now: clock.now });
    expect((await refundsOf(pool, other.id)).ours).toMatchObject([{ status: "pending" }]);
    clock.advance({ minutes: 1 });
    await retryRefunds({ ...half, now: clock.now });
    expect((await refundsOf(pool, other.id)).ours).toMatchObject([{ status: "completed" }]);
    expect((await refundsOf(pool, stuck.id)).ours).toMatchObject([{ status: "pending" }]);
  });

  test("leaves the order as it was paid: revenue is orders less refunds", async () => {
    const { id, refund } = await cancelled();
    await refundOrder(ctx(), refund);
    const { rows } = await pool.query("select status, amount from orders where booking_id = $1", [id]);
    expect(rows).toEqual([{ status: "completed", amount: 15900 }]);
  });
});
