import type { PlanStatus, Rhythm } from "~/features/plans/plan";
import { formatRhythm } from "~/features/scheduling/availability/rhythm";
import { formatTime } from "~/lib/dates";

/** Status of a plan as everybody reads it. */
export const PLAN_LABELS: Record<PlanStatus, string> = {
  pending: "Waiting for payment",
  active: "Active",
  paused: "Paused",
  past_due: "Payment failed",
  ended: "Ended",
};

/** "Every other Tuesday at 10:00 AM", of a plan as the database has it. */
export function formatWhen({ slot_time, ...rhythm }: Rhythm & { slot_time: string }): string {
  return `${formatRhythm(rhythm)} at ${formatTime(slot_time)}`;
}

/** `as asked` and `by staff` end a plan on purpose; `unpaid` and the provider's end come from a charge. */
export const PLAN_END_REASONS = [
  "as asked",
  "by staff",
  "given back",
  "unpaid",
  "payment failed",
  "ended at the provider",
] as const;
export type PlanEndReason = (typeof PLAN_END_REASONS)[number];

/** How a plan that is over stands: it has ended, or was never begun. */
export function formatEnded(why: PlanEndReason): string {
  if (why === "payment failed") return "Your payment didn't go through";
  return why === "given back" ? "Your plan didn't start" : "Your plan has ended";
}
