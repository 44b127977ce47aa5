import { expect, test } from "vitest";
import { gatewayWorld } from "../../../../tests/support/stripe-gateway";
import { toMovement } from "./movements.server";

const { clock, stripe, gateway, paidBy, paymentOf, refund } = await gatewayWorld();

/** What moved since the test began: what, and how much. */
async function moved(since: Temporal.Instant) {
  return (await gateway.movementsSince(since)).map(({ what, amount }) => [what, amount]);
}

function begin(): Temporal.Instant {
  clock.advance({ hours: 1 });
  return clock.now;
}

test("a refund that fails comes back, under its own id", async () => {
  const since = begin();
  const payment_id = await paymentOf(await paidBy("card"));
  stripe.office.refundsBegin("pending");
  const { id } = await refund(payment_id);
  stripe.office.settleRefund(id ?? "", "failed");
  const [paid, ...rest] = await gateway.movementsSince(since);
  expect(paid).toMatchObject({ what: "payment", amount: 17_252 });
  expect(rest).toEqual([
    { what: "refund", id, payment_id, amount: -5000, currency: "USD", at: since },
    { what: "refund", id, payment_id, amount: 5000, currency: "USD", at: since },
  ]);
});

test("a dispute takes its money without Stripe's fee, and gives it back if it is won", async () => {
  const since = begin();
  const payment_id = await paymentOf(await paidBy("card"));
  const { id } = stripe.office.openDispute(payment_id);
  expect(await moved(since)).toEqual([
    ["payment", 17_252],
    ["dispute", -17_252],
  ]);
  stripe.office.closeDispute(id, "won");
  const all = await gateway.movementsSince(since);
  expect(all.map(({ amount }) => amount)).toEqual([17_252, -17_252, 17_252]);
  expect(all.at(-1)).toMatchObject({ what: "dispute", id, payment_id });
});

test("an inquiry moves nothing until it becomes a dispute", async () => {
  const since = begin();
  const { id } = stripe.office.openInquiry(await paymentOf(await paidBy("card")));
  expect(await moved(since)).toEqual([["payment", 17_252]]);
  stripe.office.escalateInquiry(id);
  expect(await moved(since)).toEqual([
    ["payment", 17_252],
    ["dispute", -17_252],
  ]);
});

test("a payment by bank account has moved when it arrived", async () => {
  const since = begin();
  const [arrives, fails] = [
    await paidBy("bank"),
    await paidBy("bank", { idempotency_key: `fails ${since}` }),
  ];
  expect(await moved(since)).toEqual([]);
  stripe.office.settle(arrives, "succeed");
  stripe.office.settle(fails, "fail");
  expect(await moved(since)).toEqual([["payment", 17_252]]);
});

test("all pages are read, and a key without the right is no empty answer", async () => {
  const since = begin();
  for (let place = 0; place < 101; place += 1) await paidBy("card", { idempotency_key: `${since} ${place}` });
  stripe.asked.length = 0;
  expect(await gateway.movementsSince(since)).toHaveLength(101);
  expect(stripe.asked.map(({ call }) => call)).toEqual([
    "GET /v1/balance_transactions",
    "GET /v1/balance_transactions",
  ]);
  stripe.trouble.add({ kind: 403, of: "GET /v1/balance_transactions" });
  await expect(gateway.movementsSince(since)).rejects.toThrow("Stripe can't be asked");
});

const CHARGE = { object: "charge", id: "py_1", payment_intent: "pi_1", amount: 1000, currency: "usd" };
const TRANSACTION = { amount: 1000, currency: "usd", exchange_rate: null, created: 1_780_000_000 };

test.each([
  ["a payout", { object: "payout", id: "po_1" }],
  ["a fee without a source", null],
  ["a payment that may still fail", { ...CHARGE, status: "pending" }],
  ["a payment that failed", { ...CHARGE, status: "failed" }],
])("%s is left out", (_what, source) => {
  expect(toMovement({ ...TRANSACTION, source } as never)).toBeNull();
});

test("of an account in another currency, the source says how much it was", () => {
  const source = { ...CHARGE, status: "succeeded" };
  const abroad = { ...TRANSACTION, amount: 1400, currency: "cad", exchange_rate: 1.4, source };
  expect(toMovement(abroad as never)).toMatchObject({ id: "pi_1", amount: 1000, currency: "USD" });
  const dispute = { object: "dispute", id: "du_1", charge: "ch_1", payment_intent: null, amount: 1000 };
  const back = { ...abroad, amount: -1400, source: { ...dispute, currency: "usd" } };
  expect(toMovement(back as never)).toMatchObject({ id: "du_1", payment_id: "ch_1", amount: -1000 });
});
