import { randomBytes } from "node:crypto";
import type { Stripe } from "stripe";
import type { Params } from "./params.ts";

/** The parts of Stripe's objects that the fake stores. Expanded parts are added on request. */
export type Session = Pick<
  Stripe.Checkout.Session,
  | "id"
  | "object"
  | "amount_subtotal"
  | "amount_total"
  | "cancel_url"
  | "client_reference_id"
  | "collected_information"
  | "created"
  | "currency"
  | "customer_details"
  | "customer_email"
  | "expires_at"
  | "livemode"
  | "metadata"
  | "mode"
  | "payment_status"
  | "status"
  | "success_url"
  | "ui_mode"
  | "url"
> & {
  customer: string | null;
  invoice: string | null;
  payment_intent: string | null;
  setup_intent: string | null;
  subscription: string | null;
};
export type SetupIntent = Pick<Stripe.SetupIntent, "id" | "object" | "metadata" | "status"> & {
  customer: string | null;
  payment_method: string | null;
};
export type Card = Pick<Stripe.PaymentMethod, "id" | "object" | "type"> & {
  card: Pick<Stripe.PaymentMethod.Card, "brand" | "last4" | "exp_month" | "exp_year">;
  customer: string | null;
};
export type Intent = Pick<
  Stripe.PaymentIntent,
  | "id"
  | "object"
  | "amount"
  | "amount_received"
  | "created"
  | "currency"
  | "description"
  | "livemode"
  | "last_payment_error"
  | "metadata"
  | "setup_future_usage"
  | "status"
> & { customer: string | null; latest_charge: string | null; payment_method: string | null };
export type Refund = Pick<
  Stripe.Refund,
  | "id"
  | "object"
  | "amount"
  | "created"
  | "currency"
  | "failure_reason"
  | "metadata"
  | "pending_reason"
  | "reason"
  | "status"
> & { charge: string | null; payment_intent: string };
export type Dispute = Pick<
  Stripe.Dispute,
  "id" | "object" | "amount" | "created" | "currency" | "livemode" | "metadata" | "reason" | "status"
> & { charge: string; payment_intent: string; evidence_details: { due_by: number | null } };
export type Charge = Pick<
  Stripe.Charge,
  "id" | "object" | "amount" | "created" | "currency" | "livemode" | "metadata" | "paid" | "status"
> & { payment_intent: string };
export type BalanceTransaction = Pick<
  Stripe.BalanceTransaction,
  | "id"
  | "object"
  | "amount"
  | "available_on"
  | "balance_type"
  | "created"
  | "currency"
  | "description"
  | "exchange_rate"
  | "fee"
  | "fee_details"
  | "net"
  | "reporting_category"
  | "status"
  | "type"
> & { source: string | null };
export type Customer = Pick<
  Stripe.Customer,
  "id" | "object" | "email" | "individual_name" | "name" | "phone"
>;
export type Item = Pick<
  Stripe.SubscriptionItem,
  "id" | "object" | "current_period_start" | "current_period_end" | "quantity"
> & { price: Pick<Stripe.Price, "id" | "object" | "currency" | "unit_amount"> & { product: string } };
export type Subscription = Pick<
  Stripe.Subscription,
  | "id"
  | "object"
  | "billing_mode"
  | "cancel_at"
  | "cancel_at_period_end"
  | "canceled_at"
  | "created"
  | "currency"
  | "description"
  | "ended_at"
  | "livemode"
  | "metadata"
  | "pause_collection"
  | "start_date"
  | "status"
> & {
  customer: string;
  latest_invoice: string | null;
  items: { object: "list"; data: Item[]; has_more: false };
};
export type Invoice = Pick<
  Stripe.Invoice,
  | "id"
  | "object"
  | "amount_due"
  | "amount_paid"
  | "attempt_count"
  | "billing_reason"
  | "created"
  | "currency"
  | "hosted_invoice_url"
  | "livemode"
  | "metadata"
  | "period_end"
  | "period_start"
  | "status"
  | "total"
> & {
  customer: string;
  parent: { type: "subscription_details"; subscription_details: { subscription: string } };
  lines: {
    object: "list";
    has_more: false;
    data: { id: string; amount: number; period: { start: number; end: number } }[];
  };
};
export type StripeEvent = Pick<
  Stripe.Event,
  "id" | "object" | "api_version" | "created" | "livemode" | "pending_webhooks" | "type"
> & { data: { object: object }; account?: string };

/** The fake's records. */
type Endpoint = { id: string; created: number; url: string; status: string; enabled_events: string[] };

export type Books = ReturnType<typeof openBooks>;

/** `now` is in milliseconds. */
export function openBooks({ now, origin }: { now: () => number; origin: () => string }) {
  return {
    seconds: () => Math.floor(now() / 1000),
    origin,
    sessions: new Map<string, Session>(),
    /** The parameters that each session was created with. */
    asked: new Map<string, Params>(),
    intents: new Map<string, Intent>(),
    setups: new Map<string, SetupIntent>(),
    cards: new Map<string, Card>(),
    /** The number of each card. */
    numbers: new Map<string, string>(),
    customers: new Map<string, Customer>(),
    /** The customers that somebody deleted in the dashboard. */
    deleted: new Set<string>(),
    refunds: new Map<string, Refund>(),
    disputes: new Map<string, Dispute>(),
    transactions: new Map<string, BalanceTransaction>(),
    subscriptions: new Map<string, Subscription>(),
    invoices: new Map<string, Invoice>(),
    /** The invoice that each payment settles. */
    invoicePayments: new Map<string, string>(),
    events: [] as StripeEvent[],
    /** How the next refunds end; `succeeded` by default. */
    /** The webhooks that somebody set up in the dashboard. */
    endpoints: [] as Endpoint[],
    refundsBegin: "succeeded" as "succeeded" | "pending" | "failed",
    onEvent: (_event: StripeEvent) => {},
  };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** Records an event with a copy of its object. */
export function emit(books: Books, type: Stripe.Event["type"], object: object): void {
  const event: StripeEvent = {
    id: newId("evt"),
    object: "event",
    api_version: "2026-10-28.endive",
    created: books.seconds(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    type,
  };
  books.events.push(event);
  books.onEvent(event);
}
