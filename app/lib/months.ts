type Instant = Temporal.Instant;

/**
 * The moment `months` after (before, if negative) another, by the UTC calendar, as providers count: the 31st becomes the
 * last day of a shorter month.
 */
export function monthsAfter(start: Instant, months: number): Instant {
  return start.toZonedDateTimeISO("UTC").add({ months }).toInstant();
}

/**
 * The starts of months counted from `anchor`, by number; number 0 is `at`. After a short month, the 31st is the 31st again.
 * Counts from `at` if there is no anchor or `at` is not one of its starts.
 */
export function monthsAround(at: Instant, anchor: Instant | null): (month: number) => Instant {
  const passed = anchor === null ? null : monthsBetween(anchor, at);
  if (anchor === null || passed === null) return (month) => monthsAfter(at, month);
  return (month) => monthsAfter(anchor, passed + month);
}

/** The number of whole months between the two; null if `at` lies within a month. */
function monthsBetween(anchor: Instant, at: Instant): number | null {
  const [from, to] = [anchor.toZonedDateTimeISO("UTC"), at.toZonedDateTimeISO("UTC")];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  return monthsAfter(anchor, months).equals(at) ? months : null;
}
