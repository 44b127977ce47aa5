import type { Stripe } from "stripe";
import type { CheckoutSession, SessionStatus } from "~/platform/payment-gateway";
import { idOf, paymentOfInvoice } from "./ids";

/** What must be read along with a session, so that its state can be told. */
export const SESSION_EXPAND = ["payment_intent", "subscription", "invoice.payments"];

/** A session as the application sees it. */
export function toSession(session: Stripe.Checkout.Session): CheckoutSession {
  const status = statusOf(session);
  const paid = status === "paid";
  const invoice = typeof session.invoice === "object" ? session.invoice : null;
  return {
    id: session.id,
    status,
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? "").toUpperCase(),
    customer: session.status === "complete" ? customerOf(session) : null,
    payment_id: paid ? (idOf(session.payment_intent) ?? paymentOfInvoice(invoice)) : null,
    subscription_id: paid ? idOf(session.subscription) : null,
    invoice_id: paid ? idOf(session.invoice) : null,
  };
}

function statusOf(session: Stripe.Checkout.Session): SessionStatus {
  if (session.status === "open") return "open";
  if (session.status === "expired") return "expired";
  if (session.payment_status === "paid" || session.payment_status === "no_payment_required") return "paid";
  return hasFailed(session) ? "failed" : "processing";
}

/** Whether the money of a complete but unpaid checkout will not come any more. */
function hasFailed({ payment_intent, subscription }: Stripe.Checkout.Session): boolean {
  if (payment_intent && typeof payment_intent === "object") {
    return payment_intent.status === "requires_payment_method" || payment_intent.status === "canceled";
  }
  if (subscription && typeof subscription === "object") {
    return subscription.status === "incomplete_expired" || subscription.status === "canceled";
  }
  return false;
}

function customerOf(session: Stripe.Checkout.Session): CheckoutSession["customer"] {
  const { customer_details: details, collected_information: collected } = session;
  const email = details?.email ?? session.customer_email;
  if (!email) return null;
  const name = collected?.individual_name ?? details?.individual_name ?? details?.name ?? "";
  return { name, email, phone: details?.phone ?? "" };
}
