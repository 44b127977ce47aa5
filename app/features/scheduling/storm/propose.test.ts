import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byDistance } from "~/features/scheduling/availability/assign";
import {
  blockedRange,
  SLOT_TIMES,
  type SlotTime,
  slotRange,
  slotsOfDay,
} from "~/features/scheduling/availability/slots";
import { addDays } from "~/lib/dates";
import { proposePlaces, type StormyVisit } from "./storm-day";

const STORM = "2026-11-24";
const ZONE = "America/New_York";
const DAYS = Array.from({ length: 10 }, (_, index) => addDays(STORM, index + 1));
const [FIRST = "", SECOND = ""] = DAYS;

type Plan = Parameters<typeof proposePlaces>[1];

const plan = (changes: Partial<Plan> = {}): Plan => ({
  days: DAYS,
  bufferMinutes: 30,
  zone: ZONE,
  now: Temporal.Instant.from("2026-11-23T12:00:00Z"),
  crewIds: ["ann", "ben"],
  times: { hours: [], time_off: [] },
  busy: [],
  closures: [],
  stormy: [],
  ...changes,
});

const visit = (changes: Partial<StormyVisit> = {}): StormyVisit => ({
  ...{ id: "a", time: "8:00 AM", minutes: 180, crew_id: "ben", town: "concord" },
  ...changes,
});

const busy = (crew_id: string, date: string, time: SlotTime, minutes: number) => ({
  crew_id,
  range: blockedRange(slotRange(date, time, minutes, ZONE), 30),
});

const placeOf = (changes: Partial<Plan>, one = visit()) => proposePlaces([one], plan(changes)).get(one.id);

describe("a visit of a storm day is to be", () => {
  test("on the next day at its time, with its own crew", () => {
    expect(placeOf({})).toEqual({ date: FIRST, time: "8:00 AM", crew_id: "ben" });
  });

  test("with another crew when its own is busy", () => {
    expect(placeOf({ busy: [busy("ben", FIRST, "8:00 AM", 60)] })).toMatchObject({
      date: FIRST,
      crew_id: "ann",
    });
  });

  test("at its time a day later, when the next day is closed, or closed in its town", () => {
    const later = { date: SECOND, time: "8:00 AM", crew_id: "ben" };
    expect(placeOf({ closures: [{ date: FIRST, time: null }] })).toEqual(later);
    expect(placeOf({ closures: [{ date: FIRST, time: "8:00 AM" }] })).toEqual(later);
    expect(placeOf({ stormy: [{ date: FIRST, towns: ["concord"] }] })).toEqual(later);
    expect(placeOf({ stormy: [{ date: FIRST, towns: ["rye"] }] })).toMatchObject({ date: FIRST });
  });

  test("at the time next to its own on the first day, when its time is taken for a week", () => {
    const taken = DAYS.map((date) => ({ date, time: "8:00 AM" as const }));
    expect(placeOf({ closures: taken })).toMatchObject({ date: FIRST, time: "10:00 AM" });
  });

  test("with the crew that has the least added driving, when its own is busy", () => {
    const roads = {
      miles_per_hour: 30,
      buffer_minutes: 30,
      milesBetween: (from: string, to: string) => Math.abs(Number(from) - Number(to)),
    };
    const at = (crew_id: string, zip: string) => ({ ...busy(crew_id, FIRST, "2:00 PM", 60), zip });
    const taken = [busy("ben", FIRST, "8:00 AM", 60), at("ann", "10"), at("cat", "2")];
    const changes = { crewIds: ["ann", "ben", "cat"], busy: taken };
    expect(placeOf(changes, visit({ zip: "1" }))).toMatchObject({ crew_id: "ann" });
    expect(placeOf({ ...changes, roads }, visit({ zip: "1" }))).toMatchObject({ crew_id: "cat" });
  });

  test("when a crew is at work", () => {
    const off = (crew_id: string) => ({ crew_id, first_day: FIRST, last_day: FIRST });
    const hours = [{ crew_id: "ann", weekday: 3, starts: "12:00:00", ends: "18:00:00" }];
    expect(placeOf({ times: { hours, time_off: [off("ben")] } })).toMatchObject({ date: SECOND });
  });

  test("nowhere when nothing is free", () => {
    expect(placeOf({ crewIds: [] })).toBeNull();
    expect(placeOf({ days: [] })).toBeNull();
  });

  test("at a usual time, when staff had put it elsewhere", () => {
    expect(placeOf({}, visit({ time: "1:30 PM" }))).toMatchObject({ date: FIRST, time: "2:00 PM" });
    expect(byDistance("4:00 PM")).toEqual(SLOT_TIMES.toReversed());
  });
});

const visits = fc
  .array(
    fc.record({
      time: fc.constantFrom(...SLOT_TIMES),
      minutes: fc.constantFrom(60, 180, 240, 480),
      crew_id: fc.constantFrom("ann", "ben", "cat", null),
      town: fc.constantFrom("concord", "rye"),
    }),
    { maxLength: 30 },
  )
  .map((rows) => rows.map((row, index) => ({ ...row, id: String(index) })));
const blocks = fc.array(
  fc.tuple(fc.constantFrom("ann", "ben", "cat"), fc.constantFrom(...DAYS), fc.constantFrom(...SLOT_TIMES)),
  { maxLength: 40 },
);
const closedTimes = fc.array(
  fc.record({ date: fc.constantFrom(...DAYS), time: fc.constantFrom(null, ...SLOT_TIMES) }),
  { maxLength: 5 },
);

test("proposals are always free by the rules of the booking page, and never in each other's way", () => {
  fc.assert(
    fc.property(visits, blocks, closedTimes, (affected, taken, closures) => {
      const schedule = plan({
        crewIds: ["ann", "ben", "cat"],
        busy: taken.map(([crew, date, time]) => busy(crew, date, time, 120)),
        closures,
        stormy: [{ date: SECOND, towns: ["rye"] }],
        times: { hours: [], time_off: [{ crew_id: "cat", first_day: FIRST, last_day: SECOND }] },
      });
      const proposals = proposePlaces(affected, schedule);
      expect([...proposals.keys()]).toEqual(affected.map(({ id }) => id));
      const given = [...schedule.busy];
      for (const { id, minutes, town } of affected) {
        const place = proposals.get(id);
        if (!place) continue;
        const day = { ...schedule, date: place.date, minutes, busy: given, crewIds: [place.crew_id] };
        expect(slotsOfDay(day)).toContainEqual({ time: place.time, state: "free" });
        expect(town === "rye" && place.date === SECOND).toBe(false);
        given.push(busy(place.crew_id, place.date, place.time, minutes));
      }
    }),
    { numRuns: 60 },
  );
});
