import { beforeEach, describe, expect, test } from "vitest";
import type { StaffWish } from "~/features/booking/cancellation";
import { recordPayment } from "~/features/payments/office/record-payment.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, refundsOf, visitRow } from "../../../../tests/support/visits";
import { cancelByStaff } from "./cancel.server";
import { setBookingStatus } from "./status.server";

const world = await testWorld();
const { pool, ctx, clock, queues, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const wish: StaffWish = { choice: "policy", amount: null, reason: "", left: 15_900 };
const cancel = (id: string, change: Partial<StaffWish> = {}) =>
  cancelByStaff(staff(), { id, ...wish, ...change });
const given = async (id: string) =>
  (await refundsOf(pool, id)).ours.map(({ amount, reason }) => [amount, reason]);

describe("cancelling by staff", () => {
  test("gives back what the policy says: less when it is late", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    clock.set("2026-06-10T06:00:00Z");
    expect(await cancel(id)).toEqual({ ok: true, refund: 7950, fee: 0, currency: "USD", by_hand: false });
    expect(await visitRow(pool, id)).toMatchObject({ status: "cancelled" });
    expect(await given(id)).toEqual([[7950, "Cancelled by the office"]]);
    await queues.run("refund-order");
    expect((await refundsOf(pool, id)).theirs).toMatchObject([{ amount: 7950 }]);
  });

  test("gives back all of it although it is late, nothing, or another amount with its reason", async () => {
    const times = ["8:00 AM", "12:00 PM", "4:00 PM"] as const;
    const [all, none, some] = await Promise.all(times.map((time) => confirmedVisit(ctx(), pool, { time })));
    clock.set("2026-06-10T06:00:00Z");
    await cancel(all?.id, { choice: "all" });
    await cancel(none?.id, { choice: "none" });
    await cancel(some?.id, { choice: "amount", amount: 1234, reason: "Half was done" });
    expect(await given(all?.id)).toEqual([[15_900, "Cancelled by the office"]]);
    expect(await given(none?.id)).toEqual([]);
    expect(await given(some?.id)).toEqual([[1234, "Half was done"]]);
  });

  test("pressed twice cancels and pays once", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const outcomes = await Promise.all([cancel(id), cancel(id), cancel(id)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await given(id)).toHaveLength(1);
  });

  test("does nothing when what is left has changed, or can't be given", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    expect(await cancel(id, { left: 100 })).toMatchObject({ ok: false, reason: "changed" });
    const more = { choice: "amount", amount: 15_901, reason: "Sorry" } as const;
    expect(await cancel(id, more)).toMatchObject({ ok: false, reason: "invalid", field: "amount" });
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed" });
    expect(await cancel("7")).toMatchObject({ ok: false, reason: "not found" });
  });

  test("of a visit that was paid by check is noted: staff hand the money back, and the mail says so", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    await pool.query(
      "delete from charges; update orders set status = 'pending', provider = 'office', payment_session_id = null",
    );
    await recordPayment(staff(), { order_id, method: "check" });
    expect(await cancel(id, { choice: "all" })).toMatchObject({ ok: true, refund: 15_900, by_hand: true });
    expect((await refundsOf(pool, id)).ours).toMatchObject([{ amount: 15_900, status: "completed" }]);
    expect(await queues.waiting("refund-order")).toEqual([]);
    await queues.run("booking-cancelled-mail");
    const { rows } = await pool.query("select text from mails where subject like 'Cancelled%'");
    expect(rows[0].text.replace(/\s+/g, " ")).toContain("We’ll refund $159.00 by check, the way you paid.");
    expect(await visitRow(pool, id)).toMatchObject({ needs_attention: null });
  });

  test("tells the customer what goes back, of this cancellation and no other", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await cancel(id, { choice: "amount", amount: 5000, reason: "Rain" });
    await queues.run("booking-cancelled-mail");
    clock.advance({ hours: 1 });
    await setBookingStatus(staff(), { id, status: "confirmed" });
    clock.advance({ hours: 1 });
    expect(await cancel(id, { choice: "all", left: 10_900 })).toMatchObject({ ok: true, refund: 10_900 });
    await queues.run("booking-cancelled-mail");
    await setBookingStatus(staff(), { id, status: "confirmed" });
    clock.advance({ hours: 1 });
    expect(await cancel(id, { choice: "none", left: 0 })).toMatchObject({ ok: true, refund: 0 });
    await queues.run("booking-cancelled-mail");
    const { rows } = await pool.query(
      "select text from mails where subject like 'Cancelled%' order by created_at",
    );
    expect(rows.map(({ text }) => /Refund:\s+(.*)/.exec(text)?.[1])).toEqual(["$50.00", "$109.00", "None"]);
    await queues.run("refund-order");
    const given = (await refundsOf(pool, id)).theirs.map(({ amount }) => amount);
    expect(given.toSorted((a, b) => a - b)).toEqual([5000, 10_900]);
  });
});
