/** The end of the n-th month from a moment: calendar months, by the UTC calendar; the 31st becomes a shorter month's last day. */
export function monthsAfter(start: Temporal.Instant, months: number): Temporal.Instant {
  return start.toZonedDateTimeISO("UTC").add({ months }).toInstant();
}

/** When the month after this one ends, counted from the day of the first charge. */
export function nextEnd(start: Temporal.Instant, end: Temporal.Instant): Temporal.Instant {
  let months = 1;
  while (Temporal.Instant.compare(monthsAfter(start, months), end) <= 0) months += 1;
  return monthsAfter(start, months);
}
