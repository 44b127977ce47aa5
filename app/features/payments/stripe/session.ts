import type { Stripe } from "stripe";
import type { CheckoutSession, SessionStatus } from "~/platform/payment-gateway";
import { idOf, paymentOfInvoice } from "./ids";

/** What must be read along with a session, so that its state can be told. */
export const SESSION_EXPAND = ["payment_intent", "subscription", "invoice.payments"];
/** And with the first invoice of one that is complete, but not paid. */
export const INVOICE_EXPAND = ["payments.data.payment.payment_intent"];

/** A session as the application sees it. */
export function toSession(session: Stripe.Checkout.Session): CheckoutSession {
  const status = statusOf(session);
  const paid = status === "paid";
  return {
    id: session.id,
    status,
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? "").toUpperCase(),
    customer: session.status === "complete" ? customerOf(session) : null,
    payment_id: paid ? (idOf(session.payment_intent) ?? paymentOfInvoice(wholeOf(session.invoice))) : null,
    subscription_id: paid || status === "failed" ? idOf(session.subscription) : null,
    invoice_id: paid ? idOf(session.invoice) : null,
  };
}

function statusOf(session: Stripe.Checkout.Session): SessionStatus {
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

/** While the first money of a plan is under way its subscription is active, or incomplete: these say that it didn't come. */
const OVER = new Set(["incomplete_expired", "canceled", "past_due", "unpaid"]);
const WRITTEN_OFF = new Set(["void", "uncollectible"]);
const FAILED = new Set(["requires_payment_method", "canceled"]);

function intentsOf(invoice: Stripe.Invoice | null): Stripe.PaymentIntent[] {
  return (invoice?.payments?.data ?? []).flatMap(({ payment }) => wholeOf(payment.payment_intent) ?? []);
}

/** What was read along; null when only its id is there. */
function wholeOf<Thing extends object>(thing: string | Thing | null | undefined): Thing | null {
  return typeof thing === "object" ? thing : null;
}

function customerOf(session: Stripe.Checkout.Session): CheckoutSession["customer"] {
  const { customer_details: details, collected_information: collected } = session;
  const email = details?.email ?? session.customer_email;
  if (!email) return null;
  const name = collected?.individual_name ?? details?.individual_name ?? details?.name ?? "";
  return { name, email, phone: details?.phone ?? "" };
}
