// Rooms: every way to book or move a visit keeps the company's hours: checkouts (payments), plans, slots (scheduling).
import { beforeEach, describe, expect, test } from "vitest";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { extendSchedules } from "~/features/plans/schedule/advance.server";
import { previewPlan } from "~/features/plans/subscribe/preview.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { weekdayOf } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import { aRequest, DAY, setSetting } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { startPlan, visitsOf } from "../../../tests/support/plans";
import { staffCtx } from "../../../tests/support/staff";
import { confirmedVisit, linkTo, visitRow } from "../../../tests/support/visits";
import { rescheduleBooking } from "./manage/reschedule.server";
import { moveByStaff } from "./office/move.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: () => StaffCtx;

const SUNDAY = "2026-06-14";
const FROM = { date: DAY, time: "8:00 AM" };
const CLOSED_ON_SUNDAYS = "We are closed on Sundays. Choose another day.";

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

/** Weekdays from 8 AM to 5 PM, Saturdays until noon. */
const setHours = () => {
  const day = { opens: "08:00", last_finish: "17:00" };
  const week = [null, day, day, day, day, day, { opens: "08:00", last_finish: "12:00" }];
  return setSetting(pool, "hours.week", JSON.stringify(week));
};

const slotsOf = (date: string, service_id?: string) =>
  readSlotsOfDay(ctx(), { date, minutes: 180, service_id });
const states = async (date: string) => (await slotsOf(date)).map(({ state }) => state).join(" ");

const hold = (date: string, time: string) =>
  createPayment(ctx(), { request: aRequest({ date, time }), draft_id: null });

describe("outside the opening hours", () => {
  beforeEach(setHours);

  test("no slot is offered, and a booking is refused with what to do", async () => {
    expect(await states(SUNDAY)).toBe("closed closed closed closed closed");
    expect(await states("2026-06-13")).toBe("free closed closed closed closed");
    expect(await states(DAY)).toBe("free free free free closed");
    const field = "bookingDetails.date";
    expect(await hold(SUNDAY, "10:00 AM")).toMatchObject({ status: 409, field, message: CLOSED_ON_SUNDAYS });
    expect(await hold(DAY, "4:00 PM")).toMatchObject({ ok: false, field: "bookingDetails.time" });
    expect(await hold(DAY, "2:00 PM")).toMatchObject({ ok: true });
  });

  test("neither customers nor staff move a visit", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const to = { id, date: SUNDAY, time: "10:00 AM" };
    const refusal = { ok: false, field: "date", message: CLOSED_ON_SUNDAYS };
    const link = ctx({ actor: linkTo(id) });
    expect(await rescheduleBooking(link, { ...to, from: FROM })).toMatchObject(refusal);
    expect(await moveByStaff(staff(), { ...to, crew_id: null })).toMatchObject(refusal);
    expect(await visitRow(pool, id)).toMatchObject({ day: DAY });
  });

  test("a cancelled visit does not come back", async () => {
    const { id } = await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    await setBookingStatus(staff(), { id, status: "cancelled" });
    const week = Array(7).fill({ opens: "08:00", last_finish: "16:00" });
    await setSetting(pool, "hours.week", JSON.stringify(week));
    const outcome = await setBookingStatus(staff(), { id, status: "confirmed" });
    expect(outcome).toMatchObject({
      ok: false,
      message:
        "Jun 10, 2026 at 2:00 PM is outside the opening hours. Book a new visit at another time instead.",
    });
  });

  test("no plan begins", async () => {
    const wish = {
      service: "monthly-home-care",
      frequency: "biweekly",
      city: "Concord",
      zip: "03301",
      inputs: () => ({}),
    } as const;
    const outcome = await previewPlan(ctx(), { ...wish, date: SUNDAY, time: "8:00 AM", draft: null });
    expect(outcome).toMatchObject({ ok: false, message: CLOSED_ON_SUNDAYS });
  });

  test("a plan's next visits are put on days nearby", async () => {
    await setSetting(pool, "hours.week", "null");
    const plan = await startPlan(ctx(), pool, { date: SUNDAY });
    const weekdays = async () =>
      (await visitsOf(pool, plan)).map((visit) => weekdayOf(visit.split(" ")[1] ?? ""));
    const before = await weekdays();
    expect(new Set(before)).toEqual(new Set([0]));
    await setHours();
    clock.set("2026-07-20T12:00:00Z");
    await extendSchedules(ctx());
    const added = (await weekdays()).slice(before.length);
    expect(added.length).toBeGreaterThan(0);
    expect(added).not.toContain(0);
  });
});

test("visits are neither booked nor moved in less than the hours needed before them", async () => {
  await setSetting(pool, "hours.lead_hours", "24");
  const { id } = await confirmedVisit(ctx(), pool);
  clock.set("2026-06-08T15:00:00Z");
  expect(await states("2026-06-09")).toBe("closed closed free free free");
  const message = "Please book at least 24 hours ahead. Choose a later time.";
  expect(await hold("2026-06-09", "10:00 AM")).toMatchObject({ ok: false, message });
  const to = { id, date: "2026-06-09", time: "10:00 AM" };
  const link = ctx({ actor: linkTo(id) });
  expect(await rescheduleBooking(link, { ...to, from: FROM })).toMatchObject({ ok: false, message });
  expect(await hold("2026-06-09", "12:00 PM")).toMatchObject({ ok: true });
});

test("only so many days ahead can be booked as the office says", async () => {
  await setSetting(pool, "hours.days_ahead", "9");
  expect(await states(DAY)).toBe("free free free free free");
  expect(await states("2026-06-11")).toBe("closed closed closed closed closed");
  expect(await hold("2026-06-11", "8:00 AM")).toMatchObject({
    ok: false,
    message: "Date is too far ahead. Choose a day up to Jun 10, 2026.",
  });
});

describe("a service with its own start times", () => {
  beforeEach(async () => {
    const sql = "update services set start_times = $1 where id = 'regular-cleaning'";
    await pool.query(sql, [JSON.stringify(["09:15", "13:00"])]);
  });

  test("is offered and booked at them only", async () => {
    const times = (await slotsOf(DAY, "regular-cleaning")).map(({ time }) => time);
    expect(times).toEqual(["9:15 AM", "1:00 PM"]);
    expect(await hold(DAY, "8:00 AM")).toMatchObject({
      ok: false,
      field: "bookingDetails.time",
      message: "Time must be one of 9:15 AM or 1:00 PM.",
    });
    expect(await hold(DAY, "9:15 AM")).toMatchObject({ ok: true });
  });

  test("has its visits moved to them", async () => {
    const { id } = await confirmedVisit(ctx(), pool, { time: "9:15 AM" });
    const from = { date: DAY, time: "9:15 AM" };
    const link = ctx({ actor: linkTo(id) });
    const to = { id, date: "2026-06-11", from };
    const refused = await rescheduleBooking(link, { ...to, time: "8:00 AM" });
    expect(refused).toMatchObject({ ok: false, field: "time" });
    expect(await rescheduleBooking(link, { ...to, time: "1:00 PM" })).toMatchObject({ ok: true });
    const back = { id, date: "2026-06-12", time: "9:15 AM", crew_id: null };
    expect(await moveByStaff(staff(), back)).toMatchObject({ ok: true });
  });
});
