import { readStripeSetup } from "~/features/operations/settings/stripe-setup.server";
import type { Ctx } from "~/platform/context.server";
import { type PaymentGateway, ProviderUnavailable } from "~/platform/payment-gateway";
import type { StripeClients, StripeKeys } from "~/platform/stripe.server";
import type { Patience } from "./ask.server";
import { openBreaker } from "./breaker.server";
import { stripeGateway } from "./gateway.server";

type World = Pick<Ctx, "db" | "vault"> & {
  clients: StripeClients;
  /** Those of the process, for as long as the settings have none. */
  keys: StripeKeys;
  now: () => Temporal.Instant;
  patience?: Patience;
  /** How long a Stripe that doesn't answer is left alone, in milliseconds. */
  restMs?: number;
};

/**
 * Stripe with the keys as they are now, whichever process has changed them; null without any. With a key that can't be
 * opened it is still Stripe that answers, with a refusal: the test checkout, which charges nobody, must not step in.
 */
export function stripeProvider({ clients, keys, now, patience, restMs, ...world }: World) {
  const breaker = openBreaker(restMs);
  return async (): Promise<PaymentGateway | null> => {
    const setup = await readStripeSetup(world, keys);
    if (!setup) return null;
    const { secretKey, webhookSecrets } = setup;
    return stripeGateway({
      client: async () => {
        if (secretKey) return clients(secretKey);
        throw new ProviderUnavailable("Stripe's secret key can't be opened: set it again in the settings");
      },
      livemode: !/^[a-z]+_test_/.test(secretKey ?? ""),
      webhookSecrets,
      now,
      patience,
      breaker,
    });
  };
}
