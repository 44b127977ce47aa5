import { formatDate } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";

type Order = {
  status: "pending" | "completed" | "failed";
  processing_at: Temporal.Instant | null;
  session_closed_at: Temporal.Instant | null;
};

/** Whether the checkout is complete and the money takes days. */
export function isProcessing({ status, processing_at, session_closed_at }: Order): boolean {
  return status !== "completed" && processing_at !== null && session_closed_at === null;
}

/** Refuses another booking with a draft that is paid. */
export const ALREADY_PAID = {
  ok: false,
  status: 409,
  field: "body",
  message:
    "This booking is already paid. Reschedule it to change its time, or start a new one to book another visit.",
} as const;

/** The same for a draft whose visit is paid on the day. */
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

/**
 * The payment of what a draft holds or has become: `here` paid, `on its way` processing, `awaited` at the checkout, `owed`
 * to be paid on the day.
 */
export type Money = "here" | "on its way" | "awaited" | "owed";

/** The reason of a refund of a second payment. */
export const PAID_TWICE = "Paid twice for one booking";

/** Its idempotency key: one per order. */
export function twiceKey(orderId: string): string {
  return `twice:${orderId}`;
}

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

/** For staff: the order was refunded in full in the provider's dashboard. */
export function formatRefunded({ provider, amount, currency, charged }: Refunded): string {
  const what = `${BEGINS}${provider}: ${formatCents(amount, currency)}`;
  return charged
    ? `${what}, charged ${formatDate(charged)}. End the plan, or keep its visits as unpaid.`
    : `${what}. Cancel this visit, or keep it as unpaid.`;
}

export function isRefundedElsewhere(attention: string | null): boolean {
  return (attention ?? "").split("\n").some((line) => line.startsWith(BEGINS));
}

/** The reasons for attention without that one; null if none are left. */
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

/** A part of a refund, from one charge; `charge` is null for what no charge covers. */
export type RefundPart<Charge> = { charge: Charge | null; amount: Cents };

/** Takes a refund from the charges in their order, each as far as it goes. `left` and the amounts in cents. */
export function splitRefund<Charge extends { left: Cents }>(
  amount: Cents,
  charges: readonly Charge[],
): RefundPart<Charge>[] {
  const parts: RefundPart<Charge>[] = [];
  let rest = amount;
  for (const charge of charges) {
    const taken = Math.min(rest, charge.left);
    if (taken > 0) parts.push({ charge, amount: taken });
    rest -= Math.max(0, taken);
  }
  return rest > 0 ? [...parts, { charge: null, amount: rest }] : parts;
}
