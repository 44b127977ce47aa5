import type { VisitState } from "~/features/fieldwork/day/progress";

/** Below this, a visit that hasn't begun is on time. */
const LEEWAY_MINUTES = 10;
const MINUTE_MS = 60_000;

/** A visit of a crew's day, in milliseconds. A time that nobody tapped is null. */
export type PlannedStop = {
  state: VisitState;
  planned: { start: number; end: number };
  started_at: number | null;
  finished_at: number | null;
  /** When the crew set out; null unless it is on the way. */
  left_at: number | null;
  /** Minutes of driving from the stop before. */
  drive: number | null;
};

/** When a visit should begin and end, in milliseconds, and how many minutes it is late by; 0: on time. */
export type Expected = { start: number; end: number; late: number };

/**
 * When a crew's stops of a day, in order, should begin and end. A visit that hasn't begun is late when it should begin more
 * than 10 minutes after its planned start; one at work, once its planned end is over. What is late carries on to the stops
 * after it, with the drive.
 */
export function expectedTimes(stops: readonly PlannedStop[], now: number): Expected[] {
  let free = Number.NEGATIVE_INFINITY;
  return stops.map((stop) => {
    const expected = expectedOf(stop, { now, free });
    free = Math.max(free, expected.end);
    return expected;
  });
}

function expectedOf(stop: PlannedStop, { now, free }: { now: number; free: number }): Expected {
  const { state, planned, started_at, finished_at } = stop;
  const length = planned.end - planned.start;
  if (state === "done")
    return { start: started_at ?? planned.start, end: finished_at ?? planned.end, late: 0 };
  if (state === "working" || state === "paused") {
    const start = started_at ?? planned.start;
    const end = Math.max(now, start + length);
    return { start, end, late: minutesOf(Math.max(now - planned.end, 0)) };
  }
  const arrives = (stop.left_at ?? free) + (stop.drive ?? 0) * MINUTE_MS;
  const start = Math.max(planned.start, arrives, now);
  const late = minutesOf(start - planned.start);
  return { start, end: start + length, late: late > LEEWAY_MINUTES ? late : 0 };
}

function minutesOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS);
}
