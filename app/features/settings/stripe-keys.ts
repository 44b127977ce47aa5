/** Why two keys can't be those of one Stripe account, in words; null when they may be. The form checks how each begins. */
export function whyNotAPair(publicKey: string, secretKey: string): string | null {
  if (!publicKey || !secretKey) return "Save both keys first.";
  const isTest = (key: string) => /^[a-z]+_test_/.test(key);
  return isTest(publicKey) === isTest(secretKey)
    ? null
    : "One of the keys is a test key, the other one a live key.";
}
