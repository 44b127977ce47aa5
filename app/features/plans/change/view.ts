import type { BookingStatus } from "~/features/booking/booking";
import type { Frequency } from "~/features/catalog/service";
import type { PlanStatus } from "~/features/plans/plan";
import { addDays, formatDate, formatDay } from "~/lib/dates";
import type { Cents } from "~/lib/money";
import type { End, Pause, Refused, Resume } from "./rules";

/** One plan for one visitor: `key` is that of a guest's signed link, and goes along wherever its pages lead. */
export type PlanLink = { id: string; key: string | null };

export const PLAN_CHANGES = ["skip-month", "pause", "resume", "end"] as const;
export type PlanChange = (typeof PLAN_CHANGES)[number];

/** The address of a plan, or of one of its pages. Empty parts of the query are left out. */
export function planPath(
  { id, key }: PlanLink,
  page?: PlanChange | "skip" | `receipt/${string}`,
  query: Record<string, string | null> = {},
): string {
  const path = page ? `/plans/${id}/${page}` : `/plans/${id}`;
  const filled = Object.entries({ key, ...query }).filter((part): part is [string, string] => !!part[1]);
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path;
}

/** A visit of a plan as its pages show it. */
export type ShownPlanVisit = {
  id: string;
  date: string;
  own_date: string;
  date_in_words: string;
  time: string;
  state: "coming" | "skipped" | "flagged" | "done";
  can_change: boolean;
  late: boolean;
  /** Where it is moved. */
  move: string;
};

export type ShownPlan = {
  id: string;
  status: PlanStatus;
  service: string;
  service_id: string;
  when: string;
  duration: string;
  address: string;
  notes: string | null;
  price: string;
  /** It is charged at the test checkout. */
  is_test: boolean;
  lines: { label: string; amount: string }[];
  next_charge: string | null;
  paused_from: string | null;
  resumes_on: string | null;
  /** Days on which it could go on after a pause that begins with the end of the paid month. */
  resume_days: string[];
  ends_on: string | null;
  ended_on: string | null;
  pay_by: string | null;
  pay_url: string | null;
  /** It was paid, but not with what was asked for: staff look into it. */
  checked: boolean;
  /** One of its visits has no place yet. What concerns money is between staff and their books. */
  needs_attention: boolean;
  visits: ShownPlanVisit[];
  charges: {
    id: string;
    amount: string;
    /** What went back of it, if anything did. */
    refunded: string | null;
    /** `checked`: something else came than was asked for. */
    status: "pending" | "completed" | "failed" | "checked";
    date: string;
  }[];
  can: Record<"skip_month" | "pause" | "resume" | "end", boolean>;
};

/** The visit that comes next. */
export function nextVisit({ visits }: Pick<ShownPlan, "visits">): ShownPlanVisit | null {
  return visits.find(({ state }) => state === "coming") ?? null;
}

/** The visits that a change takes away: of months from a day on, and until another if there is one, wherever they were moved. */
export function releasedVisits<Visit extends Pick<ShownPlanVisit, "own_date" | "state">>(
  visits: readonly Visit[],
  from: string,
  until: string | null = null,
): Visit[] {
  return visits.filter(
    ({ own_date, state }) => state !== "skipped" && own_date >= from && (until === null || own_date < until),
  );
}

/** How a plan stands, in a sentence; null when there is nothing to say of it. */
export function standing(
  plan: Pick<ShownPlan, "status" | "paused_from" | "resumes_on" | "ends_on" | "ended_on">,
) {
  const { status, paused_from, resumes_on, ends_on, ended_on } = plan;
  if (status === "ended") return `This plan ended${ended_on ? ` on ${formatDate(ended_on)}` : ""}.`;
  if (ends_on) return `This plan ends on ${formatDate(ends_on)}. Visits until then go ahead as planned.`;
  if (!paused_from) return null;
  return `Paused from ${formatDate(paused_from)} ${resumes_on ? `until ${formatDate(addDays(resumes_on, -1))}` : "until you resume"}. No visits or charges until then.`;
}

/** "Tuesday, December 8; Tuesday, December 22 and 3 more". */
export function someDays(visits: readonly { date: string }[], most = 4): string {
  const named = visits.slice(0, most).map(({ date }) => formatDay(date));
  const more = visits.length - named.length;
  return named.join("; ") + (more > 0 ? ` and ${more} more` : "");
}

/** A visit of a plan. `late`: less than the policy's hours before its start. */
export type PlanVisit = {
  id: string;
  visit: number;
  status: BookingStatus;
  date: string;
  /** The day it was laid out for, in the month that pays for it, wherever it was moved. */
  own_date: string;
  date_in_words: string;
  time: string;
  starts_at: Temporal.Instant;
  crew_id: string | null;
  can_change: boolean;
  late: boolean;
  needs_attention: boolean;
};

/** A charge of a plan: an order. */
export type PlanCharge = {
  id: string;
  amount: string;
  /** What went back of it, if anything did. */
  refunded: string | null;
  status: "pending" | "completed" | "failed";
  /** What came, when that is not what was asked for: staff decide about it. `left`: what of it can go back. */
  otherwise: { paid: string; left: Cents; left_in_words: string } | null;
  date: string;
};

/** A plan as its customer, or staff, see it: finished strings, company time. */
export type PlanView = {
  id: string;
  user_id: string | null;
  status: PlanStatus;
  service: string;
  service_id: string;
  frequency: Frequency;
  /** "Every other Tuesday". */
  rhythm: string;
  time: string;
  duration: string;
  first_date: string;
  crew: string | null;
  address: string;
  notes: string | null;
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  /** It is charged at the test checkout. */
  is_test: boolean;
  /** A month, tax included. */
  price: string;
  amount: Cents;
  currency: string;
  lines: { label: string; amount: string }[];
  policy: { full_refund_hours: number; late_fee_percent: number };
  today: string;
  /** The day of the next charge; null when there is none. */
  next_charge: string | null;
  paused_from: string | null;
  resumes_on: string | null;
  /** The days on which it could go on if it were paused. */
  resume_days: string[];
  ends_on: string | null;
  ended_on: string | null;
  /** The day on which an unpaid plan is ended. */
  grace_ends_on: string | null;
  invoice_url: string | null;
  needs_attention: string | null;
  /** Whether a provider charges it, or has. */
  subscribed: boolean;
  /** From today on, those that were skipped too; the next one first. */
  upcoming: PlanVisit[];
  /** The newest first. */
  charges: PlanCharge[];
  /** What each change would do now, or why it can't be. */
  changes: {
    skip_month: Pause | Refused;
    pause: Pause | Refused;
    resume: Resume | Refused;
    end: End | Refused;
  };
};

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
