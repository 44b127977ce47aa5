/** At this hour of the company's clocks a day is summed up; what comes later belongs to the next one. */
const HOUR = 18;

type SummedUp = {
  day: string;
  /** Half-open. */
  start: Temporal.Instant;
  end: Temporal.Instant;
  /** The day is over; its summary should have come on its evening. */
  late: boolean;
};

/** The last day that can be summed up: from 6 PM of the day before to its own 6 PM, an hour more or less when clocks change. */
export function dayToSumUp(now: Temporal.Instant, timeZone: string): SummedUp {
  const here = now.toZonedDateTimeISO(timeZone);
  const late = here.hour < HOUR;
  const day = here.toPlainDate().subtract({ days: late ? 1 : 0 });
  const endOf = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(HOUR) }).toInstant();
  return { day: day.toString(), start: endOf(day.subtract({ days: 1 })), end: endOf(day), late };
}
