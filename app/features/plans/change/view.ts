import type { BookingStatus } from "~/features/booking/booking";
import type { GuestLink } from "~/features/booking/manage/link";
import type { Frequency } from "~/features/catalog/frequency";
import type { OfficeSale } from "~/features/plans/phone/view";
import type { PlanStatus } from "~/features/plans/plan";
import { addDays, formatDate, formatDay } from "~/lib/dates";
import type { Cents } from "~/lib/money";
import type { End, Pause, Refused, Resume } from "./rules";

/** A plan and, for guests, the key of the signed link, which all its pages pass on. */
export type PlanLink = { id: string; key: string | null };

export const PLAN_CHANGES = ["skip-month", "pause", "resume", "end"] as const;
export type PlanChange = (typeof PLAN_CHANGES)[number];

/** Returns the path of a plan or of one of its pages, without empty parameters. */
export function planPath(
  { id, key }: PlanLink,
  page?: PlanChange | "skip" | "day" | "price" | `receipt/${string}`,
  query: Record<string, string | null> = {},
): string {
  const path = page ? `/plans/${id}/${page}` : `/plans/${id}`;
  const filled = Object.entries({ key, ...query }).filter((part): part is [string, string] => !!part[1]);
  return filled.length > 0 ? `${path}?${new URLSearchParams(filled)}` : path;
}

/** A visit of a plan, formatted for its pages. */
export type ShownPlanVisit = {
  id: string;
  date: string;
  own_date: string;
  date_in_words: string;
  time: string;
  state: "coming" | "skipped" | "flagged" | "done";
  can_change: boolean;
  late: boolean;
  /** The path of the page that moves it. */
  move: string;
};

export type ShownPlan = {
  id: string;
  /** "#1042". */
  number: string;
  status: PlanStatus;
  service: string;
  service_id: string;
  when: string;
  duration: string;
  address: string;
  notes: string | null;
  price: string;
  /** Charged at the test checkout. */
  is_test: boolean;
  lines: { label: string; amount: string }[];
  next_price: NextPrice | null;
  next_charge: string | null;
  paused_from: string | null;
  resumes_on: string | null;
  /** Dates on which the plan could resume after a pause from the end of the paid month. */
  resume_days: string[];
  ends_on: string | null;
  ended_on: string | null;
  pay_by: string | null;
  pay_url: string | null;
  /** Paid with another amount; staff decide. */
  checked: boolean;
  /** A visit has no time yet. Reasons about money are not shown. */
  needs_attention: boolean;
  visits: ShownPlanVisit[];
  charges: {
    id: string;
    amount: string;
    /** The refunded amount, if any. */
    refunded: string | null;
    /** `checked`: another amount was paid. */
    status: "pending" | "completed" | "failed" | "checked";
    date: string;
  }[];
  can: Record<"skip_month" | "pause" | "resume" | "end" | "day", boolean>;
};

/** The price of a month from a later charge on. A rise may be answered by its customer. */
type NextPrice = {
  price: string;
  from: string;
  rise: boolean;
  kept: boolean;
  lines: { label: string; amount: string }[];
};

/** What the charge on a day costs, formatted. */
export function priceFrom(
  { price, next_price }: { price: string; next_price: NextPrice | null },
  day: string,
): string {
  return next_price && day >= next_price.from ? next_price.price : price;
}

/** The next visit. */
export function nextVisit({ visits }: Pick<ShownPlan, "visits">): ShownPlanVisit | null {
  return visits.find(({ state }) => state === "coming") ?? null;
}

/** The visits that a change releases: of months in a range, wherever they were moved. */
export function releasedVisits<Visit extends Pick<ShownPlanVisit, "own_date" | "state">>(
  visits: readonly Visit[],
  from: string,
  until: string | null = null,
): Visit[] {
  return visits.filter(
    ({ own_date, state }) => state !== "skipped" && own_date >= from && (until === null || own_date < until),
  );
}

/** Formats the plan's state; null if active and normal. */
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
  link_generation: number;
  visit: number;
  status: BookingStatus;
  date: string;
  /** The day it was planned for, in the month that pays for it. */
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
  /** The refunded amount, if any. */
  refunded: string | null;
  status: "pending" | "completed" | "failed";
  /** Another amount than asked for, which staff decide about. `left`: the refundable part. */
  otherwise: { paid: string; left: Cents; left_in_words: string } | null;
  date: string;
};

/** A plan formatted for its customer or staff, in company time. */
export type PlanView = {
  id: string;
  link_generation: number;
  /** "#1042". */
  number: string;
  user_id: string | null;
  customer_id: string | null;
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
  /** Charged at the test checkout. */
  is_test: boolean;
  /** Per month, tax included, as it is paid today; `amount` is what the next charge costs. */
  price: string;
  amount: Cents;
  currency: string;
  lines: { label: string; amount: string }[];
  next_price: NextPrice | null;
  policy: { full_refund_hours: number; late_fee_percent: number };
  today: string;
  /** The date of the next charge; null if none. */
  next_charge: string | null;
  paused_from: string | null;
  resumes_on: string | null;
  /** Dates on which it could resume if paused. */
  resume_days: string[];
  ends_on: string | null;
  ended_on: string | null;
  /** The date on which an unpaid plan ends. */
  grace_ends_on: string | null;
  invoice_url: string | null;
  needs_attention: string | null;
  /** Whether a provider charges it or has charged it. */
  subscribed: boolean;
  /** From today on, skipped ones too; the next first. */
  upcoming: PlanVisit[];
  /** Newest first. */
  charges: PlanCharge[];
  /** What each change would do now, or why it is refused. */
  changes: {
    skip_month: Pause | Refused;
    pause: Pause | Refused;
    resume: Resume | Refused;
    end: End | Refused;
  };
};

/** A plan formatted for the office's panel. */
export type OfficePlan = Omit<ShownPlan, "visits"> & {
  /** How staff sold it by phone; null if it was bought on the booking page. */
  sale: OfficeSale | null;
  customer: string | null;
  email: string | null;
  phone: string | null;
  customer_id: string | null;
  crew: string;
  first_visit: string;
  /** The partner that the plan came through. */
  through: string | null;
  attention: string | null;
  standing: string | null;
  /** What a new customer with the same choices pays a month; null if the same, or if it isn't sold like this any more. */
  new_price: string | null;
  /** `crew` only if another crew than the plan's comes. */
  visits: (ShownPlanVisit & { crew: string | null })[];
  /** What each change would do now; null if refused. */
  skips: { from: string; resumes_on: string | null } | null;
  pauses: string | null;
  resumes: { from: string; charge_on: string } | null;
  ends: { ends_on: string; now: boolean } | null;
  ends_now: boolean;
  guest_link: GuestLink;
  /** Another amount than asked for, and its refundable part in cents and formatted. */
  decides: { paid: string; left: number; left_in_words: string; can_start: boolean } | null;
};
