import { Badge } from "~/ui/badge";
import { ORDER_LABELS, type OrderStatus } from "../office-list";

const TONES = { completed: "green", pending: "neutral", failed: "berry" } as const;

export function OrderBadge({ status, processing }: { status: OrderStatus; processing: boolean }) {
  if (processing) return <Badge tone="amber">Payment processing</Badge>;
  return <Badge tone={TONES[status]}>{ORDER_LABELS[status]}</Badge>;
}
