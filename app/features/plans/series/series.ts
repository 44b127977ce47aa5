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

type Ahead = {
  frequency: SeriesFrequency;
  /** All its visits by day, which tell the gap of another rhythm and whether a month's day is what counts. */
  visits: readonly Dated[];
  /** The last day on which nothing is to be laid, and the last day to lay. */
  after: string;
  until: string;
};

/** The days on which a series comes after a day, with the visit that each is like. None if its rhythm can't be told. */
export function nextDays<Visit extends Dated>(
  usual: readonly Usual<Visit>[],
  { frequency, visits, after, until }: Ahead,
): { date: string; like: Visit }[] {
  return usual
    .flatMap(({ from, like }) => {
      const days: { date: string; like: Visit }[] = [];
      for (let nth = 1; ; nth += 1) {
        const date = nthDay(from, nth, frequency, visits);
        if (date === null || date > until) return days;
        if (date > after) days.push({ date, like });
      }
    })
    .toSorted((a, b) => a.date.localeCompare(b.date));
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
  if (frequency === "monthly" && isSameDayOfMonth(visits)) return dayOfMonth(from, nth);
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

/** Whether a monthly series comes on a day of the month, such as the 15th, and not on a weekday. */
function isSameDayOfMonth(visits: readonly Dated[]): boolean {
  const days = new Set(visits.map(({ date }) => date.slice(8)));
  return days.size === 1 && new Set(visits.map(({ date }) => weekdayOf(date))).size > 1;
}

/** The same day some months later; the last of a month that is shorter. */
function dayOfMonth(from: string, months: number): string {
  const month = addMonths(from.slice(0, 7), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const day = `${month}-${from.slice(8)}`;
  return day < last ? day : last;
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
  if (frequency === "monthly" && isSameDayOfMonth(visits))
    return `Every month on day ${Number(from.slice(8))}`;
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
