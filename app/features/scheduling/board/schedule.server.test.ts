import { beforeEach, describe, expect, test } from "vitest";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import type { StaffCtx } from "~/platform/context.server";
import { DAY, openSession, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, visitRow } from "../../../../tests/support/visits";
import { closeTime, openTime } from "./close.server";
import { handOver, readBoard, readOpenVisit } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clear } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

const board = (query: string) => readBoard(staff(), new URLSearchParams(query));
const states = async () =>
  (await readSlotsOfDay(ctx(), { date: DAY, minutes: 60 })).map(({ state }) => state).join(" ");

describe("closing", () => {
  test("a slot or a day takes it out of what can be booked, until it is opened; visits stay", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    const slot = await closeTime(staff(), { date: DAY, time: "8:00 AM", reason: " Staff\n meeting " });
    expect(slot).toMatchObject({ ok: true });
    expect(await states()).toBe("closed free free free free");
    const day = await closeTime(staff(), { date: DAY, time: null, reason: "" });
    expect(await states()).toBe("closed closed closed closed closed");
    expect(await visitRow(pool, id)).toMatchObject({ status: "confirmed", clock: "08:00" });
    expect(day.ok && (await openTime(staff(), day.id))).toEqual({ date: DAY, time: null, reason: "" });
    expect(await states()).toBe("closed free free free free");
    const opened = slot.ok && (await openTime(staff(), slot.id));
    expect(opened).toEqual({ date: DAY, time: "8:00 AM", reason: "Staff meeting" });
    expect(slot.ok && (await openTime(staff(), slot.id))).toBeNull();
    const { rows } = await pool.query(
      "select action, details from audit_log where entity = 'closure' order by id",
    );
    const [eight, whole] = [
      { date: DAY, time: "8:00 AM" },
      { date: DAY, time: null },
    ];
    expect(rows).toEqual([
      { action: "schedule.closed", details: { before: null, after: eight } },
      { action: "schedule.closed", details: { before: null, after: whole } },
      { action: "schedule.opened", details: { before: whole, after: null } },
      { action: "schedule.opened", details: { before: eight, after: null } },
    ]);
  });

  test.each([
    [{ date: "2026-05-31" }, "invalid"],
    [{ date: "2026-02-30" }, "invalid"],
    [{ time: "9:00 AM" }, "invalid"],
    [{ reason: "x".repeat(121) }, "invalid"],
  ])("refuses %j", async (change, reason) => {
    const wish = { date: DAY, time: null, reason: "", ...change };
    expect(await closeTime(staff(), wish)).toMatchObject({ ok: false, reason });
  });

  test("happens once, also when two do it", async () => {
    const both = await Promise.all(
      [1, 2].map(() => closeTime(staff(), { date: DAY, time: null, reason: "" })),
    );
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await openTime(staff(), "no id")).toBeNull();
  });
});

describe("the board", () => {
  test("has the day's visits with their crews, and nothing that was cancelled or given back", async () => {
    const { id, crew_id } = await confirmedVisit(ctx(), pool);
    const gone = await confirmedVisit(ctx(), pool, { time: "2:00 PM" });
    await pool.query("update bookings set status = 'cancelled' where id = $1", [gone.id]);
    await openSession(ctx(), { time: "12:00 PM" });
    const shown = await board(`date=${DAY}`);
    expect(shown.visits).toMatchObject([
      {
        id,
        crew_id,
        time: "8:00 AM",
        ends: "11:00 AM",
        starts: 480,
        minutes: 180,
        movable: true,
        held: false,
      },
      { time: "12:00 PM", held: true, movable: false },
    ]);
    await pool.query("update bookings set hold_expires_at = '2026-06-01T11:00:00Z' where status = 'pending'");
    expect((await board(`date=${DAY}`)).visits).toHaveLength(1);
    expect((await board("date=2026-06-11")).visits).toEqual([]);
    expect((await board("view=week&date=2026-06-13")).visits).toHaveLength(1);
    expect((await board("view=week&date=2026-06-14")).visits).toEqual([]);
  });

  test("has a lane of what waits, whatever day is shown", async () => {
    const { id } = await confirmedVisit(ctx(), pool);
    await pool.query("update bookings set crew_id = null, status = 'pending', needs_attention = 'Lost'");
    const { waiting, visits } = await board("date=2026-07-01");
    expect(waiting).toMatchObject([{ id, attention: "Lost", crew_id: null, movable: true }]);
    expect(visits).toEqual([]);
  });

  test("says what it leaves out: of what waits beyond fifty, of a week beyond a thousand", async () => {
    const { id, crew_id } = await confirmedVisit(ctx(), pool);
    const copies = (count: number, status: string, crew: string | null) =>
      pool.query(
        `insert into bookings (service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at,
           blocked, status, total_amount, price_lines, policy, address_line1, city, state, zip_code)
         select service_id, $2, scheduled_date, scheduled_time, duration_hours, starts_at + n * interval '1 second',
           starts_at + n * interval '1 second' + interval '0.1 seconds',
           tstzrange(starts_at + n * interval '1 second', starts_at + n * interval '1 second' + interval '0.5 seconds'),
           $3, total_amount, price_lines, policy, address_line1, city, state, zip_code
         from bookings, generate_series(1, $4) n where id = $1`,
        [id, crew, status, count],
      );
    await copies(51, "confirmed", null);
    const few = await board(`date=${DAY}`);
    expect([few.visits.length, few.more_visits, few.waiting.length, few.waiting_total]).toEqual([
      1,
      false,
      50,
      51,
    ]);
    const other = await pool.query("select id from crews where id <> $1 limit 1", [crew_id]);
    await copies(1000, "confirmed", other.rows[0].id);
    const many = await board(`view=week&date=${DAY}`);
    expect([many.visits.length, many.more_visits]).toEqual([1000, true]);
  });

  test("leaves out a crew that is not active, unless it has visits there", async () => {
    await confirmedVisit(ctx(), pool);
    await setCrews(pool, 0);
    expect((await board(`date=${DAY}`)).crews.map(({ name }) => name)).toEqual(["Birch crew"]);
    expect((await board("date=2026-06-11")).crews).toEqual([]);
  });

  test("shows an address that makes no sense as today", async () => {
    const { place } = await board("view=year&date=2026-13-01&visit=1&close=x");
    expect(place).toEqual({ view: "day", date: "2026-06-01", visit: null, close: null, feed: false });
  });

  test("opens one visit with what its day has free for it", async () => {
    await setCrews(pool, 1);
    const { id } = await confirmedVisit(ctx(), pool);
    await confirmedVisit(ctx(), pool, { time: "2:00 PM", hours: 2 });
    expect((await readOpenVisit(staff(), id))?.slots.map(({ state }) => state)).toEqual([
      "free",
      "free",
      "full",
      "full",
      "full",
    ]);
    expect(await readOpenVisit(staff(), "00000000-0000-4000-8000-000000000000")).toBeNull();
  });
});

describe("handing over", () => {
  test("gives all visits of a crew to others that are free, and says what is left", async () => {
    const visits = [
      await confirmedVisit(ctx(), pool),
      await confirmedVisit(ctx(), pool, { date: "2026-06-11" }),
    ];
    const [first, second] = visits;
    const crew_id = first?.crew_id;
    await pool.query("update bookings set crew_id = $1", [crew_id]);
    await confirmedVisit(ctx(), pool, { date: "2026-06-11", time: "10:00 AM" });
    expect(await handOver(staff(), { crew_id, which: "all" })).toEqual({ moved: 1, left: 1 });
    expect((await visitRow(pool, first?.id)).crew_id).not.toBe(crew_id);
    expect((await visitRow(pool, second?.id)).crew_id).toBe(crew_id);
  });

  test("leaves a visit where somebody else has put it meanwhile", async () => {
    const { id, crew_id } = await confirmedVisit(ctx(), pool);
    const elsewhere = async () => {
      await pool.query(
        `update bookings set scheduled_time = '14:00', starts_at = starts_at + interval '6 hours',
           ends_at = ends_at + interval '6 hours', calendar_sequence = calendar_sequence + 1,
           blocked = tstzrange(lower(blocked) + interval '6 hours', upper(blocked) + interval '6 hours')
         where id = $1 and scheduled_time = '08:00'`,
        [id],
      );
    };
    const ctxOf = staff();
    const transaction: typeof ctxOf.db.transaction = async (...all) => {
      await elsewhere();
      return ctxOf.db.transaction(...all);
    };
    const db = Object.assign(Object.create(ctxOf.db), { transaction });
    expect(await handOver({ ...ctxOf, db }, { crew_id, which: "all" })).toEqual({ moved: 0, left: 1 });
    expect(await visitRow(pool, id)).toMatchObject({ clock: "14:00", crew_id });
  });

  test("or only those in the way of its days off", async () => {
    const { id, crew_id } = await confirmedVisit(ctx(), pool);
    const other = await confirmedVisit(ctx(), pool, { date: "2026-06-11" });
    await pool.query("update bookings set crew_id = $1", [crew_id]);
    await pool.query("insert into crew_time_off (crew_id, first_day, last_day) values ($1, $2, $2)", [
      crew_id,
      DAY,
    ]);
    expect(await handOver(staff(), { crew_id, which: "in the way" })).toEqual({ moved: 1, left: 0 });
    expect((await visitRow(pool, id)).crew_id).not.toBe(crew_id);
    expect((await visitRow(pool, other.id)).crew_id).toBe(crew_id);
    expect(await handOver(staff(), { crew_id: "no id", which: "all" })).toBeNull();
  });
});
