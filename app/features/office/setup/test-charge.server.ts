import { randomUUID } from "node:crypto";
import { readEndpoints } from "~/features/operations/doctor/facts/payments.server";
import { checkEndpoint } from "~/features/operations/doctor/payments";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readSecret } from "~/features/operations/settings/secrets.server";
import { testStripeKeys } from "~/features/operations/settings/stripe-setup.server";
import { formatCents } from "~/lib/money";
import type { StaffCtx } from "~/platform/context.server";

export type TestChargeOutcome =
  | { ok: true; title: string; description: string }
  /** `message`: what is wrong with the keys, or Stripe's error. */
  | { ok: false; message: string };

/** Cents. More than Stripe's least charge in every common currency. */
const AMOUNT = 1000;

/**
 * Tests the stored Stripe keys, then with test keys makes a real charge of Stripe's test card, which is canceled at once. With
 * live keys nothing is charged. Says also whether Stripe reports to this site.
 */
export async function testCharge(ctx: StaffCtx): Promise<TestChargeOutcome> {
  const keys = await testStripeKeys(ctx);
  if (!keys.ok) return keys;
  const webhook = await readWebhook(ctx);
  if (keys.mode === "live") {
    const description = `Nothing was charged, because that would take real money. ${webhook}`;
    return { ok: true, title: "Your live keys work", description };
  }
  const currency = (await readSettings(ctx))["payments.default_currency"];
  try {
    const gateway = await ctx.payments.named("stripe");
    const key = `test-charge:${randomUUID()}`;
    const answer = await gateway?.tryCharge({ idempotency_key: key, amount: AMOUNT, currency });
    if (answer?.status !== "paid") {
      const reason = answer?.status === "declined" ? answer.reason : "Stripe has not decided it.";
      return { ok: false, message: `Your keys work, but the test charge did not. ${reason}` };
    }
    const description = `Stripe charged its test card ${formatCents(AMOUNT, currency)} and canceled that at once. No money moved. ${webhook}`;
    return { ok: true, title: "The test charge worked", description };
  } catch (err) {
    ctx.log.warn({ err }, "a test charge failed");
    const message =
      "Your keys work, but the test charge got no answer, or the key lacks 'PaymentIntents: Write'. Please try again in a moment.";
    return { ok: false, message };
  }
}

/** Whether Stripe reports to this site, as a sentence. */
async function readWebhook(ctx: StaffCtx): Promise<string> {
  try {
    const secret = (await readSecret(ctx, "payments.stripe_secret_key")) ?? "";
    const endpoints = await readEndpoints(ctx.stripe, secret);
    return checkEndpoint(`${ctx.origin}/api/webhooks/stripe`, endpoints).says;
  } catch (err) {
    ctx.log.warn({ err }, "Stripe's webhooks could not be read");
    return "Whether Stripe reports to this site could not be checked.";
  }
}
