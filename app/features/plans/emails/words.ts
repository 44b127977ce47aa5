import type { PlanStatus, Rhythm } from "~/features/plans/plan";
import { formatRhythm } from "~/features/scheduling/availability/rhythm";
import { formatTime } from "~/lib/dates";

/** Status of a plan as everybody reads it. */
export const PLAN_LABELS: Record<PlanStatus, string> = {
  pending: "Not paid yet",
  active: "Active",
  paused: "Paused",
  past_due: "Payment failed",
  ended: "Ended",
};

/** "Every other Tuesday at 10:00 AM", of a plan as the database has it. */
export function formatWhen({ slot_time, ...rhythm }: Rhythm & { slot_time: string }): string {
  return `${formatRhythm(rhythm)} at ${formatTime(slot_time)}`;
}
