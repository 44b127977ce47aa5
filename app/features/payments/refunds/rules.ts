import type { RefundStatus } from "~/features/booking/cancellation";
import { formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";

type Known = { status: RefundStatus; provider_refund_id: string | null };
type Told = { status: RefundStatus; id: string | null };

/**
 * The refund after what its provider reports; null if nothing changes. A completed refund can still fail. A failed or
 * canceled one is final, since a retry has its own id. One handed over by staff is not the provider's.
 */
export function nextOfRefund(known: Known, told: Told): RefundStatus | null {
  if (known.status === "failed" || known.status === "cancelled") return null;
  const another =
    known.provider_refund_id !== null && told.id !== null && known.provider_refund_id !== told.id;
  if (another) return null;
  if (known.status === "pending") {
    const heard = told.status === "pending" && known.provider_refund_id !== null;
    return heard ? null : told.status;
  }
  if (known.provider_refund_id === null) return null;
  return told.status === "failed" || told.status === "cancelled" ? told.status : null;
}

/** Whether a refund has its own email. The one of a cancellation is part of that email. */
export function isNewsToCustomer(key: string): boolean {
  return !key.startsWith("refund:") || key.includes(":again-");
}

/** The job of a refund's email. */
export function refundMail({ plan_id }: { plan_id: string | null }): string {
  return plan_id ? "plan-refund-mail" : "refund-mail";
}

type Stand = {
  status: "open" | "won" | "lost";
  /** False of an inquiry: the bank only asks. */
  withdrawn: boolean;
};

export type DisputeState = "inquiry" | "inquiry closed" | "open" | "won" | "lost";

export function stateOfDispute({ status, withdrawn }: Stand): DisputeState {
  if (withdrawn || status === "lost") return status;
  return status === "open" ? "inquiry" : "inquiry closed";
}

/**
 * The dispute after what its provider reports; null if nothing changes. An inquiry, even a closed one, can become a dispute,
 * never the reverse. The bank's decision on withdrawn money is final.
 */
export function nextOfDispute<Told extends Stand>(known: Stand | null, told: Told): Told | null {
  if (known === null) return told;
  if (!known.withdrawn && told.withdrawn) return told;
  if (known.withdrawn && !told.withdrawn) return null;
  return known.status === "open" && told.status !== "open" ? told : null;
}

type Words = { amount: number; currency: string; provider: string };
/** `due`: a date in company time; null if the bank sets none. */
type Due = { due: string | null };

/** For staff: the payment is disputed. `refunded`: the amount refunded before, in cents. */
export function formatDisputed({
  amount,
  currency,
  provider,
  due,
  refunded = 0,
}: Words & Due & { refunded?: number }): string {
  const before = ` ${formatCents(refunded, currency)} was already refunded: include proof of that in your response.`;
  const what = `${DISPUTES} ${formatCents(amount, currency)}: respond at ${provider}${by(due)}.`;
  return refunded > 0 ? what + before : what;
}

/** For staff: the bank asks about the payment. */
export function formatInquiry({ amount, currency, provider, due }: Words & Due): string {
  return `${ASKS} ${formatCents(amount, currency)}. No money has been withdrawn yet: refund it here, or respond at ${provider}${by(due)}.`;
}

const DISPUTES = "The customer disputes";
const ASKS = "The bank asks about";

function by(due: string | null): string {
  return due ? ` by ${formatDate(due)}` : "";
}

export function formatLost({ amount, currency }: Omit<Words, "provider">): string {
  return `The dispute over ${formatCents(amount, currency)} was lost. The bank returned the money to the customer.`;
}

/** Adds a dispute to the reasons for attention, one per line. It comes first and replaces its earlier line. */
export function withDispute(attention: string | null, line: string): string {
  return [line, ...others(attention)].join("\n");
}

export function withoutDispute(attention: string | null): string | null {
  return others(attention).join("\n") || null;
}

function others(attention: string | null): string[] {
  const lines = (attention ?? "").split("\n");
  return lines.filter((line) => line !== "" && ![DISPUTES, ASKS].some((begin) => line.startsWith(begin)));
}
