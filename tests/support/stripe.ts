import { afterAll } from "vitest";
import { startFakeStripe } from "./fake-stripe/server.ts";

type Options = { secretKey?: string; webhookSecret?: string; now?: () => number };

/** Something that answers like Stripe, for one test file; see fake-stripe/server.ts for what it can be told. */
export async function fakeStripe({
  secretKey = "sk_test_birch",
  webhookSecret = "whsec_birch",
  now,
}: Options = {}) {
  const stripe = await startFakeStripe({ secretKey, webhookSecret, now, retryMs: [20, 50, 100] });
  afterAll(stripe.close);
  return stripe;
}
