import { randomUUID } from "node:crypto";
import type { Stripe } from "stripe";
import { type Invoice, InvoiceStaysOpen, type Subscription } from "~/platform/outside/payment-gateway";
import { type Connection, Forbidden, isMissing, nullIfMissing, Refused } from "./connection.server";
import { idOf, secondsOf, toInvoice, toSubscription } from "./objects";

export async function readSubscription({ ask }: Connection, id: string): Promise<Subscription | null> {
  return ask((stripe, options) => stripe.subscriptions.retrieve(id, {}, options)).then(
    toSubscription,
    nullIfMissing,
  );
}

export function pauseSubscription(connection: Connection, id: string, resumesAt: Temporal.Instant | null) {
  const resumes_at = resumesAt ? secondsOf(resumesAt) : undefined;
  return change(connection, id, {
    pause_collection: { behavior: "void", ...(resumes_at && { resumes_at }) },
  });
}

export function resumeSubscription(connection: Connection, id: string) {
  return change(connection, id, { pause_collection: "" });
}

/**
 * Puts one price in the place of all: the first item's product, with the whole amount. Nothing is prorated, so it counts from
 * the next invoice on.
 */
export async function changePrice(connection: Connection, id: string, amount: number) {
  const found = await connection
    .ask((stripe, options) => stripe.subscriptions.retrieve(id, {}, options))
    .catch(nullIfMissing);
  const [kept, ...others] = found?.items.data ?? [];
  const product = idOf(kept?.price.product);
  if (!found || !kept || !product || toSubscription(found).status === "ended")
    return found && toSubscription(found);
  const price = {
    currency: found.currency,
    product,
    unit_amount: amount,
    recurring: { interval: "month" as const },
  };
  return change(connection, id, {
    items: [
      { id: kept.id, quantity: 1, price_data: price },
      ...others.map((item) => ({ id: item.id, deleted: true })),
    ],
    proration_behavior: "none",
  });
}

export async function endSubscription(connection: Connection, id: string, when: "now" | "period end") {
  if (when === "period end") return change(connection, id, { cancel_at_period_end: true });
  const ended = await write(connection, id, (stripe, options) =>
    stripe.subscriptions.cancel(id, {}, options),
  );
  if (ended)
    await voidOpenInvoices(connection, id).catch((error) => {
      throw error instanceof Forbidden ? new InvoiceStaysOpen(error.message) : error;
    });
  return ended;
}

/** Voids open invoices: Stripe leaves those of an ended subscription payable. */
async function voidOpenInvoices({ ask }: Connection, subscription: string): Promise<void> {
  const params = { subscription, status: "open", limit: 24 } as const;
  const { data } = await ask((stripe, options) => stripe.invoices.list(params, options));
  for (const { id } of data) {
    await ask((stripe, options) => stripe.invoices.voidInvoice(id, {}, options), `void:${id}`).catch(
      (error) => {
        if (!(error instanceof Refused)) throw error; // it is being paid
      },
    );
  }
}

function change(connection: Connection, id: string, params: Stripe.SubscriptionUpdateParams) {
  return write(connection, id, (stripe, options) => stripe.subscriptions.update(id, params, options));
}

/**
 * Sets a subscription's state. This is idempotent without a key; a stable key would return the answer to an earlier
 * pause. An ended subscription is returned as it is.
 */
async function write(
  connection: Connection,
  id: string,
  call: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<Stripe.Subscription>,
): Promise<Subscription | null> {
  try {
    return toSubscription(await connection.ask(call, randomUUID()));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const now = await readSubscription(connection, id);
    if (now === null || now.status === "ended" || isMissing(error.refusal)) return now;
    throw error;
  }
}

export async function readInvoice({ ask }: Connection, id: string): Promise<Invoice | null> {
  const params = { expand: ["payments"] };
  return ask((stripe, options) => stripe.invoices.retrieve(id, params, options)).then(
    toInvoice,
    nullIfMissing,
  );
}

/** Returns the newest invoices, newest first. */
export async function listInvoices({ ask }: Connection, subscription: string): Promise<Invoice[]> {
  const params = { subscription, limit: 24, expand: ["data.payments"] };
  const page = await ask((stripe, options) => stripe.invoices.list(params, options)).catch(nullIfMissing);
  return (page?.data ?? []).flatMap((invoice) => toInvoice(invoice) ?? []);
}
