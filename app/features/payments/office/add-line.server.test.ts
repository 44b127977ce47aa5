import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { bookByPhone } from "~/features/booking/office/book.server";
import { checkPhoneForm } from "~/features/booking/office/forms";
import { readService } from "~/features/catalog/queries.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, linkTo, refundsOf, visitRow } from "../../../../tests/support/visits";
import { addLine } from "./add-line.server";
import { readOfficeOrder } from "./queries.server";
import { recordPayment } from "./record-payment.server";
import { refundByStaff } from "./refund.server";

const world = await testWorld();
const { pool, ctx, queues, clear, clock } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;
let tokens = 0;
const token = () => `88888888-8888-4888-8888-${String(++tokens).padStart(12, "0")}`;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const orderRow = async (id: string) =>
  (await pool.query("select status, amount, charged, returned, due from orders where id = $1", [id])).rows[0];
const kinds = async (id: string) =>
  (
    await pool.query("select kind, amount from order_lines where order_id = $1 order by position", [id])
  ).rows.map(({ kind, amount }) => `${kind} ${amount}`);

type Change = Partial<Parameters<typeof addLine>[1]>;
const add = async (order_id: string, kind: string, amount: number | null, change: Change = {}) =>
  addLine(staff(), {
    ...{ order_id, token: token(), kind, amount, label: "", reason: "As agreed", minutes: null },
    seen: (await orderRow(order_id)).amount,
    ...change,
  });

/** $159.00, to be paid on the day, booked by telephone for 8:00 AM on Jun 10. */
async function unpaidVisit() {
  const checked = checkPhoneForm(
    {
      ...{ customer_name: "Ruth Merrill", customer_email: "ruth@mail.example" },
      ...{ service: "regular-cleaning", hours: "3", date: "2026-06-10", time: "8:00 AM" },
      ...{ street: "9 Main Street", city: "Concord", state: "NH", zip: "03301" },
    },
    await readService(ctx(), "regular-cleaning"),
  );
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  const { request, customer } = checked;
  const booked = await bookByPhone(staff(), { token: token(), request, customer });
  if (!booked.ok) throw new Error(booked.message);
  const { rows } = await pool.query("select id from orders where booking_id = $1", [booked.booking_id]);
  return { id: booked.booking_id, order_id: rows[0].id as string };
}

test("an order is made of the lines of its price, and a payment is a charge", async () => {
  const { order_id } = await confirmedVisit(ctx(), pool);
  expect(await kinds(order_id)).toEqual(["service 15900"]);
  expect(await orderRow(order_id)).toEqual({
    ...{ status: "completed", amount: 15_900, charged: 15_900, returned: 0, due: 0 },
  });
  expect((await readOfficeOrder(staff(), order_id))?.charges).toMatchObject([
    { amount: "$159.00", how: "Test checkout" },
  ]);
});

describe("a line that costs something", () => {
  test("is due, and paid in parts, each by who took it", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    expect(await add(order_id, "time", 5300)).toMatchObject({ ok: true, due: 5300 });
    expect(await orderRow(order_id)).toMatchObject({ status: "completed", amount: 21_200, due: 5300 });
    const pay = (amount: number, method: "cash" | "check") =>
      recordPayment(staff(), { order_id, amount, method, token: token() });
    expect(await pay(5301, "cash")).toMatchObject({ ok: false, reason: "invalid" });
    expect(await pay(2000, "cash")).toEqual({ ok: true });
    expect(await pay(3300, "check")).toEqual({ ok: true });
    expect(await pay(1, "cash")).toMatchObject({ ok: false, reason: "not payable" });
    expect(await orderRow(order_id)).toMatchObject({ charged: 21_200, due: 0 });
    const { rows } = await pool.query(
      "select amount, provider, taken_by from charges where order_id = $1 order by created_at, amount",
      [order_id],
    );
    const taken_by = staff().actor.id;
    expect(rows).toContainEqual({ amount: 2000, provider: "office-cash", taken_by });
    expect(rows).toContainEqual({ amount: 3300, provider: "office-check", taken_by });
  });

  test("sent twice is one line, and a payment sent twice is one payment", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    const twice = { token: token() };
    const both = await Promise.all([
      add(order_id, "extra", 2500, twice),
      add(order_id, "extra", 2500, twice),
    ]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await kinds(order_id)).toEqual(["service 15900", "extra 2500"]);
    const paid = { order_id, amount: 1000, method: "cash" as const, token: token() };
    await Promise.all([recordPayment(staff(), paid), recordPayment(staff(), paid)]);
    expect(await orderRow(order_id)).toMatchObject({ charged: 16_900, due: 1500 });
  });

  test("names nothing without order, for an id that is none, and after somebody else's line", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    const seen = { seen: 15_900 };
    expect(await addLine(staff(), { ...wish(token()), order_id: "none" })).toMatchObject({
      reason: "not found",
    });
    await add(order_id, "travel", 900, seen);
    expect(await add(order_id, "travel", 900, seen)).toMatchObject({ ok: false, field: "amount" });
  });
});

function wish(form: string) {
  return { token: form, kind: "extra", amount: 100, label: "", reason: "R", minutes: null, seen: 0 };
}

describe("a discount", () => {
  test("of a paid visit goes back, points to its line and owes nothing again", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    expect(await add(order_id, "discount", 2000)).toMatchObject({ ok: true, due: 0, refund: 2000 });
    await queues.run("refund-order");
    const { ours, theirs } = await refundsOf(pool, id);
    expect(theirs).toMatchObject([{ amount: 2000 }]);
    expect(ours).toMatchObject([{ amount: 2000, status: "completed" }]);
    expect(ours[0].line_id).not.toBeNull();
    expect(await orderRow(order_id)).toMatchObject({
      amount: 13_900,
      charged: 15_900,
      returned: 2000,
      due: 0,
    });
    await add(order_id, "time", 3000);
    expect(await orderRow(order_id)).toMatchObject({ amount: 16_900, due: 3000 });
  });

  test("of a refunded visit gives back only what is left", async () => {
    const { order_id } = await confirmedVisit(ctx(), pool);
    const gift = { order_id, amount: 15_000, left: 15_900, reason: "Broken vase", token: token() };
    expect(await refundByStaff(staff(), gift)).toMatchObject({ ok: true });
    expect(await add(order_id, "discount", 1000)).toMatchObject({ ok: false, field: "amount" });
    expect(await add(order_id, "discount", 900)).toMatchObject({ ok: true, refund: 900 });
  });

  test("of a visit that isn't paid makes it cheaper; of all of it, there is nothing to pay", async () => {
    const { order_id } = await unpaidVisit();
    expect(await add(order_id, "discount", 5900)).toMatchObject({ ok: true, due: 10_000, refund: 0 });
    expect(await add(order_id, "discount", 10_000)).toMatchObject({ ok: true, due: 0, refund: 0 });
    expect(await orderRow(order_id)).toMatchObject({ status: "completed", amount: 0, charged: 0 });
  });
});

describe("extra time", () => {
  test("makes a visit to come longer, and is refused if its crew is busy then", async () => {
    await pool.query("update crews set is_active = (name = 'Birch crew')");
    const { id, order_id } = await confirmedVisit(ctx(), pool, { time: "8:00 AM", hours: 3 });
    await confirmedVisit(ctx(), pool, { time: "12:00 PM", hours: 2 });
    expect(await add(order_id, "time", 5300, { minutes: 60 })).toMatchObject({ ok: false, field: "minutes" });
    expect(await kinds(order_id)).toEqual(["service 15900"]);
    expect(await add(order_id, "time", 2650, { minutes: 30 })).toMatchObject({ ok: true });
    const visit = await visitRow(pool, id);
    expect(Number(visit.duration_hours)).toBe(3.5);
    expect(visit.ends_at.toISOString()).toBe("2026-06-10T15:30:00.000Z");
    await pool.query("update crews set is_active = true");
  });

  test("of a visit that is over only costs something", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    await pool.query("update bookings set status = 'completed' where id = $1", [id]);
    expect(await add(order_id, "time", 2650, { minutes: 30 })).toMatchObject({ ok: true });
    expect(Number((await visitRow(pool, id)).duration_hours)).toBe(3);
  });
});

describe("a visit that was paid in part on the day", () => {
  test("keeps its order open until the rest is there, and a late fee counts what was paid", async () => {
    const { id, order_id } = await unpaidVisit();
    await recordPayment(staff(), { order_id, amount: 5000, method: "cash", token: token() });
    expect(await orderRow(order_id)).toMatchObject({ status: "pending", charged: 5000, due: 10_900 });
    clock.set("2026-06-10T10:00:00Z");
    const closed = await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 0, fee: 2950 });
    expect(closed).toMatchObject({ ok: true, fee: 2950 });
    expect(await kinds(order_id)).toEqual(["service 15900", "cancelled -15900", "fee 7950"]);
    expect(await orderRow(order_id)).toMatchObject({ status: "pending", amount: 7950, due: 2950 });
  });
});
