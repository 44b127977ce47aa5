import type { BookingStatus } from "~/features/booking/booking";
import { statusChip } from "~/features/booking/manage/my-visits";
import { Badge } from "~/ui/badge";

/** Confirmed is green, anything else amber (spec section 4). */
export function VisitStatus({ status }: { status: BookingStatus }) {
  const { tone, label } = statusChip(status);
  return <Badge tone={tone}>{label}</Badge>;
}
