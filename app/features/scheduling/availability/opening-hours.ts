import type { OpeningHours, Settings, Week } from "~/features/operations/settings/settings";
import { formatWeek, WEEK } from "~/features/scheduling/crews/week";
import type { LocalVisit } from "~/features/scheduling/crews/working";
import { addDays, dayName, formatTime, weekdayOf } from "~/lib/dates";

/**
 * When the company takes visits. `week`: null is at any time. `lead_hours`: how long before its start a visit can be booked.
 * `days_ahead`: how many days after today (company time) can be booked.
 */
export type CompanyHours = { week: Week | null; lead_hours: number; days_ahead: number };

/** As long as the office sets nothing. */
export const ALWAYS_OPEN: CompanyHours = { week: null, lead_hours: 0, days_ahead: 365 };

/** The furthest that anybody can book, in days. */
export const MOST_DAYS_AHEAD = 730;

export function companyHours(settings: Settings): CompanyHours {
  return {
    week: settings["hours.week"],
    lead_hours: settings["hours.lead_hours"],
    days_ahead: settings["hours.days_ahead"],
  };
}

/** The last day that can be booked, counted from today (company time). */
export function lastBookableDate(
  today: string,
  { days_ahead }: Pick<CompanyHours, "days_ahead"> = ALWAYS_OPEN,
): string {
  return addDays(today, days_ahead);
}

/** Whether it is too late to book a visit that starts then. Exactly `lead_hours` before is in time. */
export function isTooLate(
  start: { epochMilliseconds: number },
  now: { epochMilliseconds: number },
  { lead_hours }: Pick<CompanyHours, "lead_hours">,
): boolean {
  return lead_hours > 0 && start.epochMilliseconds < now.epochMilliseconds + lead_hours * 3_600_000;
}

/** Whether a visit begins and ends inside the hours of its day. One that ends at midnight or later does not. */
export function isOpenFor({ date, starts, ends }: LocalVisit, { week }: Pick<CompanyHours, "week">): boolean {
  if (!week) return true;
  const day = hoursOn(date, week);
  return day !== null && `${day.opens}:00` <= starts && ends <= `${date}T${day.last_finish}:00`;
}

function hoursOn(date: string, week: Week): OpeningHours | null {
  return week[weekdayOf(date)] ?? null;
}

/** Why a visit isn't inside the opening hours, with what to do; null when it is. */
export function whyNotOpen(
  visit: LocalVisit,
  { week }: Pick<CompanyHours, "week">,
): { field: "date" | "time"; message: string } | null {
  if (!week || isOpenFor(visit, { week })) return null;
  const days = `${dayName(weekdayOf(visit.date))}s`;
  const hours = hoursOn(visit.date, week);
  if (!hours) return { field: "date", message: `We are closed on ${days}. Choose another day.` };
  if (visit.starts < `${hours.opens}:00`) {
    const message = `We open at ${formatTime(hours.opens)} on ${days}. Choose a later time.`;
    return { field: "time", message };
  }
  const ends = visit.ends.startsWith(visit.date) ? formatTime(visit.ends.slice(11)) : "midnight or later";
  const message = `This visit would end at ${ends}, and on ${days} we finish by ${formatTime(hours.last_finish)}. Choose an earlier time or another day.`;
  return { field: "time", message };
}

/** "24 hours", "1 hour". */
export function formatLead(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** "Mon–Fri 8:00 AM – 5:00 PM, Sat 10:00 AM – 2:00 PM". */
export function formatHours(week: Week | null): string {
  if (!week) return "At any time";
  return formatWeek(
    week.flatMap((day, weekday) => (day ? [{ weekday, starts: day.opens, ends: day.last_finish }] : [])),
  );
}

/** Why a visit lies outside the hours, for staff: "Closed on Sundays", "Starts before 8:00 AM", "Ends after 5:00 PM". */
export function outsideWords({ date, starts }: LocalVisit, week: Week | null): string {
  const hours = week && hoursOn(date, week);
  if (!hours) return `Closed on ${dayName(weekdayOf(date))}s`;
  return starts < `${hours.opens}:00`
    ? `Starts before ${formatTime(hours.opens)}`
    : `Ends after ${formatTime(hours.last_finish)}`;
}

const weekday: OpeningHours = { opens: "08:00", last_finish: "18:00" };

/** What the site says as long as the office sets no opening hours (spec section 9). Visits are then taken at any time. */
const USUAL_WEEK: Week = [
  { opens: "09:00", last_finish: "16:00" },
  ...Array.from({ length: 6 }, () => weekday),
];

/** Days in a row with the same hours, Monday first. */
export function runsOfHours(week: Week | null): { days: number[]; hours: OpeningHours }[] {
  const runs: { days: number[]; hours: OpeningHours }[] = [];
  for (const day of WEEK) {
    const hours = (week ?? USUAL_WEEK)[day];
    const last = runs.at(-1);
    const follows = last?.days.at(-1) === (day + 6) % 7;
    if (!hours) continue;
    if (last && follows && last.hours.opens === hours.opens && last.hours.last_finish === hours.last_finish) {
      last.days.push(day);
    } else runs.push({ days: [day], hours });
  }
  return runs;
}

/** The opening hours for visitors: "Monday to Saturday" and "8am to 6pm". */
export function publicHours(week: Week | null): { days: string; hours: string }[] {
  return runsOfHours(week).map(({ days, hours }) => ({
    days: daysWords(days),
    hours: `${shortTime(hours.opens)} to ${shortTime(hours.last_finish)}`,
  }));
}

/**
 * When the office answers: the opening hours from Monday to Friday, or all of them if it opens only on weekends. "Monday to
 * Friday, 8:00 AM to 6:00 PM", with a semicolon between days of other hours.
 */
export function officeHours(week: Week | null): string {
  const runs = runsOfHours(week);
  const working = runs.flatMap(({ days, hours }) => {
    const kept = days.filter((day) => day >= 1 && day <= 5);
    return kept.length > 0 ? [{ days: kept, hours }] : [];
  });
  const words = (working.length > 0 ? working : runs).map(
    ({ days, hours }) => `${daysWords(days)}, ${formatTime(hours.opens)} to ${formatTime(hours.last_finish)}`,
  );
  return words.join("; ") || "on working days";
}

function daysWords(days: number[]): string {
  const [first = 0, last = first] = [days[0], days.at(-1)];
  return first === last ? dayName(first) : `${dayName(first)} to ${dayName(last)}`;
}

/** "8am" for "08:00", "4:30pm" for "16:30". */
function shortTime(time: string): string {
  return formatTime(time).replace(":00", "").replace(" ", "").toLowerCase();
}
