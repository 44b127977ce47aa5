import type { RefundStatus } from "~/features/booking/cancellation";
import { formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";

type Known = { status: RefundStatus; provider_refund_id: string | null };
type Told = { status: RefundStatus; id: string | null };

/**
 * What becomes of a refund when its provider says this; null when it is no news. What was paid back can still fail, what
 * has failed or was cancelled is over (a new try has an id of its own), and what was handed back otherwise is none of the
 * provider's.
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

/** Whether its customer must hear of a refund by a mail of its own: a cancellation tells of the one that belongs to it. */
export function isNewsToCustomer(key: string): boolean {
  return !key.startsWith("refund:") || key.includes(":again-");
}

/** The job that tells the customer of a refund: of a charge of a plan, or of a visit. */
export function refundMail({ plan_id }: { plan_id: string | null }): string {
  return plan_id ? "plan-refund-mail" : "refund-mail";
}

type Stand = {
  status: "open" | "won" | "lost";
  /** False of an inquiry: the bank only asks. */
  withdrawn: boolean;
};

/** What a dispute is called: an inquiry before any money was withdrawn, and how that ended. */
export type DisputeState = "inquiry" | "inquiry closed" | "open" | "won" | "lost";

export function stateOfDispute({ status, withdrawn }: Stand): DisputeState {
  if (withdrawn || status === "lost") return status;
  return status === "open" ? "inquiry" : "inquiry closed";
}

/**
 * What becomes of a dispute when its provider says this; null when it is no news. An inquiry can become a dispute, also one
 * that was closed; never the other way round. What the bank has decided about withdrawn money stays.
 */
export function nextOfDispute<Told extends Stand>(known: Stand | null, told: Told): Told | null {
  if (known === null) return told;
  if (!known.withdrawn && told.withdrawn) return told;
  if (known.withdrawn && !told.withdrawn) return null;
  return known.status === "open" && told.status !== "open" ? told : null;
}

type Words = { amount: number; currency: string; provider: string };
/** `due`: a day of the company; null when the bank names none. */
type Due = { due: string | null };

/** Why staff must look at a disputed booking. `refunded`: what had gone back before the bank withdrew the money. */
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

/** Why staff must look at a booking whose payment a bank asks about. */
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

/** What a booking needs attention for, a line each; a dispute comes first, and takes the place of what it said before. */
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
