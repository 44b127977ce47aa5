import { and, eq, inArray } from "drizzle-orm";
import type { Stripe } from "stripe";
import { admin_settings } from "~/db/schema/settings";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { StripeKeys } from "~/platform/outside/stripe.server";
import { readSettings } from "./queries.server";
import { readSecret } from "./secrets.server";
import { isTestKey, keyPairError } from "./settings";

/** `secretKey` is null if it was encrypted with another APP_SECRET. Payments then wait until it is set again. */
export type StripeSetup = { secretKey: string | null; webhookSecrets: string[] };

/**
 * Stripe's keys: from the settings once both are set, otherwise from the environment. A secret key alone still selects
 * Stripe, so that real payments never go to the test checkout. Null without a secret key.
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

/** An id that doesn't exist. A key with the permission gets 404, one without gets 403, and nothing changes. */
const NONE = "none_rights_check";

/** Permissions that the site needs, by their names on Stripe's page for restricted keys. */
const PERMISSIONS: Record<string, (stripe: Stripe) => Promise<unknown>> = {
  "Balance: Read": ({ balance }) => balance.retrieve(),
  "Balance Transaction Sources: Read": ({ balanceTransactions }) =>
    balanceTransactions.list({ limit: 1, expand: ["data.source"] }),
  "Charges and Refunds: Write": ({ refunds }) => refunds.update(NONE, {}),
  "Checkout Sessions: Write": ({ checkout }) => checkout.sessions.expire(NONE),
  "Customers: Write": ({ customers }) => customers.update(NONE, {}),
  "Disputes: Read": ({ disputes }) => disputes.list({ limit: 1 }),
  "Invoices: Write": ({ invoices }) => invoices.voidInvoice(NONE),
  "PaymentIntents: Read": ({ paymentIntents }) => paymentIntents.list({ limit: 1 }),
  "Subscriptions: Write": ({ subscriptions }) => subscriptions.update(NONE, {}),
};

/** Lists the permissions that a key formatMissing. Throws Stripe's error if the key is unknown or Stripe can't be reached. */
async function missingPermissions(stripe: Stripe): Promise<string[]> {
  const permissions = Object.entries(PERMISSIONS);
  const allowed = await Promise.all(
    permissions.map(([, probe]) => probe(stripe).then(() => true, isAllowed)),
  );
  return permissions.flatMap(([right], index) => (allowed[index] ? [] : [right]));
}

function isAllowed(error: unknown): boolean {
  const { statusCode = 0 } = error as { statusCode?: number };
  if (statusCode === 403) return false;
  if (statusCode === 400 || statusCode === 404) return true;
  throw error;
}

export type TestStripeOutcome =
  | { ok: true; mode: "test" | "live" }
  /** `message`: what is wrong with the keys, or Stripe's error. */
  | { ok: false; message: string };

/**
 * Tests the stored Stripe keys: whether Stripe knows the secret key, whether it has all permissions, and whether both keys
 * are of the same mode.
 */
export async function testStripeKeys(ctx: StaffCtx): Promise<TestStripeOutcome> {
  const outcome = await test(ctx);
  await recordAudit(ctx.db, ctx, {
    action: "settings.test_stripe",
    entity: "settings",
    entity_id: "payments",
    details: { known: outcome.ok },
  });
  return outcome;
}

async function test(ctx: StaffCtx): Promise<TestStripeOutcome> {
  const settings = await readSettings(ctx);
  try {
    const secret = (await readSecret(ctx, "payments.stripe_secret_key")) ?? "";
    const wrong = keyPairError(settings["payments.stripe_public_key"], secret);
    if (wrong) return { ok: false, message: wrong };
    const missing = await missingPermissions(await ctx.stripe(secret));
    return missing.length === 0
      ? { ok: true, mode: isTestKey(secret) ? "test" : "live" }
      : { ok: false, message: formatMissing(missing) };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

function formatMissing(missing: string[]): string {
  return `Stripe knows this key, but the key lacks permissions that the site needs. Add these to it in Stripe: ${missing.join(", ")}.`;
}

function messageOf(error: unknown): string {
  const type = error instanceof Error && "type" in error ? error.type : "";
  if (type === "StripeAuthenticationError") return "Stripe doesn't recognize this secret key. Copy it again.";
  if (type === "StripeConnectionError") return "Stripe could not be reached. Please try again in a moment.";
  return error instanceof Error ? error.message.slice(0, 400) : "Stripe gave no reason.";
}
