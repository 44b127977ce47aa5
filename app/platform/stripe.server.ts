import type { Stripe } from "stripe";

/** A client of Stripe's API with this secret key. */
export type StripeClients = (secretKey: string) => Promise<Stripe>;

const PATIENCE_MS = 10_000;

/** `base` points the clients elsewhere than to Stripe, as tests do. The SDK is loaded with the first client. */
export function stripeClients(base: string | undefined): StripeClients {
  const { hostname, port, protocol } = new URL(base ?? "https://api.stripe.com");
  const elsewhere = {
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    protocol: protocol === "http:" ? ("http" as const) : ("https" as const),
  };
  return async (secretKey) => {
    const { default: Client } = await import("stripe");
    return new Client(secretKey, {
      ...elsewhere,
      timeout: PATIENCE_MS,
      maxNetworkRetries: 1,
      telemetry: false,
    });
  };
}
