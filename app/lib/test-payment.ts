/** The provider of orders that are paid at the built-in test checkout. */
export const TEST_PROVIDER = "test-checkout";

/** Whether a payment through this provider is only a test: no card is charged, and no money moves. */
export function isTestPayment(provider: string | null | undefined): boolean {
  return provider === TEST_PROVIDER;
}

/** How every mail about such a payment is marked. */
export const TEST_NOTICE = "Test payment: no card is charged, and no money moves.";
