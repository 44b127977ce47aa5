import type { Stripe } from "stripe";
import { nullIfMissing } from "./ask.server";
import type { Connection } from "./connection.server";

type Page = { limit: number; starting_after?: string };

/** Everything that a list of Stripe's has, the oldest first; nothing when what it is a list of is unknown there. */
export async function listAll<Thing extends { id: string }>(
  { ask }: Connection,
  list: (stripe: Stripe, page: Page, options: Stripe.RequestOptions) => Promise<Stripe.ApiList<Thing>>,
): Promise<Thing[]> {
  const all: Thing[] = [];
  for (;;) {
    const last = all.at(-1);
    const from: Page = { limit: 100, ...(last && { starting_after: last.id }) };
    const page = await ask((stripe, options) => list(stripe, from, options)).catch(nullIfMissing);
    all.push(...(page?.data ?? []));
    if (!page?.has_more) return all.reverse();
  }
}
