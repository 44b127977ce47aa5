/** Hour at which a summary day ends, company time. */
const HOUR = 18;

type SummaryDay = {
  day: string;
  /** Half-open interval. */
  start: Temporal.Instant;
  end: Temporal.Instant;
  /** Whether the summary is sent after its evening. */
  late: boolean;
};

/**
 * The last complete summary day: from 6 PM of the day before to 6 PM, company time. An hour longer or shorter when clocks
 * change.
 */
export function summaryDay(now: Temporal.Instant, timeZone: string): SummaryDay {
  const here = now.toZonedDateTimeISO(timeZone);
  const late = here.hour < HOUR;
  const day = here.toPlainDate().subtract({ days: late ? 1 : 0 });
  const endOf = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(HOUR) }).toInstant();
  return { day: day.toString(), start: endOf(day.subtract({ days: 1 })), end: endOf(day), late };
}
