import { Badge } from "~/ui/badge";
import type { PlanStatus } from "../plan";
import { PLAN_LABELS } from "../words";

const TONES = {
  active: "green",
  past_due: "berry",
  paused: "amber",
  pending: "amber",
  ended: "neutral",
} as const;

export function PlanBadge({ status }: { status: PlanStatus }) {
  return <Badge tone={TONES[status]}>{PLAN_LABELS[status]}</Badge>;
}
