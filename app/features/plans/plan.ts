import type { Clash } from "~/features/booking/checkout/plan-visits";
import type { Frequency } from "~/features/catalog/service";

/** How many visits are always laid out ahead. */
export const PLAN_VISITS = 12;

/** For so long a failed charge can be paid before the visits are released. */
export const GRACE_DAYS = 7;

/** So many days before a charge its customer is told of it. */
export const ANNOUNCE_DAYS = 3;

export type PlanStatus = "pending" | "active" | "paused" | "past_due" | "ended";

export const PLAN_STATUSES = [
  "pending",
  "active",
  "paused",
  "past_due",
  "ended",
] as const satisfies readonly PlanStatus[];

/** When a plan's visits are: the first one's day, whose weekday is the plan's, and how often. */
export type Rhythm = { first_date: string; frequency: Frequency };

/** `changed`: what the customer saw is not what would happen now. */
export type PlanRefusal =
  | { ok: false; reason: "not found" | "not possible" | "changed"; message: string }
  | { ok: false; reason: "invalid"; field: "resumes_on"; message: string }
  | { ok: false; reason: "clashes"; message: string; clashes: Clash[] };

export const NO_PLAN = { ok: false, reason: "not found", message: "We can't find this plan." } as const;
