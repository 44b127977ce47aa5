import type { BookingStatus } from "~/features/booking/booking";
import { STATUS_LABELS } from "~/features/booking/office/list/list";
import { Badge } from "~/ui/badge";

/** Pending secondary, confirmed and completed default, cancelled destructive (spec section 4). */
const TONES = { pending: "neutral", confirmed: "green", completed: "green", cancelled: "berry" } as const;

export function OfficeBadge({ status }: { status: BookingStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>;
}
