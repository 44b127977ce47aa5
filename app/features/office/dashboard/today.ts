import type { BookingStatus } from "~/features/booking/booking";

/** A visit of today as formatted text. Company time. */
export type TodayVisit = {
  id: string;
  /** "#1042". */
  number: string;
  time: string;
  ends: string;
  service: string;
  customer: string;
  city: string;
  status: BookingStatus;
  state: "past" | "now" | "ahead";
};

/** Today's visits of a crew, or without a name those without a crew. `count` includes visits that are not listed. */
export type TodayCrew = { id: string | null; name: string | null; count: number; visits: TodayVisit[] };

export type Today = { date: string; crews: TodayCrew[]; more_crews: number; free: string[] };

export function stateAt(
  { starts_at, ends_at }: { starts_at: Temporal.Instant; ends_at: Temporal.Instant },
  now: Temporal.Instant,
): TodayVisit["state"] {
  if (Temporal.Instant.compare(ends_at, now) <= 0) return "past";
  return Temporal.Instant.compare(starts_at, now) <= 0 ? "now" : "ahead";
}

/** A calendar month in company time. `end` is exclusive. */
export type Month = { month: string; start: Temporal.Instant; end: Temporal.Instant };

/** The last `count` months including the present one, oldest first. `month` is yyyy-MM. */
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

/** Why no cards are taken; null if they are. */
export type PaymentState = "test" | "on the day" | "no bookings" | null;
