import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import {
  blockedRange,
  localEnd,
  parseSlotTime,
  SLOT_TIMES,
  slotRange,
} from "~/features/scheduling/availability/slots";
import { addDays } from "~/lib/dates";
import { openSession, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { pickCrew } from "./pick.server";

const { db, pool, ctx, clear } = await testWorld({ now: "2026-01-05T12:00:00Z" });

beforeEach(clear);

const ZONES = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu"];
/** Clock changes of those zones, and ordinary days. */
const dates = fc
  .tuple(
    fc.constantFrom("2026-03-08", "2026-11-01", "2026-03-29", "2026-10-25", "2026-04-05", "2026-06-10"),
    fc.nat(2),
  )
  .map(([date, days]) => addDays(date, days));
const clockTimes = fc.constantFrom(
  "06:00",
  "08:00",
  "09:30",
  "12:00",
  "15:00",
  "16:00",
  "18:00",
  "22:00",
  "23:59",
);
const hours = fc
  .tuple(fc.nat(1), fc.nat(6), clockTimes, clockTimes)
  .filter(([, , starts, ends]) => starts < ends)
  .map(([crew, weekday, starts, ends]) => ({ crew, weekday, starts, ends }));
const timeOff = fc.record({ crew: fc.nat(1), from: fc.integer({ min: -2, max: 2 }), days: fc.nat(2) });
/** Pittsfield, Concord, Portsmouth, and one that is none. */
const zips = fc.constantFrom("03263", "03301", "03801", "00000");
const visits = fc.record({
  zip: zips,
  time: fc.constantFrom(...SLOT_TIMES),
  hours: fc.constantFrom(2 as const, 3 as const, 4 as const),
});

test("a slot is shown free exactly when a crew can be sent", async () => {
  const crews = (await pool.query("select id from crews order by sort_order")).rows.map(({ id }) => id);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        date: dates,
        zone: fc.constantFrom(...ZONES),
        minutes: fc.constantFrom(60, 120, 240, 480),
        rows: fc.array(hours, { maxLength: 8 }),
        off: fc.array(timeOff, { maxLength: 2 }),
        booked: fc.array(visits, { maxLength: 3 }),
        closed: fc.option(fc.constantFrom(...SLOT_TIMES)),
        speed: fc.option(fc.constantFrom("5", "30")),
        zip: zips,
      }),
      async ({ date, zone, minutes, rows, off, booked, closed, speed, zip }) => {
        await clear();
        await setSetting(pool, "general.timezone", zone);
        for (const { time, hours: length, zip: there } of booked) {
          await openSession(ctx(), { date, time, hours: length }).catch(() => {});
          await pool.query(
            "update bookings set zip_code = $1 where number = (select max(number) from bookings)",
            [there],
          );
        }
        if (speed) {
          await setSetting(pool, "roads.drive_times", "true");
          await setSetting(pool, "roads.miles_per_hour", speed);
        }
        for (const { crew, weekday, starts, ends } of rows) {
          await pool.query("insert into crew_hours values ($1, $2, $3, $4) on conflict do nothing", [
            crews[crew],
            weekday,
            starts,
            ends,
          ]);
        }
        for (const { crew, from, days } of off) {
          const first = addDays(date, from);
          await pool.query("insert into crew_time_off (crew_id, first_day, last_day) values ($1, $2, $3)", [
            crews[crew],
            first,
            addDays(first, days),
          ]);
        }
        if (closed) {
          const time = parseSlotTime(closed).toString();
          await pool.query("insert into closures (date, time) values ($1, $2)", [date, time]);
        }
        const slots = await readSlotsOfDay(ctx(), { date, minutes, zip });
        for (const { time, state } of slots) {
          const range = slotRange(date, time, minutes, zone);
          const crew = await pickCrew(db, {
            date,
            time: parseSlotTime(time),
            ends: localEnd(range, zone),
            zip,
            blocked: blockedRange(range, 30),
          });
          expect([time, state === "free"]).toEqual([time, crew !== null]);
        }
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

test("a crew off or outside its hours takes no booking, and the other one goes", async () => {
  const [birch, maple] = (await pool.query("select id from crews order by sort_order")).rows;
  await pool.query(
    "insert into crew_time_off (crew_id, first_day, last_day) values ($1, '2026-06-10', '2026-06-10')",
    [birch.id],
  );
  await openSession(ctx(), { date: "2026-06-10", time: "8:00 AM" });
  const { rows } = await pool.query("select crew_id from bookings");
  expect(rows).toEqual([{ crew_id: maple.id }]);
  await expect(openSession(ctx(), { date: "2026-06-10", time: "8:00 AM" })).rejects.toThrow(/just taken/);
});
