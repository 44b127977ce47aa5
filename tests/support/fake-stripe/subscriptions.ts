import { ApiError, missing } from "./api-error.ts";
import {
  type Books,
  emit,
  type Intent,
  type Invoice,
  type Item,
  newId,
  type Session,
  type Subscription,
} from "./books.ts";
import { openIntent } from "./intents.ts";
import type { Params } from "./params.ts";

/** The subscription of a completed checkout, with its first invoice. */
export function startSubscription(
  books: Books,
  session: Session,
  { intent, paid }: { intent: Intent; paid: boolean },
): void {
  const customer = session.customer ?? newId("cus");
  const { name = null, email = null, phone = null } = session.customer_details ?? {};
  books.customers.set(customer, { id: customer, object: "customer", name: name ?? undefined, email, phone });
  const start = books.seconds();
  const asked = books.asked.get(session.id)?.subscription_data;
  const subscription: Subscription = {
    id: newId("sub"),
    object: "subscription",
    billing_mode: { type: "flexible", flexible: null },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    created: start,
    currency: session.currency ?? "",
    customer,
    description: asked?.description ?? null,
    ended_at: null,
    items: {
      object: "list",
      has_more: false,
      data: (books.asked.get(session.id)?.line_items ?? []).map((line: Params) =>
        newItem(line.price_data, line.quantity ?? 1, {
          current_period_start: start,
          current_period_end: nextEnd(start, start),
        }),
      ),
    },
    latest_invoice: null,
    livemode: false,
    metadata: asked?.metadata ?? {},
    pause_collection: null,
    start_date: start,
    status: "active", // also while a slow payment is processing
  };
  books.subscriptions.set(subscription.id, subscription);
  const invoice = newInvoice(books, subscription, session.amount_total ?? 0, "subscription_create");
  books.invoicePayments.set(invoice.id, intent.id);
  Object.assign(session, { customer, subscription: subscription.id, invoice: invoice.id });
  emit(books, "customer.subscription.created", subscription);
  if (paid) markPaid(books, invoice);
}

/** Ends a slow first payment of a subscription. If it failed, its invoice can still be paid. */
export function subscriptionPaid(books: Books, session: Session, succeeded: boolean): void {
  const subscription = subscriptionOf(books, session.subscription ?? "");
  const invoice = invoiceOf(books, session.invoice ?? "");
  if (succeeded) markPaid(books, invoice);
  else failInvoice(books, invoice.id);
  emit(books, "customer.subscription.updated", subscription);
}

export function updateSubscription(books: Books, id: string, params: Params): Subscription {
  const subscription = subscriptionOf(books, id);
  if (subscription.status === "canceled") {
    throw new ApiError(400, { message: "A canceled subscription can only update its cancellation_details." });
  }
  if ("cancel_at_period_end" in params) {
    const [item] = subscription.items.data;
    subscription.cancel_at_period_end = params.cancel_at_period_end;
    subscription.cancel_at = params.cancel_at_period_end ? (item?.current_period_end ?? null) : null;
  }
  if ("pause_collection" in params) {
    const pause = params.pause_collection;
    subscription.pause_collection = pause
      ? { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null }
      : null;
  }
  if (params.items) changeItems(subscription, params);
  Object.assign(subscription.metadata, params.metadata ?? {});
  emit(books, "customer.subscription.updated", subscription);
  return subscription;
}

/** Changes and deletes items. Only 'proration_behavior: none' is known here: anything else would make more invoices. */
function changeItems(subscription: Subscription, { items, proration_behavior }: Params): void {
  if (proration_behavior !== "none")
    throw new ApiError(400, { message: "This fake doesn't prorate.", param: "proration_behavior" });
  for (const { id, deleted, price_data, quantity } of items) {
    const index = subscription.items.data.findIndex((item) => item.id === id);
    const known = subscription.items.data[index];
    if (!known) throw missing("subscription_item", id);
    if (deleted) subscription.items.data.splice(index, 1);
    else subscription.items.data[index] = { ...newItem(price_data, quantity ?? 1, known), id };
  }
  if (subscription.items.data.length === 0)
    throw new ApiError(400, { message: "A subscription must have at least one active plan." });
}

type Period = Pick<Item, "current_period_start" | "current_period_end">;

function newItem(
  price_data: Params,
  quantity: number,
  { current_period_start, current_period_end }: Period,
): Item {
  const { currency, unit_amount, product = newId("prod") } = price_data;
  return {
    id: newId("si"),
    object: "subscription_item",
    current_period_start,
    current_period_end,
    quantity,
    price: { id: newId("price"), object: "price", currency, unit_amount, product },
  };
}

/** What a month costs by the subscription's items. */
function monthOf({ items }: Subscription): number {
  return items.data.reduce((sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity, 0);
}

/** Sets an end in Stripe's dashboard. */
export function cancelAt(books: Books, id: string, at: number): Subscription {
  const subscription = subscriptionOf(books, id);
  subscription.cancel_at = at;
  emit(books, "customer.subscription.updated", subscription);
  return subscription;
}

export function cancelSubscription(books: Books, id: string): Subscription {
  const subscription = subscriptionOf(books, id);
  if (subscription.status === "canceled") throw missing("subscription", id);
  const now = books.seconds();
  Object.assign(subscription, { status: "canceled", canceled_at: now, ended_at: now });
  emit(books, "customer.subscription.deleted", subscription);
  return subscription;
}

/**
 * Ends the month and charges the next one, unless the subscription ends or is paused. Stripe charges an hour later; "draft"
 * stops within that hour.
 */
export function advance(books: Books, id: string, how: "pay" | "fail" | "draft" = "pay"): Subscription {
  const subscription = subscriptionOf(books, id);
  if (subscription.cancel_at_period_end) return cancelSubscription(books, id);
  if (subscription.status === "canceled") throw new ApiError(400, { message: "It has ended." });
  for (const item of subscription.items.data) {
    item.current_period_start = item.current_period_end;
    item.current_period_end = nextEnd(subscription.start_date, item.current_period_start);
  }
  const invoice = newInvoice(books, subscription, monthOf(subscription), "subscription_cycle");
  Object.assign(invoice, { status: "draft", hosted_invoice_url: null });
  emit(books, "invoice.created", invoice);
  if (how !== "draft") finalize(books, invoice.id, how);
  emit(books, "customer.subscription.updated", subscription);
  return subscription;
}

/** Ends the hour of a draft: charges it, or voids it if the subscription is paused by now. */
export function finalize(books: Books, id: string, how: "pay" | "fail" = "pay"): Invoice {
  const invoice = invoiceOf(books, id);
  if (invoice.status !== "draft") throw new ApiError(400, { message: "Only drafts can be finalized." });
  const { pause_collection: pause } = subscriptionOf(books, invoice.parent.subscription_details.subscription);
  const [line] = invoice.lines.data;
  const isPaused = pause && (pause.resumes_at ?? Number.POSITIVE_INFINITY) > (line?.period.start ?? 0);
  invoice.status = isPaused ? "void" : "open";
  invoice.hosted_invoice_url = `${books.origin()}/i/${id}`;
  if (isPaused) emit(books, "invoice.voided", invoice);
  else if (how === "pay") payInvoice(books, id);
  else failInvoice(books, id);
  return invoice;
}

/** Pays an invoice, by charge or on its own page. */
export function payInvoice(books: Books, id: string): Invoice {
  const invoice = invoiceOf(books, id);
  if (invoice.status !== "open") throw new ApiError(400, { message: "Invoice is already paid or void." });
  const intent = openIntent(books, { amount: invoice.total, currency: invoice.currency }, true);
  books.invoicePayments.set(invoice.id, intent.id);
  markPaid(books, invoice);
  const subscription = subscriptionOf(books, invoice.parent.subscription_details.subscription);
  if (subscription.status !== "canceled") subscription.status = "active";
  return invoice;
}

export function voidInvoice(books: Books, id: string): Invoice {
  const invoice = invoiceOf(books, id);
  if (invoice.status !== "open") throw new ApiError(400, { message: "Only open invoices can be voided." });
  invoice.status = "void";
  return invoice;
}

/** Stripe's automatic retry of an open invoice, which also fails. */
export function retryInvoice(books: Books, id: string): void {
  if (invoiceOf(books, id).status !== "open") throw new ApiError(400, { message: "It is not open." });
  failInvoice(books, id);
}

function failInvoice(books: Books, id: string): void {
  const invoice = invoiceOf(books, id);
  invoice.attempt_count += 1;
  subscriptionOf(books, invoice.parent.subscription_details.subscription).status = "past_due";
  emit(books, "invoice.payment_failed", invoice);
}

function markPaid(books: Books, invoice: Invoice): void {
  const attempt_count = Math.max(1, invoice.attempt_count);
  Object.assign(invoice, { status: "paid", amount_paid: invoice.total, attempt_count });
  emit(books, "invoice.paid", invoice);
}

function newInvoice(
  books: Books,
  subscription: Subscription,
  amount: number,
  billing_reason: Invoice["billing_reason"],
): Invoice {
  const id = newId("in");
  const [item] = subscription.items.data;
  const start = item?.current_period_start ?? books.seconds();
  const invoice: Invoice = {
    id,
    object: "invoice",
    amount_due: amount,
    amount_paid: 0,
    attempt_count: 0,
    billing_reason,
    created: books.seconds(),
    currency: subscription.currency,
    customer: subscription.customer,
    hosted_invoice_url: `${books.origin()}/i/${id}`,
    lines: {
      object: "list",
      has_more: false,
      data: [{ id: newId("il"), amount, period: { start, end: item?.current_period_end ?? start } }],
    },
    livemode: false,
    metadata: {},
    parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
    period_end: start, // looks back, as Stripe's does
    period_start: start,
    status: "open",
    total: amount,
  };
  books.invoices.set(id, invoice);
  subscription.latest_invoice = id;
  return invoice;
}

export function subscriptionOf(books: Books, id: string): Subscription {
  const subscription = books.subscriptions.get(id);
  if (!subscription) throw missing("subscription", id);
  return subscription;
}

export function invoiceOf(books: Books, id: string): Invoice {
  const invoice = books.invoices.get(id);
  if (!invoice) throw missing("invoice", id);
  return invoice;
}

export function listInvoices(books: Books, { subscription, status }: Params): Invoice[] {
  return [...books.invoices.values()]
    .filter((one) => !subscription || one.parent.subscription_details.subscription === subscription)
    .filter((one) => !status || one.status === status)
    .reverse();
}

/** The first end of a month after `seconds`. Months begin on the anchor's day, or on the last day of a shorter month. */
function nextEnd(anchor: number, seconds: number): number {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor * 1000).toZonedDateTimeISO("UTC");
  for (let months = 1; ; months += 1) {
    const end = Math.floor(start.add({ months }).epochMilliseconds / 1000);
    if (end > seconds) return end;
  }
}
