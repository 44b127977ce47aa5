import type { Stripe } from "stripe";
import type { CheckoutRequest } from "~/platform/outside/payment-gateway";
import { secondsOf } from "./objects";

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;

/** Stripe's limits, in characters. */
const LIMITS = { name: 250, description: 500, metadata: 500, consent: 1200 };
/** Currencies without hundredths. Stripe counts their whole units, so our amounts would be charged a hundredfold. */
const WITHOUT_HUNDREDTHS =
  /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|MGA|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF|BHD|JOD|KWD|OMR|TND)$/;

/** Returns the parameters of a hosted checkout; the same for the same request. `customer` is Stripe's customer id. */
export function sessionParams(
  request: CheckoutRequest,
  customer: string | null = null,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { order: request.reference };
  const description = cut(request.summary[0] ?? "", LIMITS.description);
  if (request.consent && request.amount === 0) return setupParams(request, customer);
  const saves = request.consent && { setup_future_usage: "off_session" as const };
  return {
    mode: request.recurring ? "subscription" : "payment",
    line_items: lineItems(request),
    ...(request.consent && savingParams(request.consent, customer)),
    client_reference_id: request.reference,
    metadata,
    ...(request.recurring
      ? {
          subscription_data: {
            metadata,
            billing_mode: { type: "flexible" },
            ...(description && { description }),
          },
        }
      : { payment_intent_data: { metadata, ...(description && { description }), ...saves } }),
    ...(customer ? { customer } : request.customer_email && { customer_email: request.customer_email }),
    name_collection: { individual: { enabled: true, optional: false } },
    phone_number_collection: { enabled: true },
    adaptive_pricing: { enabled: false }, // charge the agreed amount in the order's currency
    success_url: request.success_url,
    cancel_url: cancelUrl(request),
    expires_at: secondsOf(request.expires_at),
  };
}

/** The parameters of a checkout that saves a card and charges nothing. Stripe asks for no phone there. */
function setupParams(
  { consent, currency, reference, ...request }: CheckoutRequest,
  customer: string | null,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { order: reference };
  return {
    mode: "setup",
    currency: currency.toLowerCase(),
    ...savingParams(consent ?? "", customer),
    client_reference_id: reference,
    metadata,
    setup_intent_data: { metadata },
    ...(customer ? { customer } : request.customer_email && { customer_email: request.customer_email }),
    success_url: request.success_url,
    cancel_url: cancelUrl({ ...request, consent, currency, reference }),
    expires_at: secondsOf(request.expires_at),
  };
}

/** A card is saved with a customer, beside the text of what they agree to. */
function savingParams(consent: string, customer: string | null): Stripe.Checkout.SessionCreateParams {
  return {
    allowed_payment_method_types: ["card"],
    custom_text: { submit: { message: cut(consent, LIMITS.consent) } },
    ...(!customer && { customer_creation: "always" }),
  };
}

/** Stripe inserts the session id only into `success_url`, so the cancel URL names the order. */
function cancelUrl({ cancel_url, reference }: CheckoutRequest): string {
  return cancel_url.replace("session_id={CHECKOUT_SESSION_ID}", `order=${encodeURIComponent(reference)}`);
}

/**
 * Returns one item per price line, without lines of 0. Stripe accepts no negative lines: then all become one item of
 * the sum, with the lines in its description.
 */
function lineItems(request: CheckoutRequest): LineItem[] {
  const { lines, amount, currency } = request;
  if (WITHOUT_HUNDREDTHS.test(currency.toUpperCase()))
    throw new Error(`Stripe has no hundredths of ${currency}`);
  const sum = lines.reduce((total, line) => total + line.amount, 0);
  if (sum !== amount || !Number.isSafeInteger(amount) || amount < 0) {
    throw new Error(`The lines of ${request.reference} make ${sum}, and not ${amount}`);
  }
  const charged = lines.filter((line) => line.amount !== 0);
  const [title = "Cleaning"] = request.summary;
  const summary = request.summary.join(" · ");
  if (charged.length === 0 || charged.some((line) => line.amount < 0)) {
    const parts = charged.map((line) => `${line.label}: ${(line.amount / 100).toFixed(2)}`);
    return [item(request, title, amount, [summary, ...parts].join(" · "))];
  }
  return charged.map((line, index) => item(request, line.label, line.amount, index === 0 ? summary : ""));
}

function item(
  { currency, recurring }: CheckoutRequest,
  name: string,
  amount: number,
  description: string,
): LineItem {
  return {
    quantity: 1,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: amount,
      product_data: {
        name: cut(name, LIMITS.name),
        ...(description && { description: cut(description, LIMITS.description) }),
      },
      ...(recurring && { recurring: { interval: "month" } }),
    },
  };
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
