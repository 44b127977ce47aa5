type Keys = { stripe_public_key?: string; stripe_secret_key?: string };

/** Which of Stripe's two keys would be missing after a form is saved, and what to do; null when both or none are set. */
export function whyHalfSet(
  form: Keys,
  isSecretStored: boolean,
): { field: keyof Keys; message: string } | null {
  const hasSecret = Boolean(form.stripe_secret_key) || isSecretStored;
  if (Boolean(form.stripe_public_key) === hasSecret) return null;
  if (!hasSecret) {
    const message = "Please enter the secret key too: Stripe needs both keys";
    return { field: "stripe_secret_key", message };
  }
  const message = form.stripe_secret_key
    ? "Please enter the publishable key too: Stripe needs both keys"
    : "Please enter the publishable key: the secret key is set, and Stripe needs both. To stop using Stripe, remove the secret key.";
  return { field: "stripe_public_key", message };
}

/** Why two keys can't be those of one Stripe account, in words; null when they may be. The form checks how each begins. */
export function whyNotAPair(publicKey: string, secretKey: string): string | null {
  if (!publicKey || !secretKey) return "Save both keys first.";
  const isTest = (key: string) => /^[a-z]+_test_/.test(key);
  return isTest(publicKey) === isTest(secretKey)
    ? null
    : "One of the keys is a test key, the other one a live key.";
}
