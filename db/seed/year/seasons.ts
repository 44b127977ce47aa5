import { addDays, weekdayOf } from "../../../app/lib/dates";

/** Days of the past and of the future that the year fills. */
export const DAYS_BACK = 365;
export const DAYS_AHEAD = 28;
/** The small demo fills these weeks with visits of its own: no holiday of the company lies in them. */
const OWN_DAYS = { back: 42, ahead: 21 };

/**
 * How busy a month is in New Hampshire, January first: mud in March and early April, spring cleaning in May, guests of the lakes in
 * July and August, and the weeks before Christmas.
 */
const MONTHS = [0.78, 0.82, 0.68, 0.74, 1.12, 1.1, 1.2, 1.22, 0.96, 1, 1.06, 1.1];
const WEEKDAYS = [0.3, 1, 1, 1, 1, 1.08, 0.72];
const SUMMER_WEEKEND = 1.9;
/** What was done in a week a year ago, against now. */
const BEGAN_AT = 0.85;
/** Visits of a crew on a usual day. */
const USUAL = 2;

/** How many visits a crew has on a day, on average. `away`: days from today. */
export function demandOn(date: string, away: number): number {
  if (away === 0 || away === 1) return 3; // whoever looks at the demo sees a day at work, whichever it is
  const month = Number(date.slice(5, 7));
  const weekday = weekdayOf(date);
  const isSummerWeekend = (month === 7 || month === 8) && (weekday === 0 || weekday === 6);
  const grown = away < 0 ? 1 + (away / DAYS_BACK) * (1 - BEGAN_AT) : 1 - (away / DAYS_AHEAD) * 0.8;
  const afterChristmas = date.slice(5) >= "12-24" || date.slice(5) <= "01-03" ? 0.45 : 1;
  return (
    USUAL *
    (MONTHS[month - 1] ?? 1) *
    (WEEKDAYS[weekday] ?? 1) *
    (isSummerWeekend ? SUMMER_WEEKEND : 1) *
    grown *
    afterChristmas
  );
}

const STORMS = ["12-19", "01-14", "02-10", "03-04"];

/** The day of the year's snowstorm: the latest of some that is past and no day of the small demo. */
export function stormDay(today: string): string {
  const year = Number(today.slice(0, 4));
  const days = [year - 1, year].flatMap((one) => STORMS.map((day) => `${one}-${day}`)).toSorted();
  const latest = addDays(today, -OWN_DAYS.back - 3);
  return days.findLast((day) => day <= latest) ?? addDays(today, -200);
}

type Closed = { date: string; reason: string };

/** The holidays on which the company was or will be closed. */
export function closedDays(today: string): Closed[] {
  const year = Number(today.slice(0, 4));
  const holidays = [year - 1, year, year + 1].flatMap((one) => [
    { date: `${one}-01-01`, reason: "New Year’s Day" },
    { date: `${one}-07-04`, reason: "Independence Day" },
    { date: thanksgiving(one), reason: "Thanksgiving" },
    { date: `${one}-12-25`, reason: "Christmas Day" },
  ]);
  const own = { from: addDays(today, -OWN_DAYS.back - 1), to: addDays(today, OWN_DAYS.ahead + 1) };
  return holidays.filter(
    ({ date }) =>
      date >= addDays(today, -DAYS_BACK) &&
      date <= addDays(today, 200) &&
      !(own.from <= date && date <= own.to),
  );
}

/** The fourth Thursday of November. */
function thanksgiving(year: number): string {
  const first = `${year}-11-01`;
  return addDays(first, ((4 - weekdayOf(first) + 7) % 7) + 21);
}
