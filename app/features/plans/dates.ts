import { rankOf } from "~/features/booking/rhythm";
import { addDays, addMonths, weekdayOf } from "~/lib/dates";
import type { Rhythm } from "./plan";

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

/** What may be laid out: from `today` on, not within a pause, and not after the end. */
export type Span = {
  today: string;
  paused_from: string | null;
  resumes_on: string | null;
  ends_on: string | null;
};

/** Whether a plan comes on this day. */
function isWithin(date: string, { today, paused_from, resumes_on, ends_on }: Span): boolean {
  if (date < today || (ends_on !== null && date > ends_on)) return false;
  const paused = paused_from !== null && date >= paused_from && (resumes_on === null || date < resumes_on);
  return !paused;
}

/** The numbers and days of the next `count` visits. A plan that is to end, or has no day to go on, has fewer. */
export function nextVisits(rhythm: Rhythm, span: Span, count: number): { visit: number; date: string }[] {
  const found: { visit: number; date: string }[] = [];
  const stop =
    span.ends_on ?? (span.paused_from !== null && span.resumes_on === null ? span.paused_from : null);
  for (let visit = 1; found.length < count; visit += 1) {
    const date = visitDate(rhythm, visit);
    if (stop !== null && date > stop) break;
    if (isWithin(date, span)) found.push({ visit, date });
  }
  return found;
}
