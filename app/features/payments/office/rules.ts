import { DISPUTED, type RefundStatus } from "~/features/booking/cancellation";
import { isFeeDue } from "~/features/booking/fee";
import type { ApprovalKind, ApprovalView } from "~/features/payments/approvals/rules";
import {
  isProcessing,
  METHOD_LABELS,
  OFFICE_METHODS,
  type OfficeMethod,
  officeMethodOf,
} from "~/features/payments/orders/rules";
import { type Cents, formatCents } from "~/lib/money";
import type { OrderStatus } from "./list";

/** The payment methods to choose from on the day. */
export const METHOD_CHOICES = OFFICE_METHODS.map((method) => [method, METHOD_LABELS[method]] as const);

/** "Cash", "Pays on the day", "Test checkout". */
export function formatProvider(provider: string): string {
  const method = officeMethodOf(provider);
  if (method) return METHOD_LABELS[method];
  if (provider === "office" || provider === "demo") return "Pays on the day";
  const words = provider.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Payable = {
  order: {
    status: "pending" | "completed" | "failed";
    provider?: string;
    payment_session_id: string | null;
    processing_at: Temporal.Instant | null;
    session_closed_at: Temporal.Instant | null;
    paid_amount?: number | null;
    plan_id?: string | null;
    due?: Cents;
  };
  booking: { status: string };
};

/** Why no payment can be recorded for an order; null if one can. */
export function whyNotPayable({ order, booking }: Payable): string | null {
  const isDue = (order.due ?? 0) > 0;
  if (order.status === "completed" && !isDue) return "This order is already paid.";
  if (order.paid_amount) return "A different amount was paid online than was due. Refund that payment first.";
  if (isProcessing(order)) return "The payment is processing: the bank is confirming it.";
  if (order.plan_id && !isDue) return "Plans are paid online by the customer.";
  if (booking.status === "cancelled" && !isFeeDue(booking, order)) return "The booking was cancelled.";
  return order.status === "pending" && order.payment_session_id !== null
    ? "The customer can still pay online. You can record a payment once that checkout has expired."
    : null;
}

type Owing = { status: string; amount: Cents; charged: Cents; due: Cents; currency: string };

/** What is to be paid of an order, in cents: also of one whose checkout has expired, for a visit that stays. */
export function owedOn({ status, amount, charged, due }: Omit<Owing, "currency">): Cents {
  return due > 0 || status === "completed" ? due : Math.max(0, amount - charged);
}

/** Without an amount: all that is due. */
export type PaymentWish = { amount?: Cents | null };

export type PaymentDecision = { ok: true; amount: Cents; settles: boolean } | { ok: false; message: string };

/** Whether so much can be paid, and whether nothing is due then. */
export function decidePayment(order: Owing, { amount: asked }: PaymentWish): PaymentDecision {
  const owed = owedOn(order);
  const amount = asked === undefined ? owed : asked;
  if (amount === null || amount < 1) return { ok: false, message: "Enter an amount, like 79.50." };
  if (amount > owed)
    return { ok: false, message: `That's more than the ${formatCents(owed, order.currency)} that are due.` };
  return { ok: true, amount, settles: amount === owed };
}

/** `left`: the refundable amount that staff saw, in cents. */
export type RefundWish = { amount: Cents | null; reason: string; left: Cents };
type Asked = RefundWish & {
  /** Whether the customer disputes the payment, and the bank has not decided yet. */
  disputed?: boolean;
  /** Whether it is to become credit, and the order belongs to no customer who could have it. */
  nobody?: boolean;
};

export type RefundDecision =
  | { ok: true; amount: Cents; reason: string }
  | { ok: false; field: "amount" | "reason"; message: string };

/** Whether so much can be given back of an order: at least a cent, and never more than is left. */
export function decideRefund(left: Cents, wish: Asked): RefundDecision {
  const { amount, reason, left: seen, disputed, nobody } = wish;
  if (left === 0) return { ok: false, field: "amount", message: "There's nothing left to refund." };
  if (disputed) return { ok: false, field: "amount", message: DISPUTED };
  if (seen !== left) {
    const message = "The refundable amount has changed. Please check it again.";
    return { ok: false, field: "amount", message };
  }
  if (amount === null || amount < 1) {
    return { ok: false, field: "amount", message: "Enter an amount, like 79.50." };
  }
  if (amount > left) {
    return { ok: false, field: "amount", message: "That's more than what's left of the payment." };
  }
  if (nobody) {
    const message = "This order belongs to no customer, so nobody can keep it as credit.";
    return { ok: false, field: "amount", message };
  }
  return reason ? { ok: true, amount, reason } : { ok: false, field: "reason", message: "Enter a reason." };
}

/** Says what was approved, and who moves the money. */
export function approvedToast(done: { kind: ApprovalKind; by_hand: boolean; to_credit?: true }) {
  const { kind, by_hand, to_credit } = done;
  if (kind === "discount")
    return { title: "Discount approved", description: "It is a line of the order now." };
  const description = to_credit
    ? "It is the customer's credit now."
    : by_hand
      ? "The money is returned to the customer by hand."
      : "The refund is processing.";
  return { title: "Refund approved", description };
}

/** `note`: why staff wrote it, and who; null for what was booked. */
type OrderLineRow = { id: string; label: string; amount: string; note: string | null };

/** The card that is charged after the visit: `next` try, `now`: what can be charged right now, `may_ask`: none is saved yet. */
export type OfficeCard = {
  name: string | null;
  next: string | null;
  now: string | null;
  may_ask: boolean;
  /** What the customer agreed to, or is asked to. */
  consent: string | null;
  declined: { id: string; amount: string; reason: string; at: string }[];
};

type ChargeRow = { id: string; amount: string; tip: string | null; how: string; at: string };

export type RefundRow = {
  id: string;
  amount: string;
  status: RefundStatus;
  reason: string;
  to_credit: boolean;
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
  lines: OrderLineRow[];
  /** Cents, as staff saw them. */
  cents: Cents;
  charges: ChargeRow[];
  /** Null where no card is saved, and none is of use. */
  card: OfficeCard | null;
  /** What customers added for the crew, split among its members; null without a tip. */
  tip: { total: string; crew: string | null; shares: string[] } | null;
  /** In words; null when nothing is due. */
  due: string | null;
  due_cents: Cents;
  /** What is to be paid, in words. */
  owed: string;
  /** The customer's credit that can pay for it now, in words; null if none, or nothing is due. */
  credit: string | null;
  /** Whether it belongs to a customer, who can keep a refund as credit. */
  may_credit: boolean;
  /** Where the customer pays what is due by card; null when nothing is, or no cards can be taken. */
  pay_link: { url: string; picture: string } | null;
  /** Whether extra time can make its visit longer: one that is still to come. */
  can_lengthen: boolean;
  /** Why no line can be added; null when one can. */
  why_no_line: string | null;
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
  /** The number of its booking or plan. */
  of_number: string;
  visit: string;
  /** Its checkout is done, but the bank is still confirming the payment. */
  processing: boolean;
  refunds: RefundRow[];
  disputes: DisputeRow[];
  /** Where disputes are answered. */
  disputed_at: string;
  /** What was asked for above somebody's limit, the newest first. */
  approvals: ApprovalView[];
  /** What the viewer may still give back alone; null when that covers all that is left. */
  alone_in_words: string | null;
  left: number;
  left_in_words: string;
  /** Why no payment can be recorded; null when one can. */
  why_not_payable: string | null;
  /** It is the fee of a late cancellation or a no-show, and not paid yet. */
  fee_due: boolean;
};
