import { expect, test } from "vitest";
import type { SavedCard } from "~/platform/outside/payment-gateway";
import type { Trouble } from "../../../../tests/support/fake-stripe/trouble";
import { gatewayWorld, ORDER, PAYER } from "../../../../tests/support/stripe-gateway";

const { clock, stripe, gateway, open, idempotencyKey, keysOf } = await gatewayWorld();
const CHARGE = "POST /v1/payment_intents";

async function aCard(number?: string): Promise<SavedCard> {
  const { id } = await open({ amount: 0, lines: [], consent: "We charge this card after the visit." });
  stripe.office.pay(id, PAYER, "card", number);
  const card = (await gateway.readSession(id))?.card;
  if (!card) throw new Error("No card was saved.");
  return card;
}

const charge = ({ customer_id, method_id }: SavedCard) =>
  gateway.chargeCard({
    ...{ idempotency_key: idempotencyKey("card"), reference: ORDER, customer_id, method_id },
    ...{ amount: 15_900, currency: "USD", description: "Order #1042" },
  });

/** What Stripe took from a card's customer. */
const taken = ({ customer_id }: SavedCard) =>
  [...stripe.books.intents.values()].filter(
    (one) => one.customer === customer_id && one.status === "succeeded",
  );

test.each<[string, Trouble]>([
  ["fails before it is done", { kind: 500, of: CHARGE }],
  ["is done and its answer is lost", { kind: "drop", when: "after", of: CHARGE }],
  ["is done and a failure is kept for its key", { kind: 500, when: "after", of: CHARGE }],
  ["is not done and a failure is kept for its key", { kind: 500, when: "instead", of: CHARGE }],
  ["takes too long", { kind: "time out", when: "after", of: CHARGE }],
  ["comes too often", { kind: 429, times: 2, of: CHARGE }],
])("a charge that %s takes the money once", async (_, trouble) => {
  const card = await aCard();
  stripe.trouble.add(trouble);
  const first = await charge(card).catch(() => null);
  const second = await charge(card);
  expect(second).toMatchObject({ status: "paid" });
  if (first) expect(first).toEqual(second);
  expect(taken(card)).toHaveLength(1);
});

test("a charge is found by its key when Stripe has forgotten the key", async () => {
  const card = await aCard();
  const first = await charge(card);
  clock.advance({ hours: 30 });
  stripe.forgetKeys();
  expect(await charge(card)).toEqual(first);
  expect(taken(card)).toHaveLength(1);
  expect(keysOf(CHARGE)).toEqual([idempotencyKey("card")]);
});

test("a declined card is declined with the same key for good, and charged with another", async () => {
  const card = await aCard("4000000000000341");
  expect(await charge(card)).toEqual({
    ...{ status: "declined", reason: "Stripe: Your card was declined.", needs_customer: false },
  });
  stripe.forgetKeys();
  expect(await charge(card)).toMatchObject({ status: "declined" });
  expect(keysOf(CHARGE)).toHaveLength(1);
});

test("the bank's wish that the customer confirms is told", async () => {
  const card = await aCard("4000002500003155");
  expect(await charge(card)).toMatchObject({ status: "declined", needs_customer: true });
});

test("a test charge holds money of Stripe's test card, lets it go, and leaves no movement", async () => {
  const before = stripe.books.transactions.size;
  const answer = await gateway.tryCharge({
    ...{ idempotency_key: idempotencyKey("try"), amount: 1000, currency: "USD" },
  });
  expect(answer).toMatchObject({ status: "paid" });
  const id = answer?.status === "paid" ? answer.payment_id : "";
  expect(stripe.books.intents.get(id)).toMatchObject({ amount: 1000, status: "canceled" });
  expect(stripe.books.transactions.size).toBe(before);
});
