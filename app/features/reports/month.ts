/** The calendar month of a moment, from its first instant to the first of the next one (which is out). */
export function monthOf(
  now: Temporal.Instant,
  timezone: string,
): { start: Temporal.Instant; end: Temporal.Instant } {
  const first = now.toZonedDateTimeISO(timezone).with({ day: 1 }).startOfDay();
  return { start: first.toInstant(), end: first.add({ months: 1 }).startOfDay().toInstant() };
}
