import { weekdayOf } from "~/lib/dates";

/** When a crew works, company time: weekday 0 (Sunday) to 6, times as "08:00:00". */
export type CrewHours = { crew_id: string; weekday: number; starts: string; ends: string };
/** Days on which a crew does not work, both included. */
type TimeOff = { crew_id: string; first_day: string; last_day: string };
/** A crew without hours works whenever the company does. */
export type CrewTimes = { hours: readonly CrewHours[]; time_off: readonly TimeOff[] };

const ownTimes = new WeakMap<CrewTimes, (crewId: string) => CrewTimes>();

/** Hours and time off by crew, grouped once for many visits. */
export function timesOfCrews(times: CrewTimes): (crewId: string) => CrewTimes {
  const known = ownTimes.get(times);
  if (known) return known;
  const hours = Map.groupBy(times.hours, ({ crew_id }) => crew_id);
  const time_off = Map.groupBy(times.time_off, ({ crew_id }) => crew_id);
  const own = new Map<string, CrewTimes>();
  for (const id of new Set([...hours.keys(), ...time_off.keys()])) {
    own.set(id, { hours: hours.get(id) ?? [], time_off: time_off.get(id) ?? [] });
  }
  const timesOf = (crewId: string) => own.get(crewId) ?? NO_TIMES;
  ownTimes.set(times, timesOf);
  return timesOf;
}

const NO_TIMES: CrewTimes = { hours: [], time_off: [] };

/** A visit as the company's clocks show it: "2026-11-24", "08:00:00", and its end as "2026-11-24T11:00:00". */
export type LocalVisit = { date: string; starts: string; ends: string };

/** Why a crew isn't at work for a visit; null when it is. Travel after the visit may go beyond its hours. */
export function whyNotAtWork(
  crewId: string,
  { hours, time_off }: CrewTimes,
  visit: LocalVisit,
): "time off" | "not that day" | "not all of it" | null {
  const isOff = time_off.some(
    ({ crew_id, first_day, last_day }) =>
      crew_id === crewId && first_day <= visit.date && visit.date <= last_day,
  );
  if (isOff) return "time off";
  const own = hours.filter(({ crew_id }) => crew_id === crewId);
  if (own.length === 0) return null;
  const today = own.filter(({ weekday }) => weekday === weekdayOf(visit.date));
  if (today.length === 0) return "not that day";
  const within = today.some(
    ({ starts, ends }) => starts <= visit.starts && visit.ends <= `${visit.date}T${ends}`,
  );
  return within ? null : "not all of it";
}
