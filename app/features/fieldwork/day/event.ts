import type { BookingStatus } from "~/features/booking/booking";
import type { PhoneEvent, Refusal } from "./forms";

/** What is tapped later than this reaches nobody any more: the week's hours may be closed. */
const OLDEST_DAYS = 6;
/** Below this, a phone's clock counts as right: so long a request may be under way on a slow line. */
const CLOCK_LEEWAY_MS = 30_000;

/**
 * When something happened by the server's clock: the phone's time, corrected by how far its clock is off now; never in the
 * future.
 */
export function happenedAt(
  phone_at: Temporal.Instant,
  { phone_now, now }: { phone_now: Temporal.Instant; now: Temporal.Instant },
): Temporal.Instant {
  const off = now.epochMilliseconds - phone_now.epochMilliseconds;
  const at = Math.abs(off) <= CLOCK_LEEWAY_MS ? phone_at : phone_at.add({ milliseconds: off });
  return Temporal.Instant.compare(at, now) > 0 ? now : at;
}

/** The visit of an event as the server knows it. */
export type EventVisit = {
  status: BookingStatus;
  crew_id: string | null;
  /** Its customer is erased: nothing more is said of the home. */
  erased: boolean;
  cancelled_at: Temporal.Instant | null;
  /** The member's crew has begun it: what follows is theirs, also after the office gave the visit to others. */
  begun: boolean;
  /** Another crew has it now, and has begun it. */
  taken_over: boolean;
  /** Whether the item that an event is about is in the checklists. */
  has_item: boolean;
  /** Required items that nobody has checked. */
  open_items: number;
  /** The office lets it be finished without them. */
  items_waived: boolean;
};

/** Whether an event is taken (issue: offline first); a refused one is kept for the office with its reason. */
export function decideEvent(
  { kind }: Pick<PhoneEvent, "kind">,
  visit: EventVisit | undefined,
  { crew_id, at, now }: { crew_id: string; at: Temporal.Instant; now: Temporal.Instant },
): { ok: true } | { ok: false; reason: Refusal } {
  if (!visit?.has_item) return { ok: false, reason: "missing" };
  if (kind === "reported" && visit.erased) return { ok: false, reason: "missing" };
  if (visit.crew_id !== crew_id && !visit.begun) return { ok: false, reason: "not yours" };
  // A finish ends the work of all and charges the customer.
  if (kind === "finished" && visit.taken_over) return { ok: false, reason: "not yours" };
  if (Temporal.Instant.compare(at, now.subtract({ hours: 24 * OLDEST_DAYS })) < 0)
    return { ok: false, reason: "too old" };
  if (
    visit.cancelled_at &&
    visit.status === "cancelled" &&
    Temporal.Instant.compare(at, visit.cancelled_at) > 0
  )
    return { ok: false, reason: "cancelled" };
  if (kind === "finished" && visit.open_items > 0 && !visit.items_waived)
    return { ok: false, reason: "items open" };
  return { ok: true };
}

const ROUND_MS = 5 * 60_000;

/** When a crew that sets out should be there, rounded up to five minutes; null without a known drive. */
export function arrivalOf({
  happened_at,
  drive,
}: {
  happened_at: Temporal.Instant;
  /** Minutes. */
  drive: number | null;
}): Temporal.Instant | null {
  if (drive === null || drive === 0) return null;
  const at = happened_at.add({ minutes: drive }).epochMilliseconds;
  return Temporal.Instant.fromEpochMilliseconds(Math.ceil(at / ROUND_MS) * ROUND_MS);
}
