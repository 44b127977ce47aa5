import { beforeEach, describe, expect, test } from "vitest";
import type { StaffWish } from "~/features/booking/cancellation";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { readVisit } from "~/features/booking/manage/queries.server";
import { rescheduleBooking } from "~/features/booking/manage/reschedule.server";
import { cancelByStaff, closeAsNoShow } from "~/features/booking/office/cancel.server";
import { readOfficeBooking } from "~/features/booking/office/queries.server";
import { HELD_SECONDS } from "~/features/booking/office/rules";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { undoBookingStatus } from "~/features/booking/office/undo.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { addLine } from "~/features/payments/office/add-line.server";
import { bookingOf, DAY, paySession } from "../../../../tests/support/bookings";
import { differencesIn } from "../../../../tests/support/books";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { linkTo, visitRow } from "../../../../tests/support/visits";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
const PRICE = 15_900;
const TIP = 2400;
const HALF = 7950;
const LATE = "2026-06-10T10:00:00Z";
const AFTER = "2026-06-10T12:20:00Z";

let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

/** A visit on Jun 10 at 8:00 AM, paid with a tip of $24.00. */
async function tipped() {
  const session = await paySession(ctx(), {}, null, { tip: { percent: 15 } });
  await closeCheckout(ctx(), session);
  const { id, order_id } = await bookingOf(pool, session);
  return { id: id as string, order_id: order_id as string };
}

/** Cents of each refund, and what its line is for. */
const refunds = async () =>
  (
    await pool.query(
      `select r.amount, l.kind, r.status from refunds r left join order_lines l on l.id = r.line_id
       where r.status <> 'failed' order by r.amount`,
    )
  ).rows.map(({ amount, kind }) => [amount, kind]);
const orderOf = async (id: string) =>
  (await pool.query("select *, coalesce(tips, 0) as tips from orders where id = $1", [id])).rows[0];
const booksAgree = async () => {
  await queues.run("refund-order");
  expect(await differencesIn(pool, ctx())).toEqual([]);
};

describe("a customer who cancels a visit with a tip", () => {
  const customer = (id: string) => ctx({ actor: linkTo(id) });

  test("in time gets all of it back", async () => {
    const { id, order_id } = await tipped();
    expect((await readVisit(customer(id), id))?.refund).toEqual({
      ...{ amount: PRICE + TIP, text: "$183.00", tip: "$24.00", percent: 100, late: false },
    });
    expect(await cancelBooking(customer(id), { id, refund: PRICE + TIP })).toMatchObject({ ok: true });
    expect(await refunds()).toEqual([
      [TIP, "tip"],
      [PRICE, null],
    ]);
    expect(await orderOf(order_id)).toMatchObject({ tips: 0, returned: TIP, due: 0 });
    await booksAgree();
    await queues.run("booking-cancelled-mail");
    const { rows } = await pool.query("select text from mails where subject like 'Cancelled: %'");
    expect(rows[0]?.text).toContain("$183.00");
  });

  test("late pays the fee of the price alone", async () => {
    const { id, order_id } = await tipped();
    clock.set(LATE);
    expect((await readVisit(customer(id), id))?.refund).toMatchObject({
      ...{ amount: HALF + TIP, tip: "$24.00", percent: 50, late: true },
    });
    expect(await cancelBooking(customer(id), { id, refund: HALF + 1200 })).toMatchObject({
      reason: "changed",
    });
    expect(await cancelBooking(customer(id), { id, refund: HALF + TIP })).toMatchObject({ ok: true });
    expect(await refunds()).toEqual([
      [TIP, "tip"],
      [HALF, null],
    ]);
    expect(await orderOf(order_id)).toMatchObject({ amount: PRICE, tips: 0, due: 0 });
    await booksAgree();
  });

  test("late, with something added that is still due, owes the fee without the tip", async () => {
    const { id, order_id } = await tipped();
    const line = { kind: "extra", label: "", reason: "Oven", minutes: null, seen: PRICE + TIP };
    await addLine(staff(), { ...line, order_id, amount: 20_000, token: crypto.randomUUID() });
    clock.set(LATE);
    const visit = await readVisit(customer(id), id);
    expect(visit).toMatchObject({ refund: { amount: TIP }, fee: { amount: 2050 } });
    expect(await cancelBooking(customer(id), { id, refund: TIP, fee: 2050 })).toMatchObject({ ok: true });
    expect(await refunds()).toEqual([[TIP, "tip"]]);
    expect(await orderOf(order_id)).toMatchObject({ tips: 0, due: 2050 });
    await booksAgree();
  });

  test("keeps the tip when they reschedule", async () => {
    const { id, order_id } = await tipped();
    const to = { date: "2026-06-12", time: "2:00 PM", from: { date: DAY, time: "8:00 AM" } };
    expect(await rescheduleBooking(customer(id), { id, ...to })).toMatchObject({ ok: true });
    expect(await orderOf(order_id)).toMatchObject({ amount: PRICE + TIP, tips: TIP });
  });
});

describe("staff who cancel a visit with a tip", () => {
  const cancel = (id: string, wish: Partial<StaffWish>) =>
    cancelByStaff(staff(), {
      ...{ id, choice: "policy", amount: null, reason: "", left: PRICE + TIP },
      ...wish,
    });

  test.each<[string, Partial<StaffWish>, number]>([
    ["by the policy", {}, HALF + TIP],
    ["with all of it", { choice: "all" }, PRICE + TIP],
    ["with nothing of the price", { choice: "none" }, TIP],
    ["with another amount", { choice: "amount", amount: 5000, reason: "Sorry" }, 5000],
  ])("late, %s, give the whole tip back", async (_, wish, refund) => {
    const { id, order_id } = await tipped();
    clock.set(LATE);
    expect((await readOfficeBooking(staff(), id))?.money).toMatchObject({
      ...{ policy: HALF + TIP, left: PRICE + TIP, tip: "$24.00" },
    });
    expect(await cancel(id, wish)).toMatchObject({ ok: true, refund });
    expect(await refunds()).toEqual([[TIP, "tip"], ...(refund > TIP ? [[refund - TIP, null]] : [])]);
    expect(await orderOf(order_id)).toMatchObject({ tips: 0, due: 0 });
    await booksAgree();
  });

  test("can't keep a part of the tip", async () => {
    const { id } = await tipped();
    expect(await cancel(id, { choice: "amount", amount: TIP - 1, reason: "?" })).toMatchObject({
      ...{ ok: false, field: "amount" },
      message: "The tip goes back in any case: enter at least $24.00.",
    });
  });

  test("as a no-show keep the price alone", async () => {
    const { id } = await tipped();
    clock.set(AFTER);
    const shown = (await readOfficeBooking(staff(), id))?.no_show;
    expect(shown?.words).toContain("with the tip of $24.00");
    const { refund = 0, fee = 0 } = shown ?? {};
    expect(await closeAsNoShow(staff(), { id, refund, fee })).toMatchObject({ ok: true, refund });
    expect(await refunds()).toContainEqual([TIP, "tip"]);
    await booksAgree();
  });

  test("by its status alone give back the tip once nobody can undo that", async () => {
    const { id, order_id } = await tipped();
    const change = await setBookingStatus(staff(), { id, status: "cancelled" });
    expect(change).toMatchObject({ ok: true, changed: true });
    expect(await refunds()).toEqual([]);
    clock.advance({ seconds: HELD_SECONDS });
    await queues.run("return-tip");
    expect(await refunds()).toEqual([[TIP, "tip"]]);
    expect(await orderOf(order_id)).toMatchObject({ tips: 0, due: 0 });
    await booksAgree();
  });

  test("and undo it keep the tip", async () => {
    const { id, order_id } = await tipped();
    const change = await setBookingStatus(staff(), { id, status: "cancelled" });
    const sequence = change.ok && change.changed ? (change.undo ?? 0) : 0;
    expect(await undoBookingStatus(staff(), { id, sequence })).toEqual({ ok: true });
    await queues.run("return-tip");
    expect(await refunds()).toEqual([]);
    expect(await orderOf(order_id)).toMatchObject({ tips: TIP });
  });

  test("restore it and cancel it again keep half of the price, whatever became of the tip", async () => {
    const { id, order_id } = await tipped();
    await cancel(id, { choice: "none" });
    await setBookingStatus(staff(), { id, status: "confirmed" });
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed" });
    clock.set(LATE);
    expect(await cancel(id, { left: PRICE })).toMatchObject({ ok: true, refund: HALF });
    expect(await refunds()).toEqual([
      [TIP, "tip"],
      [HALF, null],
    ]);
    expect(await orderOf(order_id)).toMatchObject({ tips: 0, due: 0 });
    await booksAgree();
  });
});
