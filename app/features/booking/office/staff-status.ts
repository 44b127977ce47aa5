import type { BookingStatus } from "~/features/booking/booking";

/** What staff may find when they set a status. */
export type StatusVisit = {
  status: BookingStatus;
  crew_id: string | null;
  starts_at: Temporal.Instant;
  scheduled_date: string;
};

/**
 * `place`: a crew must be found for its time first. `passed`: that time is over, so it doesn't matter whether the slot can
 * still be booked.
 */
export type StatusDecision =
  | { do: "nothing" | "cancel" | "set" | "too early" }
  | { do: "place"; passed: boolean };

/**
 * Any status can follow any (spec section 4), but a visit to come needs a crew, and none is completed before its day
 * (decision 035). `today`: the company's date.
 */
export function decideStatus(
  { status, crew_id, starts_at, scheduled_date }: StatusVisit,
  wanted: BookingStatus,
  { now, today }: { now: Temporal.Instant; today: string },
): StatusDecision {
  if (status === wanted) return { do: "nothing" };
  if (wanted === "completed" && scheduled_date > today) return { do: "too early" };
  if (wanted === "cancelled") return { do: "cancel" };
  const passed = Temporal.Instant.compare(starts_at, now) <= 0;
  if (status === "cancelled") return { do: "place", passed };
  const promised = wanted === "confirmed" && !passed;
  return crew_id === null && promised ? { do: "place", passed } : { do: "set" };
}
