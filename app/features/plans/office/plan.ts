import type { ShownPlan, ShownPlanVisit } from "~/features/plans/change/plan-page";

/** A plan as its panel in the office shows it. */
export type OfficePlan = Omit<ShownPlan, "visits"> & {
  customer: string | null;
  email: string | null;
  phone: string | null;
  user_id: string | null;
  crew: string;
  first_visit: string;
  /** The partner it was booked through. */
  through: string | null;
  attention: string | null;
  standing: string | null;
  /** `crew` only where another one comes than usual. */
  visits: (ShownPlanVisit & { crew: string | null })[];
  /** What each change would do now; null when it can't be. */
  skips: { from: string; resumes_on: string | null } | null;
  pauses: string | null;
  resumes: { from: string; charge_on: string } | null;
  ends: { ends_on: string; now: boolean } | null;
  ends_now: boolean;
  /** Something else came than was asked for: what, and how much of it can go back, in cents and in words. */
  decides: { paid: string; left: number; left_in_words: string; can_start: boolean } | null;
};
