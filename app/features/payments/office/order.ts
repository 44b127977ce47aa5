import type { RefundStatus } from "~/features/booking/cancellation";
import type { OfficeMethod } from "~/features/payments/orders/office-method";
import type { OrderStatus } from "./list";

export type RefundRow = {
  id: string;
  amount: string;
  status: RefundStatus;
  reason: string;
  /** What the provider said when it refused. */
  error: string | null;
  at: string;
};

type DisputeRow = {
  id: string;
  amount: string;
  status: "open" | "won" | "lost";
  /** Whether the bank only asks, or asked, and has withdrawn nothing. */
  inquiry: boolean;
  /** The bank's word for it, as words. */
  reason: string;
  /** Until when the bank takes an answer; null when it doesn't say, or it is over. */
  answer_by: string | null;
  at: string;
};

/** Everything about an order as its panel in the office shows it; `left` also in cents. */
export type OfficeOrder = {
  id: string;
  /** As on the receipt. */
  number: string;
  at: string;
  status: OrderStatus;
  amount: string;
  lines: { label: string; amount: string }[];
  provider: string;
  /** Paid at the test checkout, or to be. */
  is_test: boolean;
  method: OfficeMethod | null;
  session_id: string | null;
  paid_at: string | null;
  customer: string;
  email: string | null;
  phone: string | null;
  service: string;
  /** What it is for: one of the two; `visit` says when. */
  booking_id: string | null;
  plan_id: string | null;
  visit: string;
  /** Its checkout is done, but the bank is still confirming the payment. */
  processing: boolean;
  refunds: RefundRow[];
  disputes: DisputeRow[];
  /** Where disputes are answered. */
  disputed_at: string;
  left: number;
  left_in_words: string;
  /** Why no payment can be recorded; null when one can. */
  why_not_payable: string | null;
};
