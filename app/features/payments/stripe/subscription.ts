import type { Stripe } from "stripe";
import type { Invoice, Subscription } from "~/platform/payment-gateway";
import { idOf, paymentOfInvoice } from "./ids";
import { instantOf } from "./seconds";

const STATUSES: Record<string, Subscription["status"]> = {
  active: "active",
  trialing: "active",
  paused: "active",
  canceled: "ended",
  incomplete_expired: "ended",
};

/** A subscription as the application sees it. Its periods are those of its items. */
export function toSubscription(subscription: Stripe.Subscription): Subscription {
  const { id, status, items, pause_collection, cancel_at, cancel_at_period_end, start_date } = subscription;
  const starts = items.data.map((item) => item.current_period_start);
  const ends = items.data.map((item) => item.current_period_end);
  const period_end = instantOf(ends.length > 0 ? Math.max(...ends) : start_date);
  return {
    id,
    status: STATUSES[status] ?? "past_due",
    period_start: instantOf(starts.length > 0 ? Math.min(...starts) : start_date),
    period_end,
    ends_at: cancel_at === null ? (cancel_at_period_end ? period_end : null) : instantOf(cancel_at),
    paused: status === "paused" || pause_collection !== null,
  };
}

/** An invoice as the application sees it; null when it is not of a subscription. */
export function toInvoice(invoice: Stripe.Invoice): Invoice | null {
  const subscription_id = idOf(invoice.parent?.subscription_details?.subscription);
  if (!subscription_id) return null;
  return {
    id: invoice.id,
    subscription_id,
    status: statusOf(invoice.status),
    amount: invoice.total,
    currency: invoice.currency.toUpperCase(),
    tries: invoice.attempt_count,
    payment_id: paymentOfInvoice(invoice),
    ...monthOf(invoice),
    url: invoice.hosted_invoice_url ?? null,
  };
}

function statusOf(status: Stripe.Invoice["status"]): Invoice["status"] {
  if (status === "paid") return "paid";
  if (status === "draft") return "draft";
  return status === "void" || status === "uncollectible" ? "void" : "open";
}

/** The month that is charged: of the lines. The invoice's own period looks back, on what was used before. */
function monthOf(invoice: Stripe.Invoice) {
  const lines = invoice.lines.data;
  const newest = lines.reduce<{ start: number; end: number }>(
    (found, { period }) => (period.end > found.end ? period : found),
    lines[0]?.period ?? { start: invoice.period_start, end: invoice.period_end },
  );
  return { period_start: instantOf(newest.start), period_end: instantOf(newest.end) };
}
