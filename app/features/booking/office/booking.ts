import type { BookingStatus } from "~/features/booking/booking";
import type { RefundStatus } from "~/features/booking/cancellation";
import type { Nearest, Slot } from "~/features/scheduling/availability/slots";

/** Everything about a booking as its panel in the office shows it: finished strings, company time; amounts also in cents. */
export type OfficeBooking = {
  id: string;
  status: BookingStatus;
  sequence: number;
  /** Its customer deleted the account: nothing can be changed. */
  erased: boolean;
  needs_attention: string | null;
  /** Whether staff must decide what becomes of it, since its money went back at the provider. */
  refunded_elsewhere: boolean;
  /** Where it can be moved with one press when it was paid for without a slot; null when that is not so. */
  rescue: (Nearest & { label: string })[] | null;
  customer: { id: string | null; name: string; email: string | null; phone: string | null };
  service: { title: string; rooms: string | null; asks_rooms: boolean };
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
  /** The partner it was booked through. */
  through: string | null;
  money: OfficeMoney;
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
  /** Null for a visit of a plan: `plan_id` says which, and its order_status whether the plan was paid for. */
  order_id: string | null;
  plan_id: string | null;
  order_status: "pending" | "completed" | "failed";
  /** Its checkout is done, but the bank is still confirming the payment. */
  processing: boolean;
  /** Paid at the test checkout, or to be. */
  is_test: boolean;
  lines: { label: string; amount: string }[];
  total: string;
  /** What was paid instead of the total; null when that is not so. */
  paid_otherwise: string | null;
  refunds: {
    id: string;
    amount: string;
    status: RefundStatus;
    reason: string;
    at: string;
  }[];
  /** What was paid and what went back of it already; null when nothing did. */
  refunded: { paid: string; back: string } | null;
  left: number;
  left_in_words: string;
  /** What the policy gives back now; null when it says nothing. */
  policy: number | null;
  policy_in_words: string | null;
};

/**
 * A customer as the form for a booking by telephone offers them. The id is that of the account, or of the newest booking
 * where they have none.
 */
export type Caller = { id: string; has_account: boolean; name: string; email: string; phone: string };

export type CallerAddress = {
  id: string;
  /** "Home, 14 Barnstead Road, Pittsfield". */
  label: string;
  street: string;
  apartment: string;
  city: string;
  state: string;
  zip: string;
  bedrooms: number | null;
  bathrooms: number | null;
};

/** What can be booked by telephone; `slots` and `price` are those of the chosen service, hours and day. */
export type PhoneOffer = {
  services: { id: string; title: string; hours: boolean; rooms: boolean }[];
  crews: { id: string; name: string }[];
  service: string;
  hours: number;
  date: string;
  today: string;
  last: string;
  slots: Slot[];
  price: string | null;
};
