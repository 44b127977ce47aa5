import type { Stripe } from "stripe";
import { ownEntry } from "~/lib/own-entry";
import type {
  CheckoutSession,
  Dispute,
  EventSubject,
  Invoice,
  KnownRefund,
  PaymentEvent,
  Refund,
  SavedCard,
  SessionStatus,
  Subscription,
} from "~/platform/outside/payment-gateway";

const STRIPES = /^(cs|pi|py|pm|ch|re|pyr|du|dp|sub|in|evt)_\w{1,250}$/;

/** Whether the id has the form of a Stripe id. */
export function isStripes(id: string): boolean {
  return STRIPES.test(id);
}

/** Returns the id of an object or of its unexpanded id. */
export function idOf(thing: string | { id: string } | null | undefined): string | null {
  if (!thing) return null;
  return typeof thing === "string" ? thing : thing.id;
}

/** Returns the payment that settled an invoice, or the one that is to settle it. */
function paymentOfInvoice(invoice: Stripe.Invoice | null): string | null {
  const payments = invoice?.payments?.data ?? [];
  const chosen = payments.find(({ status }) => status === "paid") ?? payments.at(0);
  return idOf(chosen?.payment.payment_intent) ?? idOf(chosen?.payment.charge);
}

/** The query parameter for a payment's refunds and disputes. */
export function whose(payment: string) {
  return /^(ch|py)_/.test(payment) ? { charge: payment } : { payment_intent: payment };
}

/** Converts Stripe's seconds since 1970. */
export function instantOf(seconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
}

export function secondsOf(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000);
}

/** The expansions needed to tell a session's state. */
export const SESSION_EXPAND = [
  "payment_intent.payment_method",
  "setup_intent.payment_method",
  "subscription",
  "invoice.payments",
];
/** The expansions for the first invoice of a complete but unpaid session. */
export const INVOICE_EXPAND = ["payments.data.payment.payment_intent"];

/** Converts a session. */
export function toSession(session: Stripe.Checkout.Session): CheckoutSession {
  const status = sessionStatusOf(session);
  const paid = status === "paid";
  return {
    id: session.id,
    status,
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? "").toUpperCase(),
    customer: session.status === "complete" ? payerOf(session) : null,
    card: session.status === "complete" ? savedCardOf(session) : null,
    payment_id: paid ? (idOf(session.payment_intent) ?? paymentOfInvoice(wholeOf(session.invoice))) : null,
    subscription_id: paid || status === "failed" ? idOf(session.subscription) : null,
    invoice_id: paid ? idOf(session.invoice) : null,
  };
}

function sessionStatusOf(session: Stripe.Checkout.Session): SessionStatus {
  if (session.status === "open") return "open";
  if (session.status === "expired") return "expired";
  if (session.payment_status === "paid" || session.payment_status === "no_payment_required") return "paid";
  const { payment_intent, subscription, invoice } = session;
  if (wholeOf(invoice)?.status === "paid") return "paid"; // at the invoice's own page
  const intents = [wholeOf(payment_intent), ...intentsOf(wholeOf(invoice))].filter((one) => one !== null);
  const isOver =
    OVER.has(wholeOf(subscription)?.status ?? "") || WRITTEN_OFF.has(wholeOf(invoice)?.status ?? "");
  const hasFailed = isOver || (intents.length > 0 && intents.every(({ status }) => FAILED.has(status)));
  return hasFailed ? "failed" : "processing";
}

/** States of a subscription whose first payment failed. */
const OVER = new Set(["incomplete_expired", "canceled", "past_due", "unpaid"]);
const WRITTEN_OFF = new Set(["void", "uncollectible"]);
const FAILED = new Set(["requires_payment_method", "canceled"]);

function intentsOf(invoice: Stripe.Invoice | null): Stripe.PaymentIntent[] {
  return (invoice?.payments?.data ?? []).flatMap(({ payment }) => wholeOf(payment.payment_intent) ?? []);
}

/** Returns an expanded object; null for an id. */
function wholeOf<Thing extends object>(thing: string | Thing | null | undefined): Thing | null {
  return typeof thing === "object" ? thing : null;
}

function payerOf(session: Stripe.Checkout.Session): CheckoutSession["customer"] {
  const { customer_details: details, collected_information: collected } = session;
  const email = details?.email ?? session.customer_email;
  if (!email) return null;
  const name = collected?.individual_name ?? details?.individual_name ?? details?.name ?? "";
  return { name, email, phone: details?.phone ?? "" };
}

/** Returns the card that a session saved. */
function savedCardOf({ payment_intent, setup_intent }: Stripe.Checkout.Session): SavedCard | null {
  const payment = wholeOf(payment_intent);
  const kept = payment?.setup_future_usage === "off_session" ? payment : wholeOf(setup_intent);
  const method = wholeOf(kept?.payment_method);
  const customer_id = idOf(kept?.customer) ?? idOf(method?.customer);
  if (!method?.card || !customer_id) return null;
  const { brand, last4, exp_month, exp_year } = method.card;
  return { customer_id, method_id: method.id, brand: brandOf(brand), last4, exp_month, exp_year };
}

const BRANDS: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** "mastercard" → "Mastercard". */
export function brandOf(brand: string): string {
  return ownEntry(BRANDS, brand) ?? brand.replace(/^./, (letter) => letter.toUpperCase());
}

const STATUSES: Record<string, Subscription["status"]> = {
  active: "active",
  trialing: "active",
  paused: "active",
  canceled: "ended",
  incomplete_expired: "ended",
};

/** Converts a subscription. Its period is that of its items. */
export function toSubscription(subscription: Stripe.Subscription): Subscription {
  const { id, status, items, pause_collection, cancel_at, cancel_at_period_end, start_date } = subscription;
  const starts = items.data.map((item) => item.current_period_start);
  const ends = items.data.map((item) => item.current_period_end);
  const period_end = instantOf(ends.length > 0 ? Math.max(...ends) : start_date);
  return {
    id,
    status: ownEntry(STATUSES, status) ?? "past_due",
    period_start: instantOf(starts.length > 0 ? Math.min(...starts) : start_date),
    period_end,
    ends_at: cancel_at === null ? (cancel_at_period_end ? period_end : null) : instantOf(cancel_at),
    paused: status === "paused" || pause_collection !== null,
    amount: items.data.reduce(
      (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
      0,
    ),
  };
}

/** Converts an invoice; null if it has no subscription. */
export function toInvoice(invoice: Stripe.Invoice): Invoice | null {
  const subscription_id = idOf(invoice.parent?.subscription_details?.subscription);
  if (!subscription_id) return null;
  return {
    id: invoice.id,
    subscription_id,
    status: invoiceStatusOf(invoice.status),
    amount: invoice.total,
    currency: invoice.currency.toUpperCase(),
    tries: invoice.attempt_count,
    payment_id: paymentOfInvoice(invoice),
    ...monthOf(invoice),
    url: invoice.hosted_invoice_url ?? null,
  };
}

function invoiceStatusOf(status: Stripe.Invoice["status"]): Invoice["status"] {
  if (status === "paid") return "paid";
  if (status === "draft") return "draft";
  return status === "void" || status === "uncollectible" ? "void" : "open";
}

/** Returns the charged month, from the lines. The invoice's own period is the month before. */
function monthOf(invoice: Stripe.Invoice) {
  const lines = invoice.lines.data;
  const newest = lines.reduce<{ start: number; end: number }>(
    (found, { period }) => (period.end > found.end ? period : found),
    lines[0]?.period ?? { start: invoice.period_start, end: invoice.period_end },
  );
  return { period_start: instantOf(newest.start), period_end: instantOf(newest.end) };
}

/** Converts a refund. An unknown status counts as pending. */
export function toRefund({ id, status, failure_reason }: Stripe.Refund): Refund {
  if (status === "succeeded") return { status: "completed", id };
  if (status === "failed") return { status, id, reason: `Stripe: ${formatReason(failure_reason)}.` };
  if (status === "canceled") return { status: "cancelled", id, reason: "It was cancelled at Stripe." };
  return { status: "pending", id };
}

export function toKnownRefund(refund: Stripe.Refund): KnownRefund {
  return {
    refund: toRefund(refund),
    key: refund.metadata?.key ?? null,
    payment_id: idOf(refund.payment_intent) ?? idOf(refund.charge) ?? "",
    amount: refund.amount,
  };
}

/** Formats "lost_or_stolen_card" as words. */
function formatReason(reason: string | undefined): string {
  return reason ? reason.replaceAll("_", " ") : "the refund failed";
}

const ENDS: Record<string, Dispute["status"]> = {
  won: "won",
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
};

/** States of an inquiry: https://docs.stripe.com/disputes/how-disputes-work#inquiries */
const INQUIRIES: readonly string[] = ["warning_needs_response", "warning_under_review", "warning_closed"];

export function toDispute(dispute: Stripe.Dispute): Dispute {
  const due = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    payment_id: idOf(dispute.payment_intent) ?? idOf(dispute.charge) ?? "",
    amount: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    status: ownEntry(ENDS, dispute.status) ?? "open",
    withdrawn: !INQUIRIES.includes(dispute.status),
    reason: dispute.reason.replaceAll("_", " "),
    evidence_due_at: due === null ? null : instantOf(due),
    opened_at: instantOf(dispute.created),
  };
}

const SUBJECTS: [prefix: string, about: EventSubject][] = [
  ["checkout.session.", "session"],
  ["charge.refunded", "payment"],
  ["charge.refund.", "refund"],
  ["charge.dispute.", "dispute"],
  ["refund.", "refund"],
  ["customer.subscription.", "subscription"],
  ["invoice.", "invoice"],
];

/** The used fields of an event. The object itself is read from Stripe again. */
type StripeEvent = {
  id: string;
  type: string;
  livemode: boolean;
  /** Set for events of connected accounts. */
  account?: string | null;
  data: { object: { id?: string | null; payment_intent?: string | { id: string } | null } };
};

/** Returns the object that an event is about; null for another account or mode. */
export function toEvent(event: StripeEvent, livemode: boolean): PaymentEvent | null {
  if (event.account || event.livemode !== livemode) return null;
  const about = SUBJECTS.find(([prefix]) => event.type.startsWith(prefix))?.[1] ?? "other";
  const { object } = event.data;
  const object_id = (about === "payment" ? idOf(object.payment_intent) : null) ?? object.id ?? "";
  return { id: event.id, type: event.type, about: object_id ? about : "other", object_id };
}
