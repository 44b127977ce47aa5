import { expect, test } from "vitest";
import type { CheckoutRequest } from "~/platform/outside/payment-gateway";
import { sessionParams } from "./session-parameters";

const request = (lines: CheckoutRequest["lines"], more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  idempotency_key: "key",
  reference: "order",
  amount: lines.reduce((sum, { amount }) => sum + amount, 0),
  currency: "USD",
  lines,
  summary: ["Deep Cleaning", "Monday"],
  customer_name: null,
  customer_email: null,
  customer_phone: null,
  success_url: "https://site.example/ok",
  cancel_url: "https://site.example/no",
  expires_at: Temporal.Instant.from("2026-06-01T12:31:00Z"),
  recurring: false,
  ...more,
});
const itemsOf = (...given: Parameters<typeof request>) =>
  (sessionParams(request(...given)).line_items ?? []).map(({ price_data }) => [
    price_data?.product_data?.name,
    price_data?.unit_amount,
    price_data?.product_data?.description,
  ]);

test("each line is an item, and the first says what is bought", () => {
  expect(
    itemsOf([
      { label: "3 hours", amount: 15_900 },
      { label: "Tax", amount: 1352 },
    ]),
  ).toEqual([
    ["3 hours", 15_900, "Deep Cleaning · Monday"],
    ["Tax", 1352, undefined],
  ]);
});

test("a line of nothing is left out; one that takes off makes all of them one item", () => {
  expect(
    itemsOf([
      { label: "3 hours", amount: 15_900 },
      { label: "Welcome", amount: 0 },
    ]),
  ).toEqual([["3 hours", 15_900, "Deep Cleaning · Monday"]]);
  expect(
    itemsOf([
      { label: "3 hours", amount: 15_900 },
      { label: "Discount", amount: -900 },
    ]),
  ).toEqual([["Deep Cleaning", 15_000, "Deep Cleaning · Monday · 3 hours: 159.00 · Discount: -9.00"]]);
});

test("long words are cut, not refused", () => {
  const [[name = "", , description = ""] = []] = itemsOf([{ label: "a".repeat(300), amount: 100 }], {
    summary: ["b".repeat(600)],
  });
  expect([String(name).length, String(description).length]).toEqual([250, 500]);
});

test("lines that don't make the sum, and currencies without hundredths, are an error of ours", () => {
  const lines = [{ label: "3 hours", amount: 15_900 }];
  expect(() => sessionParams(request(lines, { amount: 15_901 }))).toThrow(/make 15900, and not 15901/);
  expect(() => sessionParams(request(lines, { currency: "MGA" }))).toThrow(/MGA/);
});

test("the same request makes the same parameters", () => {
  const lines = [{ label: "3 hours", amount: 15_900 }];
  expect(JSON.stringify(sessionParams(request(lines)))).toBe(JSON.stringify(sessionParams(request(lines))));
});

const CONSENT = "We charge this card after the visit.";

test("a checkout of nothing only saves a card, beside what the customer agrees to", () => {
  const params = sessionParams(request([], { consent: CONSENT, customer_email: "ada@mail.example" }));
  expect(params).toMatchObject({
    mode: "setup",
    currency: "usd",
    allowed_payment_method_types: ["card"],
    custom_text: { submit: { message: CONSENT } },
    customer_creation: "always",
    customer_email: "ada@mail.example",
  });
  expect(params).not.toHaveProperty("line_items");
  expect(params).not.toHaveProperty("phone_number_collection");
});

test("a deposit is charged, and its card is saved with the customer", () => {
  const deposit = request([{ label: "Deposit", amount: 5000 }], { consent: CONSENT });
  expect(sessionParams(deposit, "cus_1")).toMatchObject({
    mode: "payment",
    customer: "cus_1",
    payment_intent_data: { setup_future_usage: "off_session" },
    custom_text: { submit: { message: CONSENT } },
  });
  expect(sessionParams(deposit, "cus_1")).not.toHaveProperty("customer_creation");
  expect(sessionParams(request([{ label: "Visit", amount: 5000 }])).payment_intent_data).not.toHaveProperty(
    "setup_future_usage",
  );
});
