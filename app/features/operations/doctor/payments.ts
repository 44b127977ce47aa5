import type { PaymentWay } from "~/platform/outside/payment-gateway";
import { broken, type Finding, formatAgo, good, page, setting, todo, unknown } from "./check";

const PAYMENT_SETTINGS = page("Payment settings", "/admin/settings?tab=payments");
const STRIPE_WEBHOOKS = page("Webhooks in Stripe", "https://dashboard.stripe.com/webhooks");

/** Events that Stripe must report (docs/operations.md, 'Stripe'). */
export const STRIPE_EVENTS = [
  ...["completed", "async_payment_succeeded", "async_payment_failed", "expired"].map(
    (what) => `checkout.session.${what}`,
  ),
  ...["refund.created", "refund.updated", "refund.failed", "charge.refunded"],
  ...["created", "updated", "funds_withdrawn", "closed"].map((what) => `charge.dispute.${what}`),
  ...["created", "updated", "deleted"].map((what) => `customer.subscription.${what}`),
  ...["invoice.paid", "invoice.payment_failed", "invoice.payment_action_required"],
];

/** `key`: whether Stripe's secret key moves money; "closed" if it can't be opened; null without one. */
export type ProviderFacts = {
  way: PaymentWay;
  key: "live" | "test" | "closed" | null;
  webhookSecret: boolean;
  without: "on_the_day" | "no_bookings";
  /** Whether TEST_CHECKOUT=on counts for nothing here. */
  ignored: boolean;
};

/** Whether customers can pay with money. */
export function checkProvider({ way, key, webhookSecret, without, ignored }: ProviderFacts): Finding {
  if (way === "test checkout")
    return broken(
      "Customers pay at the test checkout, where no money moves. Take TEST_CHECKOUT out, or set Stripe's keys.",
      setting("TEST_CHECKOUT=off"),
    );
  if (ignored)
    return todo(
      "TEST_CHECKOUT=on is ignored, because a company's own site never takes pretended money. Turn it off.",
      setting("TEST_CHECKOUT=off"),
    );
  if (way === "none")
    return without === "on_the_day"
      ? good("You chose to take no cards: visits are paid on the day.")
      : todo(
          "Without Stripe's keys, nobody can book online. Enter them, or let customers pay on the day.",
          PAYMENT_SETTINGS,
        );
  if (key === "closed")
    return broken(
      "Stripe's secret key was stored under another APP_SECRET. Enter it again.",
      PAYMENT_SETTINGS,
    );
  if (key === "test") return broken("Stripe's keys are test keys: no money moves.", PAYMENT_SETTINGS);
  if (!webhookSecret)
    return broken(
      "Stripe's signing secret is missing, so the site doesn't hear of payments at once.",
      PAYMENT_SETTINGS,
    );
  return good("Stripe takes cards with live keys.");
}

/** Whether imported customers wait to be confirmed by Stripe (decision 084); null if none does. */
export function checkImported(waiting: number, hasKeys: boolean): Finding | null {
  if (waiting === 0) return null;
  const who = waiting === 1 ? "1 imported customer" : `${waiting.toLocaleString("en-US")} imported customers`;
  return hasKeys
    ? good(`Stripe is asked about ${who}, each hour.`)
    : todo(`Stripe's keys are missing to confirm ${who} there.`, PAYMENT_SETTINGS);
}

/** Stripe's webhook endpoints; null if the key may not read them. */
export type Endpoints = { url: string; status: string; events: string[] }[] | null;

/** Whether Stripe reports payments to this site. `address`: of our webhook. */
export function checkEndpoint(address: string, endpoints: Endpoints): Finding {
  if (!endpoints)
    return unknown(
      `The key may not read Stripe's webhooks. Give it "Webhook Endpoints: Read", or look for ${address} yourself.`,
      STRIPE_WEBHOOKS,
    );
  const ours = endpoints.filter(({ url }) => url.replace(/\/$/, "") === address);
  const enabled = ours.find(({ status }) => status === "enabled");
  if (!enabled)
    return broken(
      ours.length > 0
        ? `Stripe has switched off its webhook for ${address}. Switch it on.`
        : `Stripe doesn't report to this site. Add a webhook for ${address}, and enter its signing secret in the payment settings.`,
      STRIPE_WEBHOOKS,
    );
  const missing = enabled.events.includes("*")
    ? []
    : STRIPE_EVENTS.filter((event) => !enabled.events.includes(event));
  if (missing.length > 0)
    return broken(`Stripe's webhook lacks these events: ${missing.join(", ")}.`, STRIPE_WEBHOOKS);
  return good("Stripe reports every event that the site needs.");
}

/** Whether an event of Stripe's has arrived. */
export function checkEvent(last: Temporal.Instant | null, now: Temporal.Instant): Finding {
  if (!last)
    return todo(
      "No event from Stripe has arrived yet. Book a visit with your own card, and refund it.",
      STRIPE_WEBHOOKS,
    );
  return good(`The last event from Stripe arrived ${formatAgo(last, now)}.`);
}
