import type { Stripe } from "stripe";

/** A client of Stripe's API with this secret key. */
export type StripeClients = (secretKey: string) => Promise<Stripe>;

/** Keys from the environment, used unless the settings have some. */
export type StripeKeys = { secretKey?: string; webhookSecret?: string };

const PATIENCE_MS = 10_000;

/**
 * Makes clients at `base` (for tests) or Stripe's own address. Loads the SDK with the first client and keeps the newest
 * client, because a site has one key at a time.
 */
export function stripeClients(base: string | undefined): StripeClients {
  const { hostname, port, protocol } = new URL(base ?? "https://api.stripe.com");
  const elsewhere = {
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    protocol: protocol === "http:" ? ("http" as const) : ("https" as const),
  };
  let newest: { secretKey: string; client: Promise<Stripe> } | undefined;
  const open = async (secretKey: string) => {
    const { default: Client } = await import("stripe");
    return new Client(secretKey, {
      ...elsewhere,
      timeout: PATIENCE_MS,
      maxNetworkRetries: 1,
      telemetry: false,
    });
  };
  return (secretKey) => {
    if (newest?.secretKey !== secretKey) newest = { secretKey, client: open(secretKey) };
    return newest.client;
  };
}
