import type { Clash } from "~/features/booking/checkout/plan-visits";

/** `changed`: what the customer saw is not what would happen now. */
export type PlanRefusal =
  | { ok: false; reason: "not found" | "not possible" | "changed"; message: string }
  | { ok: false; reason: "invalid"; field: "resumes_on"; message: string }
  | { ok: false; reason: "clashes"; message: string; clashes: Clash[] };

export const NO_PLAN = { ok: false, reason: "not found", message: "We can't find this plan." } as const;
