import type { PaymentWay } from "~/platform/payment-gateway";

type Given = {
  /** Whether a secret key of Stripe is stored, in the settings or the environment, even one that can't be opened. */
  secretKey: boolean;
  /** Whether this process may offer the test checkout (TEST_CHECKOUT). */
  testCheckout: boolean;
};

/** How the site takes payment. Where there is a secret key, money is real: the test checkout never steps in. */
export function paymentWay({ secretKey, testCheckout }: Given): PaymentWay {
  if (secretKey) return "stripe";
  return testCheckout ? "test checkout" : "none";
}
