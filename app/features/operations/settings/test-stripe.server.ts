import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { readSettings } from "./reads.server";
import { readSecret } from "./secrets.server";
import { isTestKey, whyNotAPair } from "./stripe-keys";
import { missingRights } from "./stripe-rights.server";

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
