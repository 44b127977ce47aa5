import { formatDate } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";

type Order = {
  status: "pending" | "completed" | "failed";
  processing_at: Temporal.Instant | null;
  session_closed_at: Temporal.Instant | null;
};

/** Whether the checkout of an order is done, but its money still takes its time. */
export function isProcessing({ status, processing_at, session_closed_at }: Order): boolean {
  return status !== "completed" && processing_at !== null && session_closed_at === null;
}

/** Why nothing else can be booked with a draft. */
export const ALREADY_PAID = {
  ok: false,
  status: 409,
  field: "body",
  message:
    "This booking is already paid. Reschedule it to change its time, or start a new one to book another visit.",
} as const;

/** The same of one that the office keeps, to be paid on the day. */
export const ALREADY_BOOKED = {
  ...ALREADY_PAID,
  message:
    "You've already made this booking. Reschedule it to change its time, or start a new one to book another visit.",
} as const;

export const PAYMENT_UNDER_WAY = {
  ...ALREADY_PAID,
  message: "The payment for this booking is processing. Start a new one to book another visit.",
} as const;

/** How a visit is paid for on the day. */
export const OFFICE_METHODS = ["cash", "check", "card"] as const;
export type OfficeMethod = (typeof OFFICE_METHODS)[number];

export const METHOD_LABELS: Record<OfficeMethod, string> = { cash: "Cash", check: "Check", card: "Card" };

/** What an order's `provider` is while its visit is to be paid for on the day. */
export const OFFICE_PROVIDER = "office";

/** "Paid in cash". */
export const PAID_HOW: Record<OfficeMethod, string> = { cash: "in cash", check: "by check", card: "by card" };

export function isOfficeMethod(text: string): text is OfficeMethod {
  return OFFICE_METHODS.some((method) => method === text);
}

/** What an order's `provider` is once the office took the money: no provider can give it back. */
export function officeProvider(method: OfficeMethod): string {
  return `office-${method}`;
}

/** How the office took the money of an order; null when it didn't. */
export function officeMethodOf(provider: string): OfficeMethod | null {
  const [, method = ""] = /^office-(\w+)$/.exec(provider) ?? [];
  return isOfficeMethod(method) ? method : null;
}

/** How far the money of what a draft stands for is. `owed`: the office keeps it, though it is not paid for. */
export type Money = "here" | "on its way" | "awaited" | "owed";

/** Why money of a draft goes back that had paid for something already. */
export const PAID_TWICE = "Paid twice for one booking";

/** The key of that refund: one an order. */
export function twiceKey(orderId: string): string {
  return `twice:${orderId}`;
}

/** Whether a refund gives back what was paid twice. */
export function isPaidTwice(refund: { idempotency_key: string }): boolean {
  return refund.idempotency_key.startsWith("twice:");
}

/** For staff: money came for a draft whose booking is confirmed without payment. */
export const PAID_BESIDE_OWED =
  "Paid, but the same customer has another booking instead of this one, which is not paid yet. Refund one, or keep both.";

const BEGINS = "Refunded in full at ";

type Refunded = {
  provider: string;
  amount: Cents;
  currency: string;
  /** Of a plan: the company's day of that charge. */
  charged?: string;
};

/** Why staff must look at a visit, or a plan, whose money went back in the provider's own office. */
export function formatRefunded({ provider, amount, currency, charged }: Refunded): string {
  const what = `${BEGINS}${provider}: ${formatCents(amount, currency)}`;
  return charged
    ? `${what}, charged ${formatDate(charged)}. End the plan, or keep its visits as unpaid.`
    : `${what}. Cancel this visit, or keep it as unpaid.`;
}

/** Whether that is among the reasons for which something needs attention. */
export function isRefundedElsewhere(attention: string | null): boolean {
  return (attention ?? "").split("\n").some((line) => line.startsWith(BEGINS));
}

/** The other reasons; null when there are none. */
export function withoutRefunded(attention: string | null): string | null {
  const others = (attention ?? "").split("\n").filter((line) => line !== "" && !line.startsWith(BEGINS));
  return others.join("\n") || null;
}

type Sum = { amount: Cents; currency: string };

/** A sum in the stored reasons for attention: "150.00 USD". */
export function formatSum({ amount, currency }: Sum): string {
  return `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

/** For staff: another amount arrived than was due. Stored, and found again by its text. */
export function formatDiffers(paid: Sum, due: Sum): string {
  return `Paid ${formatSum(paid)} instead of ${formatSum(due)}.`;
}
