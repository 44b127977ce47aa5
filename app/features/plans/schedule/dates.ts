import type { Rhythm } from "~/features/plans/plan";
import { visitDate } from "~/features/scheduling/availability/rhythm";

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
