import type { Clash } from "~/features/booking/checkout/plan-visits";
import type { Rhythm as VisitRhythm } from "~/features/scheduling/availability/rhythm";

/** The number of visits that are always booked ahead. */
export const PLAN_VISITS = 12;

/** Days in which a failed charge can be paid before the visits are released. */
export const GRACE_DAYS = 7;

/** Days before a charge on which its customer gets an email. */
export const ANNOUNCE_DAYS = 3;

export type PlanStatus = "pending" | "active" | "paused" | "past_due" | "ended";

export const PLAN_STATUSES = [
  "pending",
  "active",
  "paused",
  "past_due",
  "ended",
] as const satisfies readonly PlanStatus[];

export type Rhythm = VisitRhythm;

/** `changed`: the outcome would differ from what the customer saw. */
export type PlanRefusal =
  | { ok: false; reason: "not found" | "not possible" | "changed"; message: string }
  | { ok: false; reason: "invalid"; field: "resumes_on"; message: string }
  | { ok: false; reason: "clashes"; message: string; clashes: Clash[] };

export const NO_PLAN = { ok: false, reason: "not found", message: "We can't find this plan." } as const;
