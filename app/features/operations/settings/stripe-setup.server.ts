import { and, eq, inArray } from "drizzle-orm";
import type { Stripe } from "stripe";
import { admin_settings } from "~/db/schema/settings";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx, Ctx } from "~/platform/context.server";
import type { StripeKeys } from "~/platform/stripe.server";
import { readSettings } from "./queries.server";
import { readSecret } from "./secrets.server";
import { isTestKey, whyNotAPair } from "./settings";

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

/** Of nothing that exists: a key with the right is told so (404), one without is refused (403), and nothing changes. */
const NONE = "none_rights_check";

/** What the site asks of Stripe, by the names that Stripe's page of restricted keys has for it. */
const RIGHTS: Record<string, (stripe: Stripe) => Promise<unknown>> = {
  "Balance: Read": ({ balance }) => balance.retrieve(),
  "Charges and Refunds: Write": ({ refunds }) => refunds.update(NONE, {}),
  "Checkout Sessions: Write": ({ checkout }) => checkout.sessions.expire(NONE),
  "Customers: Write": ({ customers }) => customers.update(NONE, {}),
  "Disputes: Read": ({ disputes }) => disputes.list({ limit: 1 }),
  "Invoices: Write": ({ invoices }) => invoices.voidInvoice(NONE),
  "PaymentIntents: Read": ({ paymentIntents }) => paymentIntents.list({ limit: 1 }),
  "Subscriptions: Write": ({ subscriptions }) => subscriptions.update(NONE, {}),
};

/** The rights that a key lacks. Throws what Stripe throws when it doesn't know the key, or can't be asked. */
async function missingRights(stripe: Stripe): Promise<string[]> {
  const rights = Object.entries(RIGHTS);
  const allowed = await Promise.all(rights.map(([, probe]) => probe(stripe).then(() => true, isAllowed)));
  return rights.flatMap(([right], index) => (allowed[index] ? [] : [right]));
}

function isAllowed(error: unknown): boolean {
  const { statusCode = 0 } = error as { statusCode?: number };
  if (statusCode === 403) return false;
  if (statusCode === 400 || statusCode === 404) return true;
  throw error;
}

export type TestStripeOutcome =
  | { ok: true; mode: "test" | "live" }
  /** `message`: what is wrong with the keys, or what Stripe said. */
  | { ok: false; message: string };

/**
 * Asks Stripe whether it knows the secret key of the settings as they are stored and lets it do all that the site needs, and
 * looks that both keys are of one kind.
 */
export async function testStripeKeys(ctx: AdminCtx): Promise<TestStripeOutcome> {
  const outcome = await test(ctx);
  await recordAudit(ctx.db, ctx, {
    action: "settings.test_stripe",
    entity: "settings",
    entity_id: "payments",
    details: { known: outcome.ok },
  });
  return outcome;
}

async function test(ctx: AdminCtx): Promise<TestStripeOutcome> {
  const settings = await readSettings(ctx);
  try {
    const secret = (await readSecret(ctx, "payments.stripe_secret_key")) ?? "";
    const wrong = whyNotAPair(settings["payments.stripe_public_key"], secret);
    if (wrong) return { ok: false, message: wrong };
    const missing = await missingRights(await ctx.stripe(secret));
    return missing.length === 0
      ? { ok: true, mode: isTestKey(secret) ? "test" : "live" }
      : { ok: false, message: lacks(missing) };
  } catch (error) {
    return { ok: false, message: wordsOf(error) };
  }
}

function lacks(missing: string[]): string {
  return `Stripe knows this key, but the key lacks permissions that the site needs. Add these to it in Stripe: ${missing.join(", ")}.`;
}

function wordsOf(error: unknown): string {
  const type = error instanceof Error && "type" in error ? error.type : "";
  if (type === "StripeAuthenticationError") return "Stripe doesn't recognize this secret key. Copy it again.";
  if (type === "StripeConnectionError") return "Stripe could not be reached. Please try again in a moment.";
  return error instanceof Error ? error.message.slice(0, 400) : "Stripe gave no reason.";
}
