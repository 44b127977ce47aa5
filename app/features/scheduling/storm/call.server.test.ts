import { beforeEach, describe, expect, test } from "vitest";
import { readRescheduleOptions, rescheduleBooking } from "~/features/booking/manage/reschedule.server";
import { moveByStaff } from "~/features/booking/office/move.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import type { StaffCtx } from "~/platform/context.server";
import { aRequest, auditOf, DAY, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { NEXT, storms } from "../../../../tests/support/storms";
import { linkTo, visitRow } from "../../../../tests/support/visits";
import { callStorm } from "./call.server";
import { planStorm } from "./plan.server";
import { readStormDay, readStormDays } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let staff: () => StaffCtx;
const { visit, storm, offers } = storms(world, () => staff());

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const CONCORD = { address: { street: "1 Main Street", city: "Concord", state: "NH", zip: "03301" } };

describe("a storm day", () => {
  test("closes the day and asks everybody with a visit, with a proposal each", async () => {
    const one = await visit();
    const two = await visit();
    await visit({ date: NEXT });
    expect(await storm()).toMatchObject({ ok: true, asked: 2 });
    const asked = await offers();
    expect(asked).toMatchObject([
      { status: "open", date: NEXT, time: "08:00", crew: two.crew_id },
      { status: "open", date: "2026-06-12", time: "08:00" },
    ]);
    const [, later] = asked; // either of them; on that day its own crew is free
    expect(later?.crew).toBe([one, two].find(({ id }) => id === later?.booking_id)?.crew_id);
    expect(await auditOf(pool, one.id)).toContain("storm.offered");
    expect((await queues.waiting("storm-offer-mail")).length).toBe(2);
    const booking = await createPayment(ctx(), { request: aRequest(), draft_id: null });
    expect(booking).toMatchObject({ ok: false, field: "bookingDetails.date" });
    expect(await visitRow(pool, one.id)).toMatchObject({ status: "confirmed", day: DAY });
  });

  test("in some towns closes only those, for bookings, moves and by telephone alike", async () => {
    const here = await visit(CONCORD);
    const elsewhere = await visit({ date: NEXT });
    await storm(["concord"]);
    expect((await offers()).map(({ booking_id }) => booking_id)).toEqual([here.id]);
    const book = (details: object) =>
      createPayment(ctx(), { request: aRequest({ time: "2:00 PM", ...details }), draft_id: null });
    expect(await book(CONCORD)).toMatchObject({ ok: false, field: "bookingDetails.date" });
    expect(await book({})).toMatchObject({ ok: true });
    const later = await visit({ ...CONCORD, date: "2026-06-15" });
    const to = { id: later.id, date: DAY, time: "12:00 PM" };
    expect(await moveByStaff(staff(), { ...to, crew_id: null })).toMatchObject({ ok: false, field: "date" });
    const owner = ctx({ actor: linkTo(later.id) });
    const options = await readRescheduleOptions(owner, { id: later.id, month: "2026-06" });
    expect(options?.days.find(({ date }) => date === DAY)?.state).toBe("closed");
    const from = { date: "2026-06-15", time: "8:00 AM" };
    expect(await rescheduleBooking(owner, { ...to, from })).toMatchObject({ ok: false, field: "date" });
    expect(await moveByStaff(staff(), { ...to, id: elsewhere.id, crew_id: null })).toMatchObject({
      ok: true,
    });
  });

  test("leaves out what is not confirmed, has begun, or lies on another day", async () => {
    const begun = await visit();
    const cancelled = await visit({ time: "12:00 PM" });
    await setBookingStatus(staff(), { id: cancelled.id, status: "cancelled" });
    const ahead = await visit({ time: "4:00 PM" });
    clock.set("2026-06-10T12:00:00Z");
    await storm();
    expect((await offers()).map(({ booking_id }) => booking_id)).toEqual([ahead.id]);
    expect(begun.id).not.toBe(ahead.id);
  });

  test("is refused for a past day, and when what staff saw has changed", async () => {
    await visit();
    const { seen } = await planStorm(staff(), { date: DAY, towns: [] });
    await visit({ time: "2:00 PM" });
    expect(await callStorm(staff(), { date: DAY, towns: [], seen })).toMatchObject({ reason: "changed" });
    expect(await callStorm(staff(), { date: "2026-05-31", towns: [], seen })).toMatchObject({
      reason: "invalid",
    });
    expect(await offers()).toEqual([]);
    const { rows } = await pool.query("select * from closures");
    expect(rows).toEqual([]);
  });

  test("a second time adds to the first, and asks nobody twice", async () => {
    const first = await visit(CONCORD);
    const { id } = await storm(["concord"]);
    const second = await visit({ time: "2:00 PM" });
    expect(await readStormDay(staff(), id)).toMatchObject({ asked: 1, unasked: 0, closed: true });
    expect(await storm()).toEqual({ ok: true, id, asked: 1 });
    expect(await storm(["concord"])).toEqual({ ok: true, id, asked: 0 });
    expect(await readStormDays(staff())).toMatchObject([{ id, towns: [], asked: 2, open: 2, closed: true }]);
    expect((await offers()).map(({ booking_id }) => booking_id).sort()).toEqual([first.id, second.id].sort());
  });

  test("proposes nothing that an earlier one proposes to somebody who has not answered", async () => {
    await setCrews(pool, 1);
    await visit();
    await storm([], DAY);
    await visit({ date: "2026-06-09" });
    await storm([], "2026-06-09");
    expect((await offers()).map(({ date }) => date)).toEqual([NEXT, "2026-06-12"]);
  });
});
