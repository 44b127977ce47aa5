import { type FormValues, type Merged, mergeForm } from "~/features/operations/settings/merge";
import type { Week } from "~/features/operations/settings/settings";
import { MOST_DAYS_AHEAD } from "~/features/scheduling/availability/opening-hours";
import { parseSlotTime, SLOT_TIMES } from "~/features/scheduling/availability/slots";
import { WEEK } from "~/features/scheduling/crews/week";
import { dayName, formatTime } from "~/lib/dates";
import { cleanLine } from "~/lib/text";

export const HOURS_PAGE = "/admin/settings/hours";
const MOST_LEAD_HOURS = 336;
const MOST_START_TIMES = 20;

/** Everything the office sets about when visits can be. `start_times`: by service; null is the specification's. */
export type HoursRules = {
  week: Week | null;
  lead_hours: number;
  days_ahead: number;
  /** Names of the holidays on which the company is closed. */
  holidays: readonly string[];
  start_times: Readonly<Record<string, readonly string[] | null>>;
};

/** A service that can be booked; `shortest`: the minutes of its shortest visit. */
export type TimedService = { id: string; title: string; shortest: number };

/** What the rules are about. `holidays`: the names of all holidays there are. */
export type HoursTopics = { services: readonly TimedService[]; holidays: readonly string[] };

export type HoursValues = FormValues;

type Errors = Record<string, string>;
type Read = { ok: true; rules: HoursRules } | { ok: false; errors: Errors };

/** What a day's fields begin with. */
const USUAL = { opens: "08:00", last_finish: "18:00" } as const;

/** The rules as the form shows them. */
export function hoursValues(rules: HoursRules, topics: HoursTopics): HoursValues {
  const values: HoursValues = {
    hours: rules.week ? "own" : "any",
    lead_hours: String(rules.lead_hours),
    days_ahead: String(rules.days_ahead),
  };
  for (const weekday of WEEK) {
    const day = rules.week ? rules.week[weekday] : weekday === 0 ? null : USUAL;
    if (day) values[`works_${weekday}`] = "on";
    values[`opens_${weekday}`] = (day ?? USUAL).opens;
    values[`finish_${weekday}`] = (day ?? USUAL).last_finish;
  }
  for (const { id } of topics.services) {
    const times = rules.start_times[id];
    values[`starts_${id}`] = times ? formatTimes(times) : "";
  }
  for (const name of rules.holidays) values[holidayField(name)] = "on";
  return values;
}

export function holidayField(name: string): string {
  return `holiday_${name}`;
}

/** "8:00 AM, 10:00 AM"; null: the specification's times. */
export function formatTimes(stored: readonly string[] | null): string {
  return stored ? stored.toSorted().map(formatTime).join(", ") : SLOT_TIMES.join(", ");
}

/** Reads the form. Each error stands under the name of its field; those of a weekday under "day_1". */
export function readHours(values: HoursValues, topics: HoursTopics): Read {
  const errors: Errors = {};
  const week = values.hours === "own" ? readWeek(values, errors) : null;
  const lead_hours = readCount(values, errors, { name: "lead_hours", least: 0, most: MOST_LEAD_HOURS });
  const days_ahead = readCount(values, errors, { name: "days_ahead", least: 1, most: MOST_DAYS_AHEAD });
  if (lead_hours >= days_ahead * 24 && !errors.lead_hours && !errors.days_ahead) {
    errors.lead_hours = `Nothing could be booked: ${days_ahead === 1 ? "1 day" : `${days_ahead} days`} ahead are ${days_ahead * 24} hours. Shorten the notice.`;
  }
  const isWeekRead = !Object.keys(errors).some((name) => name === "hours" || name.startsWith("day_"));
  const start_times: Record<string, string[] | null> = {};
  for (const service of topics.services) {
    const name = `starts_${service.id}`;
    const times = readTimes(values[name] ?? "");
    const wrong = "wrong" in times ? times.wrong : isWeekRead && whyNotReachable(times.times, service, week);
    if (wrong) errors[name] = wrong;
    else if ("times" in times) start_times[service.id] = times.times;
  }
  const holidays = topics.holidays.filter((name) => values[holidayField(name)]);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, rules: { week, lead_hours, days_ahead, holidays, start_times } };
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d(:00)?$/;

function readWeek(values: HoursValues, errors: Errors): Week | null {
  const open = WEEK.filter((weekday) => values[`works_${weekday}`]);
  if (open.length === 0) errors.hours = "Choose at least one day, or visits at any time.";
  const week: Week = Array.from({ length: 7 }, (_, weekday) => {
    if (!open.some((day) => day === weekday)) return null;
    const [opens = "", finish = ""] = [values[`opens_${weekday}`], values[`finish_${weekday}`]];
    if (!CLOCK.test(opens) || !CLOCK.test(finish)) {
      errors[`day_${weekday}`] = `${dayName(weekday)} needs an opening and a last finish.`;
    } else if (opens.slice(0, 5) >= finish.slice(0, 5)) {
      errors[`day_${weekday}`] = `${dayName(weekday)} must finish after it opens.`;
    }
    return { opens: opens.slice(0, 5), last_finish: finish.slice(0, 5) };
  });
  return week;
}

const COUNTS = { lead_hours: "Shortest notice", days_ahead: "Days ahead" } as const;

type Count = { name: keyof typeof COUNTS; least: number; most: number };

function readCount(values: HoursValues, errors: Errors, { name, least, most }: Count): number {
  const text = cleanLine(values[name] ?? "");
  const count = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= least && count <= most) return count;
  errors[name] = `${COUNTS[name]} must be a whole number from ${least} to ${most}.`;
  return least;
}

type Times = { times: string[] | null } | { wrong: string };

/** Reads "8:00 AM, 1:30 pm, 14:00"; nothing, or the specification's times, is null. */
function readTimes(text: string): Times {
  const written = text.split(/[,;\n]/).flatMap((part) => cleanLine(part) || []);
  const times: string[] = [];
  for (const one of written) {
    const time = readTime(one);
    if (!time)
      return {
        wrong: `“${one.slice(0, 20)}” is not a time. Write times like 8:00 AM. Separate with commas.`,
      };
    if (!/(00|15|30|45)$/.test(time))
      return { wrong: `Visits start on the quarter hour: ${formatTime(time)} doesn't.` };
    if (times.includes(time)) return { wrong: `${formatTime(time)} is there twice.` };
    times.push(time);
  }
  if (times.length > MOST_START_TIMES) return { wrong: `At most ${MOST_START_TIMES} times, please.` };
  const sorted = times.sort();
  const isUsual = formatTimes(sorted) === formatTimes(null);
  return { times: sorted.length === 0 || isUsual ? null : sorted };
}

/** "13:30" for "1:30 pm" or "13:30"; null when it is no time, or could be two. */
function readTime(text: string): string | null {
  const [, hour = "", minute = "00", half] = /^(\d{1,2})(?::(\d{2}))?\s*([ap])\.?\s?m\.?$/i.exec(text) ?? [];
  if (half)
    return (
      parseSlotTime(`${Number(hour)}:${minute} ${half.toUpperCase()}M`)
        ?.toString()
        .slice(0, 5) ?? null
    );
  return CLOCK.test(text) ? text.slice(0, 5) : null;
}

/** Why a visit of a service could never be over in time after one of these starts; null when it can. */
function whyNotReachable(times: readonly string[] | null, service: TimedService, week: Week | null) {
  const usual = SLOT_TIMES.map((time) => parseSlotTime(time).toString().slice(0, 5));
  const isReachable = (time: string) => canFinish(time, service.shortest, week);
  const lost = (times ?? usual).find((time) => !isReachable(time));
  if (!lost || (!times && usual.some(isReachable))) return null;
  const takes = `${service.title} takes at least ${formatMinutes(service.shortest)}`;
  return times
    ? `No visit could start at ${formatTime(lost)} and be over in time: ${takes}.`
    : `With these hours ${service.title} can't be booked at any of its start times. ${takes}.`;
}

function canFinish(time: string, minutes: number, week: Week | null): boolean {
  const end = minuteOf(time) + minutes;
  if (!week) return end <= 24 * 60;
  return week.some((day) => day && day.opens <= time && end <= minuteOf(day.last_finish));
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function formatMinutes(minutes: number): string {
  const hours = minutes / 60;
  if (minutes < 60) return `${minutes} minutes`;
  return hours === 1 ? "1 hour" : `${Number(hours.toFixed(2))} hours`;
}

/** See `mergeForm`. A weekday that is closed is the same whatever its hours would be. */
export function mergeValues(form: HoursValues, seen: HoursValues, stored: HoursValues): Merged {
  return mergeForm(form, seen, stored, groupsOf([form, seen, stored]), (values, names) =>
    (values[names[0] ?? ""] ? names : names.slice(0, 1)).map((name) => values[name] ?? "").join("|"),
  );
}

/** The fields by the name of their error. */
function groupsOf(all: readonly HoursValues[]): Map<string, string[]> {
  const days = WEEK.map((day): [string, string[]] => [
    `day_${day}`,
    [`works_${day}`, `opens_${day}`, `finish_${day}`],
  ]);
  const others = all
    .flatMap((values) => Object.keys(values))
    .filter((name) => /^(hours|lead_hours|days_ahead)$|^(starts|holiday)_/.test(name));
  return new Map([...days, ...others.map((name): [string, string[]] => [name, [name]])]);
}
