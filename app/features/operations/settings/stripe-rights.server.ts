import type { Stripe } from "stripe";

/** Of nothing that exists: a key with the right is told so (404), one without is refused (403), and nothing changes. */
const NONE = "none_rights_check";

/** What the site asks of Stripe, by the names that Stripe's page of restricted keys has for it. */
const RIGHTS: Record<string, (stripe: Stripe) => Promise<unknown>> = {
  "Balance: Read": ({ balance }) => balance.retrieve(),
  "Charges and Refunds: Write": ({ refunds }) => refunds.update(NONE, {}),
  "Checkout Sessions: Write": ({ checkout }) => checkout.sessions.expire(NONE),
  "Customers: Write": ({ customers }) => customers.update(NONE, {}),
  "Disputes: Read": ({ disputes }) => disputes.list({ limit: 1 }),
  "Invoices: Write": ({ invoices }) => invoices.voidInvoice(NONE),
  "PaymentIntents: Read": ({ paymentIntents }) => paymentIntents.list({ limit: 1 }),
  "Subscriptions: Write": ({ subscriptions }) => subscriptions.update(NONE, {}),
};

/** The rights that a key lacks. Throws what Stripe throws when it doesn't know the key, or can't be asked. */
export async function missingRights(stripe: Stripe): Promise<string[]> {
  const rights = Object.entries(RIGHTS);
  const allowed = await Promise.all(rights.map(([, probe]) => probe(stripe).then(() => true, isAllowed)));
  return rights.flatMap(([right], index) => (allowed[index] ? [] : [right]));
}

function isAllowed(error: unknown): boolean {
  const { statusCode = 0 } = error as { statusCode?: number };
  if (statusCode === 403) return false;
  if (statusCode === 400 || statusCode === 404) return true;
  throw error;
}
