import { dayName, formatTime } from "~/lib/dates";

/** When a crew works on one day of its week, times as "08:00". */
export type Shift = { weekday: number; starts: string; ends: string };

/** Monday first: a working week. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

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

function formatDays(days: number[]): string {
  const [first = 0, last = first] = [days[0], days.at(-1)];
  const short = (weekday: number) => dayName(weekday).slice(0, 3);
  if (days.length === 1) return short(first);
  return days.length === 2 ? `${short(first)}, ${short(last)}` : `${short(first)}–${short(last)}`;
}
