/** A calendar month of the company, from its first instant to the first of the next one (which is out). */
export type Month = { month: string; start: Temporal.Instant; end: Temporal.Instant };

/** The months up to the one of this moment, the oldest first. `month` is written yyyy-MM. */
export function lastMonths(now: Temporal.Instant, timezone: string, count: number): Month[] {
  const current = now.toZonedDateTimeISO(timezone).with({ day: 1 }).startOfDay();
  return Array.from({ length: count }, (_, index) => {
    const first = current.subtract({ months: count - 1 - index }).startOfDay();
    return {
      month: first.toPlainDate().toString().slice(0, 7),
      start: first.toInstant(),
      end: first.add({ months: 1 }).startOfDay().toInstant(),
    };
  });
}
