import type { BookingStatus } from "~/features/booking/booking";

/** A visit of today: finished strings, company time. */
export type TodayVisit = {
  id: string;
  time: string;
  ends: string;
  service: string;
  customer: string;
  city: string;
  status: BookingStatus;
  state: "past" | "now" | "ahead";
};

/** What a crew does today, or (without a name) what no crew does yet. `count` may be more than are listed. */
export type TodayCrew = { id: string | null; name: string | null; count: number; visits: TodayVisit[] };

export type Today = { date: string; crews: TodayCrew[]; more_crews: number; free: string[] };

/** Where a visit stands at a moment. */
export function stateAt(
  { starts_at, ends_at }: { starts_at: Temporal.Instant; ends_at: Temporal.Instant },
  now: Temporal.Instant,
): TodayVisit["state"] {
  if (Temporal.Instant.compare(ends_at, now) <= 0) return "past";
  return Temporal.Instant.compare(starts_at, now) <= 0 ? "now" : "ahead";
}

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

/** What the office must know of how the site takes payment; null where cards are taken. */
export type PaymentState = "test" | "on the day" | "no bookings" | null;
