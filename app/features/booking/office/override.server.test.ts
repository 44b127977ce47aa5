import { beforeEach, describe, expect, test } from "vitest";
import { closeTime } from "~/features/scheduling/board/close.server";
import type { StaffCtx } from "~/platform/context.server";
import { aRequest, DAY, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, linkTo } from "../../../../tests/support/visits";
import { rescheduleBooking } from "../manage/reschedule.server";
import { bookByPhone } from "./book.server";
import { moveByStaff } from "./move.server";
import { setBookingStatus } from "./status.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: () => StaffCtx;
const SUNDAY = "2026-06-14";
const WHY = "The office is empty on Sundays";

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  const day = { opens: "08:00", last_finish: "17:00" };
  await setSetting(pool, "hours.week", JSON.stringify([null, day, day, day, day, day, day]));
});

const reasonOf = async (id: string) =>
  (await pool.query("select override_reason from bookings where id = $1", [id])).rows[0].override_reason;

const customer = (override_reason: string) => ({
  customer_name: "Ruth Merrill",
  customer_email: "ruth@mail.example",
  customer_phone: "",
  user_id: undefined,
  crew_id: undefined,
  apartment: "",
  pay: "day" as const,
  override_reason,
});

let tokens = 0;
const book = (date: string, override_reason = "", time = "10:00 AM") => {
  const token = `33333333-3333-4333-8333-${String(++tokens).padStart(12, "0")}`;
  return bookByPhone(staff(), {
    token,
    request: aRequest({ date, time }),
    customer: customer(override_reason),
  });
};

describe("staff who give a reason", () => {
  test("book outside the opening hours, and the reason is kept", async () => {
    expect(await book(SUNDAY)).toMatchObject({
      ok: false,
      message: "We are closed on Sundays. Choose another day.",
    });
    const outcome = await book(SUNDAY, WHY);
    expect(outcome).toMatchObject({ ok: true });
    if (outcome.ok) expect(await reasonOf(outcome.booking_id)).toBe(WHY);
  });

  test("book on a closed day and within the notice", async () => {
    await closeTime(staff(), { date: DAY, time: null, reason: "" });
    await setSetting(pool, "hours.lead_hours", "48");
    expect(await book(DAY, WHY)).toMatchObject({ ok: true });
    expect(await book("2026-06-02", WHY)).toMatchObject({ ok: true });
  });

  test("keep none for a visit that needs none", async () => {
    const outcome = await book(DAY, WHY);
    if (!outcome.ok) throw new Error(outcome.message);
    expect(await reasonOf(outcome.booking_id)).toBeNull();
  });

  test("can't book in the past, at a time that isn't offered, or without a free crew", async () => {
    expect(await book("2026-05-31", WHY)).toMatchObject({ ok: false, field: "bookingDetails.date" });
    expect(await book(SUNDAY, WHY, "3:00 AM")).toMatchObject({ ok: false, field: "bookingDetails.time" });
    await pool.query("update crews set is_active = false");
    expect(await book(SUNDAY, WHY)).toMatchObject({ ok: false, field: "bookingDetails.time" });
  });
});

describe("a visit that staff move outside the hours", () => {
  test("keeps the reason until it is moved to another time", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const to = { id, date: SUNDAY, time: "10:00 AM", crew_id: null };
    expect(await moveByStaff(staff(), to)).toMatchObject({ ok: false, field: "date" });
    expect(await moveByStaff(staff(), { ...to, override_reason: `  ${WHY} ` })).toMatchObject({ ok: true });
    expect(await reasonOf(id)).toBe(WHY);
    const { rows } = await pool.query("select details from audit_log where action = 'booking.moved'");
    expect(rows[0].details).toMatchObject({ override: true });
    expect(JSON.stringify(rows)).not.toContain(WHY);
    const from = { date: SUNDAY, time: "10:00 AM" };
    const link = ctx({ actor: linkTo(id) });
    expect(await rescheduleBooking(link, { id, date: DAY, time: "8:00 AM", from })).toMatchObject({
      ok: true,
    });
    expect(await reasonOf(id)).toBeNull();
  });

  test("can be moved back with its reason", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await moveByStaff(staff(), { id, date: SUNDAY, time: "10:00 AM", crew_id: null, override_reason: WHY });
    const back = await moveByStaff(staff(), { id, date: DAY, time: "8:00 AM", crew_id: null });
    expect(back).toMatchObject({ ok: true, before: { date: SUNDAY, override_reason: WHY } });
    if (!back.ok) return;
    expect(await moveByStaff(staff(), { id, ...back.before, crew_id: null })).toMatchObject({ ok: true });
    expect(await reasonOf(id)).toBe(WHY);
  });

  test("comes back after it was cancelled by mistake", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await moveByStaff(staff(), { id, date: SUNDAY, time: "10:00 AM", crew_id: null, override_reason: WHY });
    await closeTime(staff(), { date: SUNDAY, time: null, reason: "" });
    await setBookingStatus(staff(), { id, status: "cancelled" });
    expect(await setBookingStatus(staff(), { id, status: "confirmed" })).toMatchObject({ ok: true });
  });

  test("is refused with a reason that is too long", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const to = { id, date: SUNDAY, time: "10:00 AM", crew_id: null, override_reason: "x".repeat(201) };
    const message = "Reason can have at most 200 characters.";
    expect(await moveByStaff(staff(), to)).toMatchObject({ ok: false, field: "override_reason", message });
  });
});
