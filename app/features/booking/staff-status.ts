import type { BookingStatus } from "./booking";

/** What staff may find when they set a status. */
export type StatusVisit = {
  status: BookingStatus;
  crew_id: string | null;
  starts_at: Temporal.Instant;
};

/**
 * `place`: a crew must be found for its time first. `passed`: that time is over, so it doesn't matter whether the slot can
 * still be booked.
 */
export type StatusDecision = { do: "nothing" | "cancel" | "set" } | { do: "place"; passed: boolean };

/** Any status can follow any (spec section 4); what can't be is a visit to come without a crew for it. */
export function decideStatus(
  { status, crew_id, starts_at }: StatusVisit,
  wanted: BookingStatus,
  now: Temporal.Instant,
): StatusDecision {
  if (status === wanted) return { do: "nothing" };
  if (wanted === "cancelled") return { do: "cancel" };
  const passed = Temporal.Instant.compare(starts_at, now) <= 0;
  if (status === "cancelled") return { do: "place", passed };
  const promised = wanted === "confirmed" && !passed;
  return crew_id === null && promised ? { do: "place", passed } : { do: "set" };
}
