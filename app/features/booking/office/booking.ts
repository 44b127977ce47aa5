import type { BookingStatus } from "~/features/booking/booking";
import type { RefundStatus } from "~/features/booking/cancellation";
import type { GuestLink } from "~/features/booking/manage/link";
import type { Nearest } from "~/features/scheduling/availability/slots";

/** Everything about a booking as its panel in the office shows it: finished strings, company time; amounts also in cents. */
export type OfficeBooking = {
  id: string;
  /** "#1042". */
  number: string;
  /** The plan that it is a visit of. */
  plan: { id: string; number: string } | null;
  status: BookingStatus;
  sequence: number;
  /** Its customer deleted the account: nothing can be changed. */
  erased: boolean;
  needs_attention: string | null;
  /** Refunded at the provider; staff must decide about the visit. */
  refunded_elsewhere: boolean;
  /** Free times for a visit paid without a slot; null otherwise. */
  rescue: (Nearest & { label: string })[] | null;
  customer: { id: string | null; name: string; email: string | null; phone: string | null };
  service: { title: string; rooms: string | null; extras: string | null; asks_rooms: boolean };
  duration: string;
  minutes: number;
  date: string;
  date_in_words: string;
  time: string;
  address: string;
  fields: DetailsFields;
  crew: { id: string; name: string } | null;
  crews: { id: string; name: string; busy: boolean }[];
  can_move: boolean;
  why_not_movable: string | null;
  notes: string | null;
  /** Why staff set aside when visits can be. */
  override_reason: string | null;
  guest_link: GuestLink;
  /** The reason is for an address outside the service area. */
  is_outside_area: boolean;
  /** What the file of another program said of it, a line for each; null if it was not imported. */
  imported: string | null;
  /** The partner it was booked through. */
  through: string | null;
  money: OfficeMoney;
  /** What closing it as a no-show does, in cents and in words; null while it can't be one. */
  no_show: { refund: number; fee: number; words: string } | null;
  staff_notes: { id: string; body: string; author: string; at: string }[];
  history: { id: number; what: string; who: string; at: string }[];
};

/** What the form for the details is filled with. */
export type DetailsFields = {
  customer_name: string;
  customer_email: string;
  customer_phone: string;
  street: string;
  apartment: string;
  city: string;
  state: string;
  zip: string;
  bedrooms: string;
  bathrooms: string;
  notes: string;
};

export type OfficeMoney = {
  /** Null for a visit of a plan; then see `plan_id`, and order_status is the plan's. */
  order_id: string | null;
  plan_id: string | null;
  order_status: "pending" | "completed" | "failed";
  /** Its checkout is done, but the bank is still confirming the payment. */
  processing: boolean;
  /** Paid at the test checkout, or to be. */
  is_test: boolean;
  lines: { label: string; amount: string }[];
  total: string;
  /** What was taken, and what is due; null if nothing. */
  paid: string | null;
  due: string | null;
  /** The amount paid, if it differs from the total; else null. */
  paid_otherwise: string | null;
  refunds: {
    id: string;
    amount: string;
    status: RefundStatus;
    reason: string;
    at: string;
  }[];
  /** The amounts paid and refunded; null without a refund. */
  refunded: { paid: string; back: string } | null;
  left: number;
  left_in_words: string;
  /** What of it is a tip, which goes back in any case; null without one. */
  tip: string | null;
  /** What the policy gives back now; null when it says nothing. */
  policy: number | null;
  policy_in_words: string | null;
  /** Cents that a cancellation now leaves due by the policy, and as text. */
  fee: number;
  fee_in_words: string;
  /** It was cancelled late or a no-show: the total is the fee, not paid yet. */
  fee_due: boolean;
};
