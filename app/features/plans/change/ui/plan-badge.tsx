import { PLAN_LABELS } from "~/features/plans/emails/words";
import type { PlanStatus } from "~/features/plans/plan";
import { Badge } from "~/ui/badge";

const TONES = {
  active: "green",
  past_due: "berry",
  paused: "amber",
  pending: "amber",
  ended: "neutral",
} as const;

/** `checked`: it was paid, but not with what was asked for. */
export function PlanBadge({ status, checked = false }: { status: PlanStatus; checked?: boolean }) {
  if (checked) return <Badge tone="amber">In review</Badge>;
  return <Badge tone={TONES[status]}>{PLAN_LABELS[status]}</Badge>;
}
