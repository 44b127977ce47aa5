import type { Frequency } from "~/features/catalog/frequency";
import { addDays, addMonths, dayName, weekdayOf } from "~/lib/dates";

/** When a plan's visits are: the first one's day, whose weekday is the plan's, and how often. */
type Rhythm = { first_date: string; frequency: Frequency };

const RANKS = ["first", "second", "third", "fourth", "last"];

/** "Every Tuesday", "Every other Tuesday", "The second Tuesday of every month". */
export function formatRhythm({ first_date, frequency }: Rhythm): string {
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

/** The day of a plan's n-th visit, counted from 1: every week, every other, or the same weekday of each month. */
export function visitDate({ first_date, frequency }: Rhythm, visit: number): string {
  if (frequency !== "monthly") return addDays(first_date, DAYS[frequency] * (visit - 1));
  return weekdayOfMonth(
    addMonths(first_date.slice(0, 7), visit - 1),
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
