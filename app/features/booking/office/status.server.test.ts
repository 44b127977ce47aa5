import { beforeEach, describe, expect, test } from "vitest";
import type { BookingStatus } from "~/features/booking/booking";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import {
  bookingOf,
  DAY,
  openSession,
  paySession,
  setCrews,
  setSetting,
} from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, refundsOf, visitRow } from "../../../../tests/support/visits";
import { setBookingStatus } from "./status.server";

const world = await testWorld();
const { pool, ctx, clock, queues, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

/** Seven in the morning of the visits' day, an hour before they begin. */
const ON_THE_DAY = "2026-06-10T11:00:00Z";

const set = (id: string, status: BookingStatus) => setBookingStatus(staff(), { id, status });
const statusOf = async (id: string) => (await visitRow(pool, id)).status;
const mails = async () => (await pool.query("select subject, text from mails order by created_at, id")).rows;

describe("the status of a booking", () => {
  test("is set by staff, with who, before and after in the audit", async () => {
    const { id, crew_id } = await confirmedVisit(ctx(), pool);
    clock.set(ON_THE_DAY);
    expect(await set(id, "completed")).toEqual({ ok: true, changed: true, undo: 1 });
    expect(await statusOf(id)).toBe("completed");
    const { rows } = await pool.query(
      "select * from audit_log where entity_id = $1 order by id desc limit 1",
      [id],
    );
    expect(rows[0]).toMatchObject({
      action: "booking.status_changed",
      actor: `admin:${staff().actor.id}`,
      details: { before: { status: "confirmed", crew_id }, after: { status: "completed", crew_id } },
    });
  });

  test("goes from any of the four to any", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    clock.set(ON_THE_DAY);
    const way: BookingStatus[] = [
      "pending",
      "completed",
      "cancelled",
      "pending",
      "confirmed",
      "cancelled",
      "completed",
    ];
    for (const status of [...way, "confirmed" as const]) {
      expect(await set(id, status)).toMatchObject({ ok: true, changed: true });
      expect(await statusOf(id)).toBe(status);
    }
  });

  test("is not Completed before the day of the visit, in the company's time zone", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const before = await visitRow(pool, id);
    const refused = {
      ok: false,
      reason: "too early",
      message: "This visit is on Jun 10, 2026. Set it to Completed on that day or later.",
    };
    clock.set("2026-06-10T03:59:00Z"); // 11:59 PM of June 9 in New Hampshire
    expect(await set(id, "completed")).toEqual(refused);
    expect(await visitRow(pool, id)).toEqual(before);
    await set(id, "cancelled");
    expect(await set(id, "completed")).toEqual(refused);
    expect(await statusOf(id)).toBe("cancelled");
    clock.set("2026-06-10T04:00:00Z");
    expect(await set(id, "completed")).toMatchObject({ ok: true, changed: true });
  });

  test("set to what it is already changes and tells nothing", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await queues.run("booking-confirmed-mail");
    expect(await set(id, "confirmed")).toEqual({ ok: true, changed: false });
    expect(await queues.waiting("booking-status-mail")).toEqual([]);
    expect((await visitRow(pool, id)).calendar_sequence).toBe(0);
  });

  test("is not set over what somebody else has changed meanwhile", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    clock.set(ON_THE_DAY);
    const seen = { status: "confirmed", sequence: 0 } as const;
    expect(await setBookingStatus(staff(), { id, status: "completed", seen })).toMatchObject({ ok: true });
    const before = await visitRow(pool, id);
    for (const old of [{ ...seen, sequence: undefined }, { ...seen, status: undefined }, seen]) {
      expect(await setBookingStatus(staff(), { id, status: "cancelled", seen: old })).toEqual({
        ok: false,
        reason: "changed",
        message: "Someone else changed this booking: it is now Completed, on Jun 10, 2026 at 8:00 AM.",
      });
    }
    expect(await visitRow(pool, id)).toEqual(before);
    expect(await setBookingStatus(staff(), { id, status: "completed", seen })).toEqual({
      ok: true,
      changed: false,
    });
    const now = { status: "completed", sequence: 1 } as const;
    expect(await setBookingStatus(staff(), { id, status: "cancelled", seen: now })).toMatchObject({
      ok: true,
    });
  });

  test("of no booking is not found", async () => {
    for (const id of ["11111111-1111-4111-8111-111111111111", "7", ""]) {
      expect(await set(id, "confirmed")).toMatchObject({ ok: false, reason: "not found" });
    }
  });

  test("tells its customer, and late news are not sent", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await queues.run("booking-confirmed-mail");
    clock.set(ON_THE_DAY);
    await set(id, "pending");
    await set(id, "completed");
    await queues.run("booking-status-mail");
    const sent = (await mails()).filter(({ subject }) => !subject.startsWith("Booked"));
    expect(sent).toEqual([
      {
        subject: expect.stringMatching(/^Completed: Regular Cleaning on /),
        text: expect.stringContaining("Thank you for choosing us"),
      },
    ]);
  });

  test("completed tells how long its customer can say what was not right, by their link or in the other ways", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await queues.run("booking-confirmed-mail");
    clock.set(ON_THE_DAY);
    const completed = async (hours: string) => {
      await setSetting(pool, "claims.hours", hours);
      await pool.query("delete from mails");
      await set(id, "pending");
      await set(id, "completed");
      await queues.run("booking-status-mail");
      return (await mails())[0]?.text.replace(/\s+/g, " ");
    };
    const told = await completed("48");
    expect(told).toContain("Not right? Tell us within 48 hours");
    expect(told).toContain(`/bookings/${id}/claim?key=`);
    const closed = await completed("0");
    expect(closed).toContain("Not right? Reply to this email, or call");
    expect(closed).not.toContain("/claim");
  });

  test("taken on by staff keeps a slot that waits for its payment", async () => {
    const session = await openSession(ctx());
    const { id } = await bookingOf(pool, session);
    await pool.query("update bookings set customer_email = 'ada@mail.example'");
    await set(id, "confirmed");
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", hold_expires_at: null });
    await closeCheckout(ctx(), session);
    expect(await statusOf(id)).toBe("confirmed");
    expect(await bookingOf(pool, session)).toMatchObject({ order_status: "failed" });
    await queues.run("booking-status-mail");
    expect((await mails())[0]?.text).toContain("you pay $159.00 on the day");
  });
});

describe("cancelled by its status", () => {
  test("a visit frees its slot and pays nothing back", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await set(id, "cancelled");
    expect(await visitRow(pool, id)).toMatchObject({ status: "cancelled" });
    expect((await refundsOf(pool, id)).ours).toEqual([]);
    await queues.run("booking-cancelled-mail");
    expect((await mails())[0]?.text).toContain("There is no refund for this visit");
    expect(await queues.waiting("crew-visit-mail")).toHaveLength(1);
  });

  test("a booking that is being paid for loses its checkout", async () => {
    const session = await openSession(ctx());
    const { id } = await bookingOf(pool, session);
    await set(id, "cancelled");
    expect(await queues.waiting("close-checkout")).toEqual([{ session_id: session }]);
    expect(await bookingOf(pool, session)).toMatchObject({ order_status: "failed" });
  });
});

describe("a cancelled booking that is brought back", () => {
  test("gets its slot again, with its crew where that is free", async () => {
    const { id, crew_id } = await confirmedVisit(ctx(), pool);
    await set(id, "cancelled");
    expect(await set(id, "confirmed")).toMatchObject({ ok: true, changed: true });
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", crew_id, cancelled_at: null });
  });

  test("gets another crew when its own is busy", async () => {
    const first = await confirmedVisit(ctx(), pool);
    await set(first.id, "cancelled");
    const second = await confirmedVisit(ctx(), pool);
    expect(second.crew_id).toBe(first.crew_id);
    await set(first.id, "confirmed");
    const back = await visitRow(pool, first.id);
    expect(back.status).toBe("confirmed");
    expect(back.crew_id).not.toBe(first.crew_id);
  });

  test("is refused, with the reason, when its slot was taken since", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    await set(id, "cancelled");
    await confirmedVisit(ctx(), pool);
    const before = await visitRow(pool, id);
    for (const status of ["pending", "confirmed"] as const) {
      expect(await set(id, status)).toMatchObject({
        ok: false,
        reason: "taken",
        message: expect.stringContaining("Jun 10, 2026 at 8:00 AM"),
      });
    }
    expect(await visitRow(pool, id)).toEqual(before);
  });

  test("is refused when the day was closed since", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await set(id, "cancelled");
    await pool.query("insert into closures (date, reason) values ($1, 'Storm')", [DAY]);
    expect(await set(id, "confirmed")).toMatchObject({ ok: false, reason: "taken" });
  });

  test("leaves the draft to the booking that it has become since", async () => {
    const first = await bookingOf(pool, await paySession(ctx(), {}, "draft"));
    await set(first.id, "cancelled");
    await openSession(ctx(), { time: "2:00 PM" }, "draft");
    expect(await set(first.id, "confirmed")).toMatchObject({ ok: true, changed: true });
  });

  test("of two that want the last crew one gets it", async () => {
    await setCrews(pool, 1);
    const one = await confirmedVisit(ctx(), pool);
    await set(one.id, "cancelled");
    const other = await confirmedVisit(ctx(), pool);
    await set(other.id, "cancelled");
    const outcomes = await Promise.all([set(one.id, "confirmed"), set(other.id, "confirmed")]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });
});
