import type { Stripe } from "stripe";
import { ask, PATIENCE, type Patience } from "./ask.server";
import type { Breaker } from "./breaker.server";

/** A way to ask Stripe. `key` is the idempotency key of what is to be written. */
export type Connection = {
  ask: <Answer>(
    call: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<Answer>,
    key?: string,
  ) => Promise<Answer>;
  now: () => Temporal.Instant;
};

type Options = {
  client: () => Promise<Stripe>;
  now: () => Temporal.Instant;
  patience?: Patience;
  breaker?: Breaker;
};

export function stripeConnection({
  client,
  now,
  patience = PATIENCE,
  breaker = (call) => call(),
}: Options): Connection {
  return {
    now,
    ask: async (call, key) => {
      const stripe = await client();
      return breaker(() => ask(patience, (options) => call(stripe, options), key));
    },
  };
}
