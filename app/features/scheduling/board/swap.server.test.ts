import { beforeEach, describe, expect, test } from "vitest";
import { holdBooking } from "~/features/booking/checkout/hold.server";
import { rescheduleBooking } from "~/features/booking/manage/reschedule.server";
import { moveByStaff } from "~/features/booking/office/move.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import type { StaffCtx } from "~/platform/context.server";
import { aRequest, auditOf, DAY, setCrews, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, linkTo, visitRow } from "../../../../tests/support/visits";
import { readBoard } from "./queries.server";
import { readDrives, swapCrews } from "./swap.server";

const world = await testWorld();
const { pool, ctx, queues, clear } = world;
let staff: () => StaffCtx;

/** Pittsfield and Portsmouth, NH, are 29.4 miles apart. */
const PITTSFIELD = { street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263" };
const PORTSMOUTH = { street: "1 Market Street", city: "Portsmouth", state: "NH", zip: "03801" };

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

const drive = async (miles_per_hour = "28") => {
  await setSetting(pool, "roads.drive_times", "true");
  await setSetting(pool, "roads.miles_per_hour", miles_per_hour);
};
const slots = async (zip?: string) =>
  (await readSlotsOfDay(ctx(), { date: DAY, minutes: 60, zip })).map(({ state }) => state).join(" ");

describe("driving time between two visits of a crew", () => {
  beforeEach(() => setCrews(pool, 1));

  test("is kept free in what is offered, and only while the setting is on", async () => {
    await confirmedVisit(ctx(), pool, { time: "12:00 PM", hours: 2, address: PITTSFIELD });
    expect(await slots("03801")).toBe("free free full full free");
    await drive(); // 63 minutes, not 30
    expect(await slots("03801")).toBe("free full full full free");
    expect(await slots("03263")).toBe("free free full full free");
    expect(await slots()).toBe("free free full full free");
  });

  test("is kept free when a visit is held, with the times that are left", async () => {
    await confirmedVisit(ctx(), pool, { time: "12:00 PM", hours: 2, address: PITTSFIELD });
    await drive();
    const held = (time: string, address: typeof PORTSMOUTH) =>
      holdBooking(ctx(), {
        request: aRequest({ time, hours: 1, address }),
        draft_id: null,
        provider: "test-checkout",
      });
    expect(await held("10:00 AM", PORTSMOUTH)).toMatchObject({
      ok: false,
      field: "bookingDetails.time",
      slots: [{ state: "free" }, { state: "full" }, { state: "full" }, { state: "full" }, { state: "free" }],
    });
    expect(await held("10:00 AM", PITTSFIELD)).toMatchObject({ ok: true });
  });

  test("is kept free when a customer or the office moves a visit, who is told how far it is", async () => {
    await confirmedVisit(ctx(), pool, { time: "12:00 PM", hours: 2, address: PITTSFIELD });
    const { id } = await confirmedVisit(ctx(), pool, { time: "8:00 AM", hours: 1, address: PORTSMOUTH });
    await drive();
    const to = { id, date: DAY, time: "10:00 AM" };
    const customer = { ...ctx(), actor: linkTo(id) };
    expect(await rescheduleBooking(customer, { ...to, from: { date: DAY, time: "8:00 AM" } })).toMatchObject({
      ok: false,
      reason: "taken",
    });
    const [{ crew_id }] = (await pool.query("select crew_id from bookings where id = $1", [id])).rows;
    expect(await moveByStaff(staff(), { ...to, crew_id: null })).toMatchObject({ ok: false, field: "time" });
    expect(await moveByStaff(staff(), { ...to, crew_id })).toMatchObject({
      ok: false,
      field: "crew_id",
      message: "Birch crew has another visit in 03263, 63 minutes' drive from 03801: too far to make both.",
    });
    expect(await visitRow(pool, id)).toMatchObject({ clock: "08:00" });
  });
});

test("of two free crews the one with the least added driving comes, although it has more to do", async () => {
  await drive();
  const near = await confirmedVisit(ctx(), pool, { time: "8:00 AM", hours: 3, address: PITTSFIELD });
  await confirmedVisit(ctx(), pool, { time: "8:00 AM", hours: 1, address: PORTSMOUTH });
  const next = await confirmedVisit(ctx(), pool, { time: "2:00 PM", hours: 1, address: PITTSFIELD });
  expect(next.crew_id).toBe(near.crew_id);
});

describe("shortening the drives of a day", () => {
  /** Each crew drives between Pittsfield and Portsmouth, in opposite directions. */
  async function crossed() {
    const made = [];
    for (const [time, address] of [
      ["8:00 AM", PITTSFIELD],
      ["8:00 AM", PORTSMOUTH],
      ["2:00 PM", PORTSMOUTH],
      ["2:00 PM", PITTSFIELD],
    ] as const) {
      made.push(await confirmedVisit(ctx(), pool, { time, hours: 2, address }));
    }
    return made;
  }
  const crewsOf = async () =>
    (await pool.query("select crew_id from bookings order by number")).rows.map((row) => row.crew_id);

  test("proposes swaps with the miles of each crew, and makes all of them at once", async () => {
    const made = await crossed();
    const drives = await readDrives(staff(), DAY);
    expect(Math.round(drives.before)).toBe(59);
    expect(drives.after).toBe(0);
    expect(drives.swaps).toHaveLength(2);
    const { crews } = await readBoard(staff(), new URLSearchParams({ date: DAY }));
    expect(crews.map(({ miles }) => Math.round(miles ?? -1))).toEqual([29, 29]);
    expect(await swapCrews(staff(), { date: DAY, seen: drives.seen })).toEqual({ ok: true, visits: 2 });
    const [one, two, three, four] = await crewsOf();
    expect([one, two]).toEqual([four, three]);
    expect((await readDrives(staff(), DAY)).swaps).toEqual([]);
    const swapped = made.find(({ id }) => id === drives.swaps[0]?.id);
    expect((await auditOf(pool, swapped?.id)).at(-1)).toBe("booking.assigned");
    expect(await queues.waiting("crew-visit-mail")).toHaveLength(4); // 2 crews for each swap
    expect(await queues.waiting("booking-moved-mail")).toHaveLength(0);
  });

  test("is refused whole when the day has changed since it was proposed", async () => {
    const made = await crossed();
    const { seen } = await readDrives(staff(), DAY);
    await moveByStaff(staff(), { id: made[3]?.id, date: DAY, time: "4:00 PM", crew_id: null });
    const before = await crewsOf();
    expect(await swapCrews(staff(), { date: DAY, seen })).toMatchObject({ ok: false, reason: "changed" });
    expect(await swapCrews(staff(), { date: DAY, seen: "" })).toMatchObject({ ok: false });
    expect(await crewsOf()).toEqual(before);
  });

  test("never touches a visit whose customer asked for its crew, or one that has begun", async () => {
    await crossed();
    await pool.query("update bookings set crew_requested = true where scheduled_time = '08:00'");
    expect((await readDrives(staff(), DAY)).swaps.map(({ time }) => time)).toEqual(["2:00 PM", "2:00 PM"]);
    await pool.query("update bookings set crew_requested = true");
    expect((await readDrives(staff(), DAY)).swaps).toEqual([]);
    await pool.query("update bookings set crew_requested = false");
    const later = { ...staff(), now: Temporal.Instant.from(`${DAY}T12:30:00Z`) }; // 8:30 AM
    expect((await readDrives(later, DAY)).swaps.map(({ time }) => time)).toEqual(["2:00 PM", "2:00 PM"]);
  });

  test("sends nobody who is off", async () => {
    await crossed();
    const [crew] = await crewsOf();
    const off = "insert into crew_hours (crew_id, weekday, starts, ends) values ($1, 3, '07:00', '12:00')";
    await pool.query(off, [crew]);
    const { swaps } = await readDrives(staff(), DAY);
    expect(swaps.every(({ time }) => time === "8:00 AM")).toBe(true);
  });

  test("counts drives to unknown ZIP codes as none, and names them", async () => {
    await confirmedVisit(ctx(), pool, { address: { ...PITTSFIELD, zip: "00001" } });
    expect(await readDrives(staff(), DAY)).toMatchObject({ unknown: ["00001"], before: 0, swaps: [] });
  });
});
