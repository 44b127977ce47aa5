import { beforeEach, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { openVault } from "~/platform/auth/vault.server";
import { aRequest, openSession, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { sign } from "../../../../tests/support/fake-stripe/delivery";
import { fakeStripe } from "../../../../tests/support/stripe";

const stripe = await fakeStripe();
const plain = await testWorld({ stripe: stripe.url });
const { pool, ctx, clock, clear } = plain;
const withKeys = await testWorld({
  stripe: stripe.url,
  stripeKeys: { secretKey: "sk_test_process", webhookSecret: "whsec_process" },
});

beforeEach(async () => {
  await clear();
  await withKeys.clear();
});

const setSecret = (name: string, value: string, { vault } = ctx()) =>
  setSetting(pool, `payments.${name}`, vault.seal(value, `payments.${name}`));
const inUse = async (of = ctx()) => (await of.payments.current())?.provider;
const body = JSON.stringify({
  id: "evt_1",
  object: "event",
  type: "checkout.session.completed",
  livemode: false,
  data: { object: { id: "cs_1" } },
});
const believes = async (secret: string, of = ctx()) => {
  const gateway = await of.payments.named("stripe");
  const signature = sign(secret, body, clock.now.epochMilliseconds);
  return Boolean(await gateway?.verifyEvent(body, signature, clock.now));
};

test("Stripe is in use as long as a secret key is stored: a missing publishable key brings no test checkout back", async () => {
  expect(await inUse()).toBe("test-checkout");
  expect(await ctx().payments.named("stripe")).toBeNull();
  await setSetting(pool, "payments.stripe_public_key", "pk_test_birch");
  expect(await inUse()).toBe("test-checkout");
  await setSecret("stripe_secret_key", stripe.secretKey);
  expect(await inUse()).toBe("stripe");
  await setSetting(pool, "payments.stripe_public_key", "");
  expect(await inUse()).toBe("stripe");
  await pool.query("delete from admin_settings where key = 'stripe_public_key'");
  expect(await inUse()).toBe("stripe");
});

test("what was begun at the test checkout is still asked there", async () => {
  const session = await openSession(ctx());
  await setSetting(pool, "payments.stripe_public_key", "pk_test_birch");
  await setSecret("stripe_secret_key", stripe.secretKey);
  expect(await ctx().payments.readSession(session)).toMatchObject({ id: session, status: "open" });
  expect(await ctx().payments.expireSession(session)).toMatchObject({ status: "expired" });
});

test("the keys of the process serve until the settings have both", async () => {
  expect(await inUse(withKeys.ctx())).toBe("stripe");
  expect(await believes("whsec_process", withKeys.ctx())).toBe(true);
  await setSetting(withKeys.pool, "payments.stripe_public_key", "pk_live_birch");
  await setSetting(
    withKeys.pool,
    "payments.stripe_secret_key",
    ctx().vault.seal("sk_live_birch", "payments.stripe_secret_key"),
  );
  expect(await inUse(withKeys.ctx())).toBe("stripe");
  expect(await believes("whsec_process", withKeys.ctx()), "an event of test mode").toBe(false);
});

test("events are believed with the secret of the settings, and none without any", async () => {
  await setSetting(pool, "payments.stripe_public_key", "pk_test_birch");
  await setSecret("stripe_secret_key", stripe.secretKey);
  expect(await believes("whsec_office")).toBe(false);
  await setSecret("stripe_webhook_secret", "whsec_office");
  expect(await believes("whsec_office")).toBe(true);
  expect(await believes("whsec_other")).toBe(false);
});

test("with a key that can't be opened nobody pays: the test checkout must not step in", async () => {
  await setSetting(pool, "payments.stripe_public_key", "pk_live_birch");
  const vault = openVault("another secret of another installation");
  await setSecret("stripe_secret_key", "sk_live_birch", { ...ctx(), vault });
  expect(await inUse()).toBe("stripe");
  const outcome = await createPayment(ctx(), { request: aRequest(), draft_id: null });
  expect(outcome).toMatchObject({ ok: false, status: 503, message: "Failed to create payment session" });
});
