type Instant = Temporal.Instant;

/**
 * So many months after (or, when negative, before) a moment, by the UTC calendar, as providers count: the 31st is a shorter
 * month's last day.
 */
export function monthsAfter(start: Instant, months: number): Instant {
  return start.toZonedDateTimeISO("UTC").add({ months }).toInstant();
}

/**
 * When months begin that are counted from `anchor`, by number; 0 begins at `at`. So after a short month the 31st is the 31st
 * again. From `at` on when it is none of the anchor's, or there is none.
 */
export function monthsAround(at: Instant, anchor: Instant | null): (month: number) => Instant {
  const passed = anchor === null ? null : monthsBetween(anchor, at);
  if (anchor === null || passed === null) return (month) => monthsAfter(at, month);
  return (month) => monthsAfter(anchor, passed + month);
}

/** How many whole months have passed; null when `at` lies within one. */
function monthsBetween(anchor: Instant, at: Instant): number | null {
  const [from, to] = [anchor.toZonedDateTimeISO("UTC"), at.toZonedDateTimeISO("UTC")];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  return monthsAfter(anchor, months).equals(at) ? months : null;
}
