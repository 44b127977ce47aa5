import { DELIVERY_LABELS, type DeliveryStatus } from "~/features/integrations/webhooks/deliveries";
import { Badge } from "~/ui/badge";

const TONES = { failed: "berry", queued: "amber", sent: "green" } as const;

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  return <Badge tone={TONES[status]}>{DELIVERY_LABELS[status]}</Badge>;
}
