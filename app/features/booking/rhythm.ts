import type { Frequency } from "~/features/catalog/service";
import { dayName, weekdayOf } from "~/lib/dates";

/** When a plan's visits are: the first one's day, whose weekday is the plan's, and how often. */
type Rhythm = { first_date: string; frequency: Frequency };

const RANKS = ["first", "second", "third", "fourth", "last"];

/** "Every Tuesday", "Every other Tuesday", "The second Tuesday of every month". */
export function rhythmInWords({ first_date, frequency }: Rhythm): string {
  const day = dayName(weekdayOf(first_date));
  if (frequency === "weekly") return `Every ${day}`;
  if (frequency === "biweekly") return `Every other ${day}`;
  return `The ${RANKS[rankOf(first_date) - 1]} ${day} of every month`;
}

/** Which one of its weekday in its month a day is, from 1; the fifth stands for the last one of every month. */
export function rankOf(date: string): number {
  return Math.ceil(Number(date.slice(8)) / 7);
}
