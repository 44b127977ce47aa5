import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, companyToday } from "~/lib/dates";
import { lastBookableDate } from "./opening-hours";
import {
  type Busy,
  blockedRange,
  type Closure,
  freeCrews,
  parseSlotTime,
  type Range,
  SLOT_TIMES,
  slotRange,
  slotsOfDay,
} from "./slots";

const zones = fc.constantFrom(
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Pacific/Auckland",
  "UTC",
);
/** Clock changes of New York, Berlin and Lord Howe, the days around them, and any other. */
const dates = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("2026-03-08", "2026-11-01", "2026-03-29", "2026-10-25", "2026-04-05", "2026-10-04"),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([date, days]) => addDays(date, days)),
  fc.integer({ min: 0, max: 2000 }).map((days) => addDays("2026-01-01", days)),
);
const times = fc.constantFrom(...SLOT_TIMES);
const visits = fc.constantFrom(60, 120, 180, 240, 360, 480);
const buffers = fc.constantFrom(0, 15, 30, 90);
const crewIds = fc.constantFrom<string[]>(["ann"], ["ann", "ben"], ["ann", "ben", "cat"]);

const NO_TIMES = { hours: [], time_off: [] };

function overlap(a: Busy["range"], b: Busy["range"]): boolean {
  return (
    a.start.epochMilliseconds < b.end.epochMilliseconds && b.start.epochMilliseconds < a.end.epochMilliseconds
  );
}

/** Takes the requests one after the other as the booking engine does, each for the first free crew. */
function accept(requests: Range[], crews: string[]): Busy[] {
  const taken: Busy[] = [];
  for (const range of requests) {
    const [crew_id] = freeCrews(crews, taken, range);
    if (crew_id) taken.push({ crew_id, range });
  }
  return taken;
}

const days = fc.record({
  date: dates,
  zone: zones,
  minutes: visits,
  bufferMinutes: buffers,
  crewIds,
  requests: fc.array(fc.record({ day: fc.integer({ min: -1, max: 1 }), time: times, minutes: visits }), {
    maxLength: 14,
  }),
  hoursAhead: fc.integer({ min: -20, max: 24 * 400 }),
  closures: fc.array(fc.record({ day: fc.integer({ min: 0, max: 1 }), time: fc.option(times) }), {
    maxLength: 2,
  }),
});

/** A day with its accepted bookings, seen from some hours before (or after) its start. */
const schedules = days.map(({ requests, hoursAhead, closures, ...day }) => {
  const { date, zone, bufferMinutes } = day;
  const ranges = requests.map(({ day: offset, time, minutes }) =>
    blockedRange(slotRange(addDays(date, offset), time, minutes, zone), bufferMinutes),
  );
  return {
    ...day,
    times: NO_TIMES,
    busy: accept(ranges, day.crewIds),
    now: Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant().subtract({ hours: hoursAhead }),
    closures: closures.map(({ day: offset, time }): Closure => ({ date: addDays(date, offset), time })),
  };
});

describe("in any zone, on any day, clock changes included", () => {
  test("a visit starts when the company's clocks show the slot's time, and lasts exactly as long as asked", () => {
    fc.assert(
      fc.property(dates, times, visits, zones, (date, time, minutes, zone) => {
        const { start, end } = slotRange(date, time, minutes, zone);
        const wall = start.toZonedDateTimeISO(zone);
        expect(wall.toPlainDate().toString()).toBe(date);
        expect(wall.toPlainTime().equals(parseSlotTime(time))).toBe(true);
        expect(start.until(end).total("minutes")).toBe(minutes);
      }),
    );
  });

  test("visits accepted for one crew never overlap, travel included", () => {
    fc.assert(
      fc.property(schedules, ({ busy }) => {
        for (const [index, one] of busy.entries()) {
          for (const other of busy.slice(index + 1)) {
            if (one.crew_id === other.crew_id) expect(overlap(one.range, other.range)).toBe(false);
          }
        }
      }),
    );
  });

  test("a slot is free exactly when it is open, ahead, within the horizon, and a crew can serve all of it", () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { date, zone, now, minutes, bufferMinutes, busy, closures } = schedule;
        for (const { time, state } of slotsOfDay(schedule)) {
          const visit = slotRange(date, time, minutes, zone);
          const blocked = blockedRange(visit, bufferMinutes);
          const ahead = visit.start.epochMilliseconds > now.epochMilliseconds;
          const inReach = date <= lastBookableDate(companyToday(now, zone));
          const open = !closures.some((closed) => closed.date === date && [null, time].includes(closed.time));
          const crew = schedule.crewIds.some(
            (id) => !busy.some(({ crew_id, range }) => crew_id === id && overlap(range, blocked)),
          );
          expect(state === "free").toBe(ahead && inReach && open && crew);
          expect(state === "past").toBe(!ahead);
          if (!open) expect(state).not.toBe("full");
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a free slot can really be taken, and with every crew sent out it is full", () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { date, zone, minutes, bufferMinutes, crewIds: crews, busy } = schedule;
        const free = slotsOfDay(schedule).find(({ state }) => state === "free");
        fc.pre(free !== undefined);
        const blocked = blockedRange(slotRange(date, free.time, minutes, zone), bufferMinutes);
        const left = freeCrews(crews, busy, blocked);
        const booked = left.map((crew_id) => ({ crew_id, range: blocked }));
        const after = slotsOfDay({ ...schedule, busy: [...busy, ...booked] });
        expect(after.find(({ time }) => time === free.time)?.state).toBe("full");
      }),
    );
  });

  test("one more booking never frees a slot", () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const before = slotsOfDay({ ...schedule, busy: schedule.busy.slice(1) });
        const after = slotsOfDay(schedule);
        for (const [index, { state }] of after.entries()) {
          if (state === "free") expect(before[index]?.state).toBe("free");
        }
      }),
    );
  });
});
