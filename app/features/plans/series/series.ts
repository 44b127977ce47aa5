import { FREQUENCY_LABELS, type Frequency } from "~/features/catalog/frequency";
import { formatRhythm, visitDate } from "~/features/scheduling/availability/rhythm";
import { addDays, addMonths, formatDate, formatTime, weekdayOf } from "~/lib/dates";
import type { Cents } from "~/lib/money";

/** How often a series comes. `other`: as often as its visits do, such as every three weeks. */
export type SeriesFrequency = Frequency | "other";

export const SERIES_FREQUENCIES: Record<SeriesFrequency, string> = {
  ...FREQUENCY_LABELS,
  other: "Another rhythm",
};

export const SERIES_PAGE = "/admin/plans/series";
export const LAY_PAGE = `${SERIES_PAGE}/lay`;

/** Days before its last visit from which a series needs attention. */
export const ENDS_SOON_DAYS = 28;

/** How far ahead visits of a series can be laid, in days from today. */
export const MOST_DAYS_AHEAD = 366;

/** The series that are laid at once; those of a longer list are laid in jobs. */
export const MOST_AT_ONCE = 10;
/** The series that one form can name. */
export const MOST_CHOSEN = 500;

/** `waiting`: a plan is held for its customer, who has not paid yet. */
export type SeriesState = "on" | "soon" | "waiting" | "sold" | "ended";

export const STATE_LABELS: Record<SeriesState, string> = {
  on: "Goes on",
  soon: "Ends soon",
  waiting: "Plan not paid yet",
  sold: "Plan sold",
  ended: "Ended",
};

type Known = {
  ended_at: unknown;
  /** The plan's, if it was sold as one. */
  plan_status: string | null;
  /** The day of its last visit; null: it has none. */
  last: string | null;
};

/** How a series is. `today`: company time. */
export function seriesState({ ended_at, plan_status, last }: Known, today: string): SeriesState {
  if (plan_status === "pending") return "waiting";
  if (plan_status) return "sold";
  if (ended_at) return "ended";
  return last !== null && last >= addDays(today, ENDS_SOON_DAYS) ? "on" : "soon";
}

/** What a state says of a series: "Ends Dec 18, 2026", "Ran out Oct 01, 2026". */
export function stateWords(state: SeriesState, last: string | null, today: string): string {
  if (state !== "soon") return STATE_LABELS[state];
  if (last === null) return "No visits";
  return `${last < today ? "Ran out" : "Ends"} ${formatDate(last)}`;
}

/** A visit as it tells when its series comes. `time`: "HH:MM", company time. */
type Dated = { date: string; time: string };

/** From which day on a series comes again, and which visit its next ones are like. */
export type Usual<Visit> = { from: string; like: Visit };

const INTERVALS = { weekly: 7, biweekly: 14 } as const;

/**
 * When a series comes, by its visits in the order of their days: the newest visit of each usual weekday, at its usual time. A visit
 * that was moved once doesn't count, and an office that is cleaned on Mondays and Thursdays has two.
 */
export function usualVisits<Visit extends Dated>(
  visits: readonly Visit[],
  frequency: SeriesFrequency,
): Usual<Visit>[] {
  const [first, last] = [visits[0], visits.at(-1)];
  if (!first || !last) return [];
  const byWeekday = [...Map.groupBy(visits, ({ date }) => weekdayOf(date)).values()];
  byWeekday.sort((a, b) => b.length - a.length || newestOf(b).date.localeCompare(newestOf(a).date));
  return byWeekday.slice(0, visitsAtATime(visits, frequency)).map((own) => {
    const times = [...Map.groupBy(own, ({ time }) => time).values()];
    times.sort((a, b) => b.length - a.length || newestOf(b).date.localeCompare(newestOf(a).date));
    return { from: newestOf(own).date, like: newestOf(times[0] ?? own) };
  });
}

const newestOf = <Visit extends Dated>(visits: readonly Visit[]): Visit => visits.at(-1) as Visit;

/** How many visits a series has in each week or two. */
function visitsAtATime(visits: readonly Dated[], frequency: SeriesFrequency): number {
  if (frequency === "monthly" || frequency === "other") return 1;
  const days = daysBetween(visits[0]?.date ?? "", visits.at(-1)?.date ?? "");
  return days === 0 ? 1 : Math.max(1, Math.round(((visits.length - 1) * INTERVALS[frequency]) / days));
}

const daysBetween = (one: string, other: string) =>
  Math.round((Date.parse(other) - Date.parse(one)) / 86_400_000);

/** Why a day on which a series comes has no visit though it is behind others: it was left out, or its visit was cancelled. */
export type Missing = "left out" | "cancelled";

type Ahead<Visit> = {
  frequency: SeriesFrequency;
  /** All its visits by day, which tell the gap of another rhythm and whether a month's day is what counts. */
  visits: readonly Visit[];
  /** Those that were cancelled, by day. */
  cancelled: readonly Dated[];
  /** The last day on which nothing is to be laid, and the last day to lay. */
  after: string;
  until: string;
};

/**
 * The days on which a series comes and has no visit, with the visit that each is like: those after its last visit, and those that are
 * missing. A visit on another weekday was moved, and stands for a day of the series. None if its rhythm can't be told.
 */
export function openDays<Visit extends Dated>(
  usual: readonly Usual<Visit>[],
  { frequency, visits, cancelled, after, until }: Ahead<Visit>,
): { date: string; like: Visit; missing: Missing | null }[] {
  const isByDate = frequency === "monthly" && monthDay(visits) !== null;
  const weekdays = new Set(usual.map(({ from }) => weekdayOf(from)));
  const isUsual = ({ date }: Dated) => isByDate || weekdays.has(weekdayOf(date));
  const next = (from: string, nth: number) => nthDay(from, nth, frequency, visits);
  const days = usual.flatMap(({ from, like }) => {
    const own = visits.filter(({ date }) => isByDate || weekdayOf(date) === weekdayOf(from));
    return [...daysBetweenVisits(own, next), ...daysFrom(from, until, next)].map((date) => ({ date, like }));
  });
  days.sort((a, b) => a.date.localeCompare(b.date));
  const gap = (GAPS[frequency] ?? usualGap(visits) ?? 7) / Math.max(1, usual.length);
  const open = new Set(days.map(({ date }) => date));
  for (const moved of visits.filter((visit) => !isUsual(visit))) {
    const day = dayFor(moved, open, gap);
    if (day) open.delete(day);
  }
  const kept = new Set(visits.map(({ date }) => date));
  const gone = new Set(
    cancelled.filter(({ date }) => !kept.has(date)).map((visit) => dayFor(visit, open, gap)),
  );
  const last = visits.at(-1)?.date ?? "";
  return days
    .filter(({ date }) => date > after && open.has(date))
    .map(({ date, like }) => {
      const missing = gone.has(date) ? "cancelled" : date < last ? "left out" : null;
      return { date, like, missing };
    });
}

const GAPS: Partial<Record<SeriesFrequency, number>> = { ...INTERVALS, monthly: 30 };

type Next = (from: string, nth: number) => string | null;

/** The days of a series after one of them, until another. */
function daysFrom(from: string, until: string, next: Next): string[] {
  const days: string[] = [];
  for (let nth = 1; ; nth += 1) {
    const date = next(from, nth);
    if (date === null || date > until) return days;
    days.push(date);
  }
}

/** The days of a series between its visits of one weekday. None where it began to come on other days. */
function daysBetweenVisits(visits: readonly Dated[], next: Next): string[] {
  return visits.slice(1).flatMap(({ date }, place) => {
    const days = daysFrom(visits[place]?.date ?? date, date, next);
    return days.pop() === date ? days : [];
  });
}

/** Which of the open days a visit stands for: its own, the last one before it, or the next one if that is nearer than half a gap. */
function dayFor({ date }: Dated, open: ReadonlySet<string>, gap: number): string | undefined {
  const days = [...open];
  const before = days.findLast((day) => day <= date);
  if (before !== undefined && daysBetween(before, date) < gap) return before;
  const next = days.find((day) => day > date);
  return next !== undefined && daysBetween(date, next) * 2 <= gap ? next : undefined;
}

function nthDay(
  from: string,
  nth: number,
  frequency: SeriesFrequency,
  visits: readonly Dated[],
): string | null {
  if (frequency === "other") {
    const gap = usualGap(visits);
    return gap === null ? null : addDays(from, gap * nth);
  }
  const day = frequency === "monthly" ? monthDay(visits) : null;
  if (day !== null) return dayOfMonth(addMonths(from.slice(0, 7), nth), day);
  return visitDate({ first_date: from, frequency }, nth + 1);
}

/** Days between visits of another rhythm, in whole weeks; null with a single visit. */
export function usualGap(visits: readonly Dated[]): number | null {
  const gaps = visits
    .slice(1)
    .map(({ date }, place) => daysBetween(visits[place]?.date ?? date, date))
    .toSorted((a, b) => a - b);
  const middle = gaps[Math.floor((gaps.length - 1) / 2)];
  return middle === undefined ? null : Math.max(1, Math.round(middle / 7)) * 7;
}

/** The day of the month on which a series comes, such as the 15th; null if it comes on a weekday. The 31st is the last of a shorter month. */
function monthDay(visits: readonly Dated[]): number | null {
  const day = Math.max(...visits.map(({ date }) => Number(date.slice(8))));
  if (new Set(visits.map(({ date }) => weekdayOf(date))).size < 2) return null;
  return visits.every(({ date }) => date === dayOfMonth(date.slice(0, 7), day)) ? day : null;
}

/** A day of a month; the last one of a month that is shorter. */
function dayOfMonth(month: string, day: number): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const wanted = `${month}-${String(day).padStart(2, "0")}`;
  return wanted < last ? wanted : last;
}

/** "Every Monday at 9:00 AM, every Thursday at 1:00 PM", "Every 3 weeks, Tuesday at 9:00 AM". */
export function formatSeries(
  usual: readonly Usual<Dated>[],
  frequency: SeriesFrequency,
  visits: readonly Dated[],
): string {
  if (usual.length === 0) return SERIES_FREQUENCIES[frequency];
  const words = usual.map(
    ({ from, like }) => `${rhythmWords(from, frequency, visits)} at ${formatTime(like.time)}`,
  );
  const [first = "", ...others] = words;
  return [first, ...others.map((one) => one.charAt(0).toLowerCase() + one.slice(1))].join(", ");
}

function rhythmWords(from: string, frequency: SeriesFrequency, visits: readonly Dated[]): string {
  if (frequency === "other") {
    const gap = usualGap(visits);
    return gap === null ? SERIES_FREQUENCIES.other : `Every ${gap === 7 ? "week" : `${gap / 7} weeks`}`;
  }
  const day = frequency === "monthly" ? monthDay(visits) : null;
  if (day !== null) return `Every month on day ${day}`;
  return formatRhythm({ first_date: from, frequency });
}

/** How a line begins that takes off what was paid in the other program. */
export const PAID_IN = "Paid in ";

type Line = { kind?: "service" | "extra" | "discount" | "tax"; label: string; amount: Cents };

/** The lines of a visit's price without what was paid in the other program. */
export function priceOf<One extends Pick<Line, "label" | "amount">>(lines: readonly One[]) {
  const own = lines.filter(({ label }) => !label.startsWith(PAID_IN));
  return { lines: own, total: own.reduce((sum, { amount }) => sum + amount, 0) };
}
