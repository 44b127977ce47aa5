import { ORDER_LABELS, type OrderStatus } from "~/features/payments/office/list";
import { Badge } from "~/ui/badge";

const TONES = { completed: "green", pending: "neutral", failed: "berry" } as const;

export function OrderBadge({ status, processing }: { status: OrderStatus; processing: boolean }) {
  if (processing) return <Badge tone="amber">Payment processing</Badge>;
  return <Badge tone={TONES[status]}>{ORDER_LABELS[status]}</Badge>;
}
