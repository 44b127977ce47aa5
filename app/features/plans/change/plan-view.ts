import type { BookingStatus } from "~/features/booking/booking";
import type { Frequency } from "~/features/catalog/service";
import type { PlanStatus } from "~/features/plans/plan";
import type { Cents } from "~/lib/money";
import type { End, Pause, Refused, Resume } from "./changes";

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
