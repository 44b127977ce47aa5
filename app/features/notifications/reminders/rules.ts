/** Hours between reminder and visit, elapsed time. Cancelling costs a fee from then on. */
export const REMIND_HOURS = 24;

type Visit = {
  starts_at: Temporal.Instant;
  /** Last time the customer learned the time of the visit: booked, rescheduled or confirmed by the office. */
  informed_at: Temporal.Instant;
};

/** Whether a reminder is due: the visit starts within a day, and the customer learned its time earlier than that. */
export function isReminderDue({ starts_at, informed_at }: Visit, now: Temporal.Instant): boolean {
  const due = starts_at.subtract({ hours: REMIND_HOURS });
  const { compare } = Temporal.Instant;
  return compare(now, due) >= 0 && compare(now, starts_at) < 0 && compare(informed_at, due) < 0;
}

/** One reminder per visit and time. A rescheduled visit gets another. */
export function reminderOccasion(bookingId: string, startsAt: Temporal.Instant): string {
  return `reminder:${bookingId}:${startsAt.epochMilliseconds / 1000}`;
}

/** "today" or "tomorrow", in the company's time zone. */
export function reminderDay(startsAt: Temporal.Instant, now: Temporal.Instant, timezone: string) {
  const dayOf = (moment: Temporal.Instant) => moment.toZonedDateTimeISO(timezone).toPlainDate();
  return dayOf(startsAt).equals(dayOf(now)) ? "today" : "tomorrow";
}
