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
