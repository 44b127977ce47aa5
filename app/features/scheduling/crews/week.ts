import { dayName, formatTime } from "~/lib/dates";

/** When a crew works on one day of its week, times as "08:00". */
export type Shift = { weekday: number; starts: string; ends: string };

/** Monday first: a working week. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
/** What the form begins with. */
export const USUAL_SHIFT = { starts: "08:00", ends: "17:00" } as const;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d(:00)?$/;

type Read = { ok: true; shifts: Shift[] } | { ok: false; errors: Record<string, string> };

/** The hours out of their form: `hours` is "own" or "company"; of a day that is worked `works_1`, `starts_1`, `ends_1`. */
export function readShifts(fields: Record<string, string>): Read {
  if (fields.hours !== "own") return { ok: true, shifts: [] };
  const worked = WEEK.filter((weekday) => fields[`works_${weekday}`]);
  const errors: Record<string, string> = {};
  if (worked.length === 0) errors.hours = "Choose at least one day.";
  const shifts = worked.map((weekday) => {
    const [starts = "", ends = ""] = [fields[`starts_${weekday}`], fields[`ends_${weekday}`]];
    if (!CLOCK.test(starts) || !CLOCK.test(ends)) {
      errors[`day_${weekday}`] = `${dayName(weekday)} needs a start and an end time.`;
    } else if (starts >= ends) errors[`day_${weekday}`] = `${dayName(weekday)} must end after it starts.`;
    return { weekday, starts: starts.slice(0, 5), ends: ends.slice(0, 5) };
  });
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, shifts };
}

/** "Mon–Fri 8:00 AM – 5:00 PM, Sat 10:00 AM – 2:00 PM"; of a crew without hours that it works whenever the company does. */
export function formatWeek(shifts: readonly Shift[]): string {
  if (shifts.length === 0) return "Company hours";
  const runs: { days: number[]; hours: string }[] = [];
  for (const [place, weekday] of WEEK.entries()) {
    const shift = shifts.find((one) => one.weekday === weekday);
    if (!shift) continue;
    const hours = `${formatTime(shift.starts)} – ${formatTime(shift.ends)}`;
    const last = runs.at(-1);
    if (last?.hours === hours && last.days.at(-1) === WEEK[place - 1]) last.days.push(weekday);
    else runs.push({ days: [weekday], hours });
  }
  return runs.map(({ days, hours }) => `${formatDays(days)} ${hours}`).join(", ");
}

/** Hours as a form was filled with them, to tell whether somebody else has changed them meanwhile. */
export function hoursKey(shifts: readonly Shift[]): string {
  return WEEK.flatMap((weekday) => shifts.filter((shift) => shift.weekday === weekday))
    .map(({ weekday, starts, ends }) => `${weekday} ${starts.slice(0, 5)}-${ends.slice(0, 5)}`)
    .join(", ");
}

function formatDays(days: number[]): string {
  const [first = 0, last = first] = [days[0], days.at(-1)];
  const short = (weekday: number) => dayName(weekday).slice(0, 3);
  if (days.length === 1) return short(first);
  return days.length === 2 ? `${short(first)}, ${short(last)}` : `${short(first)}–${short(last)}`;
}
