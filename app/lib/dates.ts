/** Calendar days as "yyyy-MM-dd", which sorts in the order of the days. */

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is an existing day, written yyyy-MM-dd. "2026-02-30" is not. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = (ISO_DATE.exec(text) ?? []).map(Number);
  if (!year || !month || !day || month > 12) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The day `days` after (before, if negative) a valid day. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const dayFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "2-digit",
});

/** "MMM dd, yyyy", as in "Nov 05, 2026". */
export function formatDate(date: string): string {
  return dayFormat.format(new Date(`${date}T00:00:00Z`));
}

const wordsFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
});

/** "Tuesday, November 24, 2026". */
export function formatLongDate(date: string): string {
  return wordsFormat.format(new Date(`${date}T00:00:00Z`));
}

/** "8:00 AM" for a wall-clock time of the database, "08:00" or "08:00:00". */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** Whether the text is a month, written yyyy-MM. */
export function isMonth(text: string): boolean {
  return isCalendarDate(`${text}-01`);
}

/** The month "yyyy-MM" that is `months` after (before, if negative) another. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

const monthFormat = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", year: "numeric", month: "long" });

/** "November 2026" for "2026-11". */
export function formatMonth(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** "Sunday" for 0 to "Saturday" for 6. */
export function dayName(weekday: number): string {
  return WEEKDAYS[weekday] ?? "";
}

const momentFormats = new Map<string, Intl.DateTimeFormat>();

/** "Nov 05, 2026, 4:30 PM" in a time zone. */
export function formatMoment(at: Temporal.Instant, zone: string): string {
  const format =
    momentFormats.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      ...{ year: "numeric", month: "short", day: "2-digit", hour: "numeric", minute: "2-digit" },
    });
  momentFormats.set(zone, format);
  return format.format(at.epochMilliseconds).replace("\u202f", " ");
}

/** "24 hours". */
export function formatHours(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** "Tue, Dec 1", without the year, for short lists. */
export function shortDay(date: string): string {
  const [month, day] = formatDate(date).split(/[ ,]+/);
  return `${dayName(weekdayOf(date)).slice(0, 3)}, ${month} ${Number(day)}`;
}

/** "Tuesday, December 1", without the year. */
export function formatDay(date: string): string {
  return formatLongDate(date).replace(/, \d{4}$/, "");
}

/** Today in the company's time zone, yyyy-MM-dd. */
export function companyToday(now: Temporal.Instant, zone: string): string {
  return now.toZonedDateTimeISO(zone).toPlainDate().toString();
}
