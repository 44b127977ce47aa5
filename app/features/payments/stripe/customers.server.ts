import type { KnownCustomer } from "~/platform/outside/payment-gateway";
import { type Connection, nullIfMissing } from "./connection.server";
import { brandOf } from "./objects";

const STRIPE_CUSTOMER = /^cus_[A-Za-z0-9]+$/;

/** Cards that are read of a customer. */
const MOST_CARDS = 10;

/** A customer at Stripe with their cards, the newest first; null for one that is unknown or was deleted. */
export async function readCustomer({ ask }: Connection, id: string): Promise<KnownCustomer | null> {
  if (!STRIPE_CUSTOMER.test(id)) return null;
  const found = await ask((stripe, options) => stripe.customers.retrieve(id, {}, options)).catch(
    nullIfMissing,
  );
  if (!found || found.deleted) return null;
  const methods = await ask((stripe, options) =>
    stripe.paymentMethods.list({ customer: id, type: "card", limit: MOST_CARDS }, options),
  );
  const cards = methods.data.flatMap(({ card }) =>
    card
      ? [
          {
            brand: brandOf(card.brand),
            last4: card.last4,
            exp_month: card.exp_month,
            exp_year: card.exp_year,
          },
        ]
      : [],
  );
  return { id, email: found.email?.toLowerCase() ?? null, cards };
}
