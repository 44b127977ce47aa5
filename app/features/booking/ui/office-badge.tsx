import { Badge } from "~/ui/badge";
import type { BookingStatus } from "../booking";
import { STATUS_LABELS } from "../office-list";

/** Pending secondary, confirmed and completed default, cancelled destructive (spec section 4). */
const TONES = { pending: "neutral", confirmed: "green", completed: "green", cancelled: "berry" } as const;

export function OfficeBadge({ status }: { status: BookingStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>;
}
