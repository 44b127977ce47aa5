import { addDays, formatDate, isCalendarDate, weekdayOf } from "~/lib/dates";

/** The Monday of the week of a day. */
export function mondayOf(date: string): string {
  return addDays(date, -((weekdayOf(date) + 6) % 7));
}

/** The Monday of the week that an address asks for by any of its days; of `today` without one. */
export function askedWeek(asked: string | null, today: string): string {
  return mondayOf(
    asked !== null && isCalendarDate(asked) && asked >= "2000" && asked < "2100" ? asked : today,
  );
}

/** The Sunday of a week, by its Monday. */
export function lastDayOf(monday: string): string {
  return addDays(monday, 6);
}

/** "Jun 8 – 14, 2026", "Jun 29 – Jul 5, 2026" or "Dec 28, 2026 – Jan 3, 2027". */
export function formatWeek(monday: string): string {
  const [from, to] = [monday, lastDayOf(monday)].map((day) => formatDate(day).replace(" 0", " ")) as [
    string,
    string,
  ];
  if (from.slice(-4) !== to.slice(-4)) return `${from} – ${to}`;
  const start = from.slice(0, -6);
  return monday.slice(0, 7) === lastDayOf(monday).slice(0, 7)
    ? `${start} – ${to.slice(4)}`
    : `${start} – ${to}`;
}

/** The moments at which a week begins and ends in the company's time zone: 167 to 169 hours apart. */
export function momentsOf(monday: string, zone: string): { from: Temporal.Instant; to: Temporal.Instant } {
  const at = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant();
  return { from: at(monday), to: at(addDays(monday, 7)) };
}
