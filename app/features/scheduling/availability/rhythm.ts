import type { Frequency } from "~/features/catalog/frequency";
import { addDays, addMonths, dayName, weekdayOf } from "~/lib/dates";

/** When a plan's visits are: a day, whose weekday is the plan's, and how often. */
type Days = { first_date: string; frequency: Frequency };

/** As plans store it: how visits from number `visit` to `until` were scheduled before a change, starting at `time`. */
export type EarlierRhythm = Days & { visit: number; until: number; time: string };

/**
 * The days of a plan's visits: `first_date` is that of visit `first_visit`, the first one if the plan never changed. Visits
 * before it keep to earlier rhythms, the oldest first.
 */
export type Rhythm = Days & { first_visit?: number; earlier_rhythms?: EarlierRhythm[] };

const RANKS = ["first", "second", "third", "fourth", "last"];

/** "Every Tuesday", "Every other Tuesday", "The second Tuesday of every month". */
export function formatRhythm({ first_date, frequency }: Days): string {
  const day = dayName(weekdayOf(first_date));
  if (frequency === "weekly") return `Every ${day}`;
  if (frequency === "biweekly") return `Every other ${day}`;
  return `The ${RANKS[rankOf(first_date) - 1]} ${day} of every month`;
}

/** Which one of its weekday in its month a day is, from 1; the fifth stands for the last one of every month. */
function rankOf(date: string): number {
  return Math.ceil(Number(date.slice(8)) / 7);
}

const DAYS = { weekly: 7, biweekly: 14 } as const;

/** The day of a plan's visit by its number, counted from 1, also of one that a later change gave up. */
export function visitDate(rhythm: Rhythm, visit: number): string {
  const earlier = earlierOf(rhythm, visit);
  if (earlier) return dayOf(earlier, visit - earlier.visit + 1);
  return dayOf(rhythm, visit - (rhythm.first_visit ?? 1) + 1);
}

/** The rhythm that a visit had before a change of its plan; undefined if it follows the current one. */
export function earlierOf(
  { first_visit = 1, earlier_rhythms = [] }: Omit<Rhythm, keyof Days>,
  visit: number,
): EarlierRhythm | undefined {
  if (visit >= first_visit) return undefined;
  const own = earlier_rhythms.findLast((one) => one.visit <= visit && visit <= one.until);
  return own ?? earlier_rhythms.findLast((one) => one.visit <= visit);
}

/** The n-th day, counted from 1: every week, every other, or the same weekday of each month. */
function dayOf({ first_date, frequency }: Days, nth: number): string {
  if (frequency !== "monthly") return addDays(first_date, DAYS[frequency] * (nth - 1));
  return weekdayOfMonth(
    addMonths(first_date.slice(0, 7), nth - 1),
    weekdayOf(first_date),
    rankOf(first_date),
  );
}

function weekdayOfMonth(month: string, weekday: number, rank: number): string {
  const first = `${month}-01`;
  const ahead = (weekday - weekdayOf(first) + 7) % 7;
  const day = addDays(first, ahead + 7 * (rank - 1));
  return day.startsWith(month) ? day : addDays(day, -7);
}
