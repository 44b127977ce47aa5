import { and, eq, inArray } from "drizzle-orm";
import { admin_settings } from "~/db/schema/settings";
import type { Ctx } from "~/platform/context.server";
import type { StripeKeys } from "~/platform/stripe.server";

/** `secretKey` is null when it was stored under another APP_SECRET: payments wait until it is set once more. */
export type StripeSetup = { secretKey: string | null; webhookSecrets: string[] };

/**
 * The keys of Stripe: those of the settings once both are set, else those of the process. A secret key that stands alone
 * in the settings still means Stripe: real money must not go to a test. Null without any secret key.
 */
export async function readStripeSetup(
  { db, vault }: Pick<Ctx, "db" | "vault">,
  process: StripeKeys,
): Promise<StripeSetup | null> {
  const rows = await db
    .select({ key: admin_settings.key, value: admin_settings.value })
    .from(admin_settings)
    .where(
      and(
        eq(admin_settings.category, "payments"),
        inArray(admin_settings.key, ["stripe_public_key", "stripe_secret_key", "stripe_webhook_secret"]),
      ),
    )
    .prepare("keys of Stripe")
    .execute();
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const isSet = Boolean(stored.stripe_secret_key && (stored.stripe_public_key || !process.secretKey));
  if (!isSet && !process.secretKey) return null;
  const open = (key: string) => (stored[key] ? vault.open(stored[key], `payments.${key}`) : null);
  const webhookSecret = open("stripe_webhook_secret") ?? process.webhookSecret;
  return {
    secretKey: isSet ? open("stripe_secret_key") : (process.secretKey ?? null),
    webhookSecrets: webhookSecret ? [webhookSecret] : [],
  };
}
