import { beforeEach } from "vitest";
import { stripeGateway } from "~/features/payments/stripe/gateway.server";
import type { CheckoutRequest } from "~/platform/outside/payment-gateway";
import { stripeClients } from "~/platform/outside/stripe.server";
import { testClock } from "./clock";
import { fakeStripe } from "./stripe";

/** The order of every checkout here. */
export const ORDER = "4e4a7f6c-5d0f-4f4e-9d57-2f3f4b1d6a10";
/** The customer at the hosted page. */
export const PAYER = { name: "Ada Birch", email: "ada@mail.example", phone: "(603) 555-0101" };

/** Our gateway with a fake Stripe behind it. */
export async function gatewayWorld() {
  const clock = testClock("2026-06-01T12:00:00Z");
  const stripe = await fakeStripe({ now: () => clock.now.epochMilliseconds });
  const gatewayWith = (secretKey: string, base = stripe.url) =>
    stripeGateway({
      client: () => stripeClients(base)(secretKey),
      livemode: false,
      webhookSecrets: [stripe.webhookSecret],
      now: () => clock.now,
      patience: { tries: 3, firstPauseMs: 5, answerMs: 400, wholeMs: 2500 },
    });
  const gateway = gatewayWith(stripe.secretKey);

  let count = 0;
  beforeEach(() => {
    count += 1;
    stripe.asked.length = 0;
    stripe.trouble.clear();
    stripe.office.refundsBegin("succeeded");
  });

  /** A new value in each test. */
  const idempotencyKey = (what: string) => `${what}:${count}`;
  const request = (more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
    idempotency_key: idempotencyKey("checkout"),
    reference: ORDER,
    amount: 17_252,
    currency: "USD",
    lines: [
      { label: "3 hours at $53", amount: 15_900 },
      { label: "Tax", amount: 1352 },
    ],
    summary: ["Regular Cleaning", "Monday, June 8, 2026, 8:00 AM"],
    customer_name: null,
    customer_email: "ada@mail.example",
    customer_phone: null,
    success_url: "https://site.example/payment-success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "https://site.example/payment-canceled?session_id={CHECKOUT_SESSION_ID}",
    expires_at: clock.now.add({ minutes: 31 }),
    recurring: false,
    ...more,
  });
  const open = async (more: Partial<CheckoutRequest> = {}) => {
    const session = await gateway.createSession(request(more));
    if (session === "none") throw new Error("No session came of it.");
    return session;
  };
  const paidBy = async (by: "card" | "bank", more: Partial<CheckoutRequest> = {}) => {
    const { id } = await open(more);
    stripe.office.pay(id, PAYER, by);
    return id;
  };
  const another = () => ({ idempotency_key: idempotencyKey("another") });
  const paymentOf = async (id: string) => (await gateway.readSession(id))?.payment_id ?? "";
  const refund = (payment_id: string, amount = 5000) =>
    gateway.refund({ payment_id, amount, idempotency_key: idempotencyKey("refund") });
  const keysOf = (call: string) => stripe.asked.filter((one) => one.call === call).map(({ key }) => key);

  return {
    clock,
    stripe,
    gateway,
    gatewayWith,
    request,
    open,
    paidBy,
    another,
    paymentOf,
    refund,
    keysOf,
    idempotencyKey,
  };
}
