import { beforeEach, describe, expect, test } from "vitest";
import { settleSession } from "~/features/payments/settlement/settle.server";
import {
  bookingOf,
  DAY,
  openSession,
  paySession,
  sessionState,
  setCrews,
} from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { refundsOf, visitRow } from "../../../tests/support/visits";
import { cancelByStaff } from "./office/cancel.server";
import { moveByStaff } from "./office/move.server";
import { readOfficeBooking } from "./office/queries.server";

const world = await testWorld();
const { pool, ctx, clear, clock, queues } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  await setCrews(pool, 1);
  staff = await staffCtx(world);
});

/** Paid for 8 to 9 AM of the day, whose slot somebody else has by now. */
async function paidWithoutSlot() {
  const session = await paySession(ctx(), { hours: 1 });
  await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
  await pool.query("update orders set status = 'failed'");
  await openSession(ctx(), { hours: 1 });
  await settleSession(ctx(), await sessionState(ctx(), session));
  const { id } = await bookingOf(pool, session);
  const booking = await readOfficeBooking(staff(), id);
  if (!booking?.rescue) throw new Error("no choices");
  return { id: id as string, booking, rescue: booking.rescue };
}

describe("a payment without a slot", () => {
  test("offers the three free times next to the one that was wanted, and all of the money back", async () => {
    const { rescue, booking } = await paidWithoutSlot();
    expect(rescue).toEqual([
      { date: DAY, time: "10:00 AM", label: "Jun 10, 2026, 10:00 AM" },
      { date: DAY, time: "12:00 PM", label: "Jun 10, 2026, 12:00 PM" },
      { date: DAY, time: "2:00 PM", label: "Jun 10, 2026, 2:00 PM" },
    ]);
    expect(booking.money.left).toBe(15_900 / 3);
  });

  test("is moved and confirmed by one of them, once; its customer is told", async () => {
    const { id, booking, rescue } = await paidWithoutSlot();
    const [first] = rescue;
    if (!first) throw new Error("none");
    const press = () =>
      moveByStaff(staff(), {
        id,
        date: first.date,
        time: first.time,
        crew_id: null,
        sequence: booking.sequence,
      });
    const outcomes = await Promise.all([press(), press()]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await visitRow(pool, id)).toMatchObject({
      status: "confirmed",
      needs_attention: null,
      clock: "10:00",
    });
    expect(await queues.waiting("booking-confirmed-mail")).toHaveLength(1);
    expect(await readOfficeBooking(staff(), id)).toMatchObject({ rescue: null });
  });

  test("whose choice was taken meanwhile is refused, and the choices are fresh ones", async () => {
    const { id, booking, rescue } = await paidWithoutSlot();
    const [first] = rescue;
    if (!first) throw new Error("none");
    await openSession(ctx(), { hours: 1, time: "10:00 AM" });
    const { date, time } = first;
    const pressed = { id, date, time, crew_id: null, sequence: booking.sequence };
    expect(await moveByStaff(staff(), pressed)).toMatchObject({ ok: false, reason: "conflict" });
    const again = await readOfficeBooking(staff(), id);
    expect(again?.rescue?.map((one) => one.time)).toEqual(["12:00 PM", "2:00 PM", "4:00 PM"]);
  });

  test("is paid back in full with one press", async () => {
    const { id, booking } = await paidWithoutSlot();
    const all = { choice: "all" as const, amount: null, reason: "", left: booking.money.left };
    expect(await cancelByStaff(staff(), { id, ...all })).toMatchObject({ ok: true, refund: 5300 });
    await queues.run("refund-order");
    expect((await refundsOf(pool, id)).theirs).toMatchObject([{ amount: 5300 }]);
    expect(await visitRow(pool, id)).toMatchObject({ status: "cancelled", needs_attention: null });
  });

  test("offers nothing when nothing near is free", async () => {
    const { id } = await paidWithoutSlot();
    await pool.query("update crews set is_active = false");
    expect(await readOfficeBooking(staff(), id)).toMatchObject({ rescue: [] });
  });
});
