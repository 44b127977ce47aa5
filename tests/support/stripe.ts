import { afterAll } from "vitest";
import { startFakeStripe } from "./fake-stripe/server.ts";

type Options = { secretKey?: string; webhookSecret?: string; now?: () => number };

/** A fake Stripe for one test file; see fake-stripe/server.ts. */
export async function fakeStripe({
  secretKey = "sk_test_birch",
  webhookSecret = "whsec_birch",
  now,
}: Options = {}) {
  const stripe = await startFakeStripe({ secretKey, webhookSecret, now, retryMs: [20, 50, 100] });
  afterAll(stripe.close);
  return stripe;
}
