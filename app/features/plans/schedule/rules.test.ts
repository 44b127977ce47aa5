import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Busy,
  blockedRange,
  SLOT_TIMES,
  type SlotTime,
  slotRange,
} from "~/features/scheduling/availability/slots";
import { addDays } from "~/lib/dates";
import { clashesOf, clashMessage, decideCrews, nextVisits, type Rules } from "./rules";

const ZONE = "America/New_York";
const rules: Rules = {
  minutes: 180,
  bufferMinutes: 30,
  zone: ZONE,
  now: Temporal.Instant.from("2026-06-01T12:00:00Z"),
  crewIds: ["birch", "maple"],
  times: { hours: [], time_off: [] },
  busy: [],
  closures: [],
};

function busy(crew_id: string, date: string, time: SlotTime): Busy {
  return { crew_id, range: blockedRange(slotRange(date, time, 180, ZONE), 30) };
}

const span = { today: "2026-06-01", paused_from: null, resumes_on: null, ends_on: null };
const wanted = nextVisits({ first_date: "2026-06-09", frequency: "weekly" }, span, 12).map((visit) => ({
  ...visit,
  time: "10:00 AM" as const,
}));

describe("the crew", () => {
  test("is the one that clashes least", () => {
    const layout = decideCrews(wanted, { ...rules, busy: [busy("birch", "2026-06-16", "10:00 AM")] });
    expect(layout.crew_id).toBe("maple");
    expect(clashesOf(layout)).toEqual([]);
  });

  test("can come the first time, whatever comes later", () => {
    const later = ["2026-06-16", "2026-06-23"].map((date) => busy("maple", date, "10:00 AM"));
    const layout = decideCrews(wanted, {
      ...rules,
      busy: [busy("birch", "2026-06-09", "10:00 AM"), ...later],
    });
    expect(layout.crew_id).toBe("maple");
    expect(clashesOf(layout).map(({ visit }) => visit)).toEqual([2, 3]);
  });

  test("is the one with the least added driving, of two that clash as little", () => {
    const at = (crew_id: string, zip: string) => ({ ...busy(crew_id, "2026-06-09", "2:00 PM"), zip });
    const roads = {
      miles_per_hour: 30,
      buffer_minutes: 30,
      milesBetween: (from: string, to: string) => Math.abs(Number(from) - Number(to)),
    };
    const driving = { ...rules, zip: "1", roads, busy: [at("birch", "10"), at("maple", "2")] };
    expect(decideCrews(wanted, driving).crew_id).toBe("maple");
    expect(decideCrews(wanted, { ...driving, roads: null }).crew_id).toBe("birch");
  });

  test("stays who it is for a plan that has one", () => {
    const layout = decideCrews(wanted, { ...rules, crew_id: "maple" });
    expect(new Set(layout.visits.map(({ crew_id }) => crew_id))).toEqual(new Set(["maple"]));
  });
});

describe("a visit that clashes", () => {
  const one = { ...rules, crewIds: ["birch"] };
  const visit = wanted.slice(0, 1);
  const day = (date: string) => SLOT_TIMES.map((time) => busy("birch", date, time));

  test.each([
    ["the same day, the nearest time", [busy("birch", "2026-06-09", "8:00 AM")], "2026-06-09", "12:00 PM"],
    ["the next day, the same time", day("2026-06-09"), "2026-06-10", "10:00 AM"],
    ["the day before it", [...day("2026-06-09"), ...day("2026-06-10")], "2026-06-08", "10:00 AM"],
  ])("goes to %s", (_, taken, date, time) => {
    const layout = decideCrews(visit, { ...one, busy: taken });
    expect(layout.visits[0]?.clash).toMatchObject({
      why: "Your crew is booked then.",
      proposal: { date, time },
    });
    expect(layout.visits[0]?.crew_id).toBeNull();
  });

  test("is done by another crew at its time before it is left out or moved to another crew's", () => {
    const dates = Array.from({ length: 7 }, (_, index) => addDays("2026-06-06", index));
    const layout = decideCrews(visit, { ...rules, crew_id: "birch", busy: dates.flatMap(day) });
    expect(layout.visits[0]).toMatchObject({
      date: "2026-06-09",
      time: "10:00 AM",
      crew_id: "maple",
      clash: null,
    });
  });

  test("with nothing near has no proposal", () => {
    const closures = Array.from({ length: 7 }, (_, index) => ({
      date: addDays("2026-06-06", index),
      time: null,
    }));
    const layout = decideCrews(visit, { ...rules, closures });
    const clashes = clashesOf(layout);
    expect(clashes).toMatchObject([{ visit: 1, why: "We are closed then.", proposal: null }]);
    expect(clashMessage(clashes)).toContain("We'll call you");
  });
});

const place = fc.record({
  crew_id: fc.constantFrom("birch", "maple"),
  date: fc.integer({ min: 0, max: 100 }).map((days) => addDays("2026-06-05", days)),
  time: fc.constantFrom(...SLOT_TIMES),
});

test("whatever is taken or closed: no two visits are in each other's way, nor in anybody's; proposals are free", () => {
  fc.assert(
    fc.property(
      fc.array(place, { maxLength: 60 }),
      fc.array(place, { maxLength: 10 }),
      fc.constantFrom(...SLOT_TIMES),
      (taken, closed, time) => {
        const all = {
          ...rules,
          busy: taken.map(({ crew_id, date, time }) => busy(crew_id, date, time)),
          closures: closed.map(({ date, time }) => ({ date, time })),
        };
        const asked = wanted.map((visit) => ({ ...visit, time }));
        const first = decideCrews(asked, all);
        expect(decideCrews(asked, all)).toEqual(first);
        const moves = new Map(clashesOf(first).map(({ visit, proposal }) => [visit, proposal]));
        const accepted = decideCrews(
          asked.map((visit) => ({ ...visit, moved: moves.get(visit.visit) ?? undefined })),
          all,
        );
        const placed = accepted.visits.flatMap((one) =>
          one.crew_id ? [busy(one.crew_id, one.date, one.time)] : [],
        );
        const unplaced = clashesOf(first).filter(({ proposal }) => proposal === null).length;
        expect(placed.length).toBeGreaterThanOrEqual(12 - unplaced - clashesOf(accepted).length);
        for (const [index, visit] of placed.entries()) {
          for (const other of [...all.busy, ...placed.slice(index + 1)]) {
            const apart =
              other.crew_id !== visit.crew_id ||
              other.range.end.epochMilliseconds <= visit.range.start.epochMilliseconds ||
              visit.range.end.epochMilliseconds <= other.range.start.epochMilliseconds;
            expect(apart).toBe(true);
          }
        }
        for (const { date, time, crew_id } of accepted.visits) {
          if (crew_id) expect(all.closures).not.toContainEqual({ date, time });
        }
      },
    ),
    { numRuns: 60 },
  );
});
