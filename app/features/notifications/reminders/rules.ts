/** So long before a visit its customer is reminded. Hours of time, not of the clock: it is when cancelling begins to cost. */
export const REMIND_HOURS = 24;

type Visit = {
  starts_at: Temporal.Instant;
  /** When its customer was last told the time: booked, moved, or confirmed by the office. */
  told_at: Temporal.Instant;
};

/** Whether it is time to remind of a visit: it starts within a day, and its customer has known for longer than that. */
export function isReminderDue({ starts_at, told_at }: Visit, now: Temporal.Instant): boolean {
  const due = starts_at.subtract({ hours: REMIND_HOURS });
  const { compare } = Temporal.Instant;
  return compare(now, due) >= 0 && compare(now, starts_at) < 0 && compare(told_at, due) < 0;
}

/** One a visit and time: a visit that was moved is reminded of anew. */
export function reminderOccasion(bookingId: string, startsAt: Temporal.Instant): string {
  return `reminder:${bookingId}:${startsAt.epochMilliseconds / 1000}`;
}

/** "tomorrow" for the day after today, both in the company's time zone; else "today". */
export function reminderDay(startsAt: Temporal.Instant, now: Temporal.Instant, timezone: string) {
  const dayOf = (moment: Temporal.Instant) => moment.toZonedDateTimeISO(timezone).toPlainDate();
  return dayOf(startsAt).equals(dayOf(now)) ? "today" : "tomorrow";
}
