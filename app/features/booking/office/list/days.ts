/** A plan's visits later than this many days from today are folded into one row of the list. */
const UNFOLDED_DAYS = 30;

/** Where the tabs of the list begin, and where a plan's visits fold: `far` is the first moment after the unfolded days. */
export type OfficeDays = Record<"today" | "tomorrow" | "far", Temporal.Instant>;

/** The days of the company around this moment. */
export function officeDays(now: Temporal.Instant, zone: string): OfficeDays {
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const start = (days: number) => today.add({ days }).toZonedDateTime(zone).toInstant();
  return { today: start(0), tomorrow: start(1), far: start(UNFOLDED_DAYS + 1) };
}
