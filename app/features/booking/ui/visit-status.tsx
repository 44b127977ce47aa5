import { Badge } from "~/ui/badge";
import type { BookingStatus } from "../booking";
import { statusChip } from "../my-visits";

/** Confirmed is green, anything else amber (spec section 4). */
export function VisitStatus({ status }: { status: BookingStatus }) {
  const { tone, label } = statusChip(status);
  return <Badge tone={tone}>{label}</Badge>;
}
