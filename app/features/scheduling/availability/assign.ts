import { byAddedMiles, widened } from "~/features/scheduling/roads/rules";
import { ALWAYS_OPEN, isOpenFor, isTooLate } from "./opening-hours";
import {
  type Busy,
  blockedRange,
  crewsAtWork,
  daysOf,
  freeCrews,
  localVisit,
  parseSlotTime,
  type Schedule,
  SLOT_TIMES,
  type SlotTime,
  slotRange,
} from "./slots";

type Start = { date: string; time: SlotTime };

/** A start that a visit may get. `own`: only with its own crew. `any`: with another crew if its own is not free. */
export type Option = Start & { crew: "own" | "any" };

/** A visit of `minutes` with its crew, and its possible starts, best first. */
export type Unassigned<One extends Option> = {
  minutes: number;
  crew_id: string | null;
  /** Where it is; without it, the schedule's. */
  zip?: string;
  options: Iterable<One>;
};

/**
 * Gives every visit, in the given order, the first of its options for which a crew is free; null if there is none. Each
 * takes its crew's time from those after it.
 */
export function assignCrews<One extends Option>(
  visits: readonly Unassigned<One>[],
  schedule: Omit<Schedule, "minutes">,
): ((One & { crew_id: string }) | null)[] {
  const crewsAt = readCrews(schedule);
  const { zone, bufferMinutes } = schedule;
  return visits.map(({ minutes, crew_id: own, zip = schedule.zip, options }) => {
    for (const option of options) {
      const free = crewsAt(option, minutes, zip);
      const crew_id = free.find((id) => id === own) ?? (option.crew === "any" ? free[0] : undefined);
      if (!crew_id) continue;
      const range = blockedRange(slotRange(option.date, option.time, minutes, zone), bufferMinutes);
      crewsAt.take({ crew_id, range, zip });
      return { ...option, crew_id };
    }
    return null;
  });
}

/**
 * Reads a schedule: the returned function lists the crews that are free for a visit, the one with
 * the least added driving first; `take` makes one of them busy.
 */
export function readCrews(schedule: Omit<Schedule, "minutes">) {
  const { zone, now, bufferMinutes, hours = ALWAYS_OPEN } = schedule;
  const days = new Map<string, Busy[]>();
  const take = (busy: Busy) => {
    for (const day of daysOf(busy, zone)) {
      const list = days.get(day);
      if (list) list.push(busy);
      else days.set(day, [busy]);
    }
  };
  schedule.busy.forEach(take);
  const crewsAt = (start: Start, minutes: number, zip = schedule.zip): string[] => {
    if (isClosed(start, schedule)) return [];
    const range = slotRange(start.date, start.time, minutes, zone);
    if (Temporal.Instant.compare(range.start, now) <= 0 || isTooLate(range.start, now, hours)) return [];
    if (hours.week && !isOpenFor(localVisit(start.date, start.time, range, zone), hours)) return [];
    const atWork = crewsAtWork(schedule, start.date, start.time, range);
    const day = days.get(start.date) ?? [];
    const blocked = blockedRange(range, bufferMinutes);
    const free = freeCrews(atWork, widened(day, zip, schedule.roads), blocked);
    return byAddedMiles(free, day, { range: blocked, zip }, schedule.roads);
  };
  return Object.assign(crewsAt, { take });
}

export function isClosed({ date, time }: Start, { closures }: Pick<Schedule, "closures">): boolean {
  return closures.some((closure) => closure.date === date && (closure.time ?? time) === time);
}

/** Start times, the nearest to a time such as "9:30 AM" first; of two as near the earlier. */
export function byDistance(time: string, startTimes: readonly SlotTime[] = SLOT_TIMES): SlotTime[] {
  const minutes = (text: string) => {
    const clock = parseSlotTime(text);
    return clock ? clock.hour * 60 + clock.minute : 0;
  };
  const from = minutes(time);
  const distance = (slot: SlotTime) => Math.abs(minutes(slot) - from);
  return startTimes.toSorted((a, b) => distance(a) - distance(b));
}
