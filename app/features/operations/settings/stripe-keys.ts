type Keys = { stripe_public_key?: string; stripe_secret_key?: string };

/** A secret key as it is stored; a key that was stored under another APP_SECRET can't be read. */
export type StoredKey = { key: string | null } | null;

/** Why Stripe's two keys can't be saved like this, and what to do; null when they are a pair, or none is set. */
export function whyRefused(form: Keys, stored: StoredKey): { field: keyof Keys; message: string } | null {
  const hasSecret = Boolean(form.stripe_secret_key) || stored !== null;
  const secret = form.stripe_secret_key || stored?.key;
  if (form.stripe_public_key && secret) {
    const wrong = whyNotAPair(form.stripe_public_key, secret);
    const message = `${wrong} Please enter two test keys or two live keys.`;
    return wrong
      ? { field: form.stripe_secret_key ? "stripe_secret_key" : "stripe_public_key", message }
      : null;
  }
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
  return isTestKey(publicKey) === isTestKey(secretKey)
    ? null
    : "One of the keys is a test key and the other is a live key.";
}

/** Whether no money moves with it. */
export function isTestKey(key: string): boolean {
  return /^[a-z]+_test_/.test(key);
}
