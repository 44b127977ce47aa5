import type { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import { stripeClients } from "~/platform/outside/stripe.server";
import { shapeOf } from "../../../../tests/support/fake-stripe/shapes";
import { fakeStripe } from "../../../../tests/support/stripe";

const fake = await fakeStripe();
const stripe = await stripeClients(fake.url)(fake.secretKey);

const line = (price: object = {}, more: object = {}) => ({
  quantity: 1,
  price_data: { currency: "usd", unit_amount: 5000, product_data: { name: "Cleaning" }, ...price },
  ...more,
});
const create = (more: object = {}, options: Stripe.RequestOptions = {}) =>
  stripe.checkout.sessions.create(
    { mode: "payment", success_url: "https://site.example/ok", line_items: [line()], ...more },
    { maxNetworkRetries: 0, ...options },
  );
const inAnHour = Math.floor(Date.now() / 1000) + 3600;

/** What the project's tests rest on: that its Stripe is as strict as the real one. */
describe("the fake Stripe refuses", () => {
  test.each<[string, object, string]>([
    ["an unknown parameter", { currancy: "usd" }, "currancy"],
    ["one that no longer exists", { payment_method_types: ["card"] }, "payment_method_types"],
    [
      "a misspelt one inside",
      { payment_intent_data: { descripton: "x" } },
      "payment_intent_data[descripton]",
    ],
    [
      "a misspelt one deep inside",
      { line_items: [line({ product_data: { name: "Cleaning", descr: "x" } })] },
      "line_items[0][price_data][product_data][descr]",
    ],
    ["a word that is not among its words", { mode: "pay" }, "mode"],
    ["an old ui_mode", { ui_mode: "hosted" }, "ui_mode"],
    [
      "a part of a cent",
      { line_items: [line({ unit_amount: 50.5 })] },
      "line_items[0][price_data][unit_amount]",
    ],
    [
      "less than nothing",
      { line_items: [line({ unit_amount: -1 })] },
      "line_items[0][price_data][unit_amount]",
    ],
    [
      "a text where a flag must be",
      { phone_number_collection: { enabled: "on" } },
      "phone_number_collection[enabled]",
    ],
    ["a missing one", { name_collection: { individual: { optional: true } } }, "name_collection[individual]"],
    ["a time too near", { expires_at: inAnHour - 1900 }, "expires_at"],
    ["a time too far", { expires_at: inAnHour + 24 * 3600 }, "expires_at"],
    ["an address that is none", { cancel_url: "/back" }, "cancel_url"],
    ["no e-mail address", { customer_email: "ada" }, "customer_email"],
    [
      "a monthly price in a payment",
      { line_items: [line({ recurring: { interval: "month" } })] },
      "line_items[0]",
    ],
  ])("%s", async (_what, more, param) => {
    const error = await create(more).catch((refusal) => refusal);
    expect(error).toMatchObject({ statusCode: 400, param: expect.stringContaining(param) });
  });

  test("a key that was used for something else, and what it doesn't know", async () => {
    const options = { idempotencyKey: "one" };
    const { id } = await create({}, options);
    expect((await create({}, options)).id).toBe(id);
    await expect(create({ locale: "en" }, options)).rejects.toMatchObject({ type: "StripeIdempotencyError" });
    await expect(stripe.refunds.retrieve("re_x")).rejects.toMatchObject({ code: "resource_missing" });
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 404 });
    const deep = { expand: ["payment_intent.latest_charge.refunds.data.charge"] };
    await expect(stripe.checkout.sessions.retrieve(id, deep)).rejects.toMatchObject({ param: "expand" });
  });
});

test("its parameters are those that the SDK declares, to every depth", () => {
  const fieldsOf = (shape: ReturnType<typeof shapeOf>): number => {
    if (shape.is === "list") return fieldsOf(shape.of());
    if (shape.is === "either") return shape.shapes.reduce((sum, one) => sum + fieldsOf(one), 0);
    if (shape.is !== "object") return 0;
    return Object.values(shape.fields).reduce((sum, field) => sum + 1 + fieldsOf(field.shape()), 0);
  };
  expect(fieldsOf(shapeOf("Checkout/Sessions.d.ts", "Checkout.SessionCreateParams"))).toBeGreaterThan(400);
  expect(fieldsOf(shapeOf("Subscriptions.d.ts", "SubscriptionUpdateParams"))).toBeGreaterThan(150);
  expect(fieldsOf(shapeOf("Refunds.d.ts", "RefundCreateParams"))).toBeGreaterThanOrEqual(12);
});

test("events arrive signed: held, reversed, repeated, or not at all", async () => {
  const received: string[] = [];
  const { createServer } = await import("node:http");
  const site = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { type } = stripe.webhooks.constructEvent(
      body,
      String(request.headers["stripe-signature"]),
      fake.webhookSecret,
    );
    received.push(type);
    response.writeHead(received.length === 1 ? 500 : 200).end(); // the first is not taken
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const address = site.address();
  if (!address || typeof address === "string") throw new Error("It does not listen.");
  Object.assign(fake.events.state, { to: `http://127.0.0.1:${address.port}/`, how: "hold" });
  const { id } = await create();
  const payer = { name: "Ada", email: "ada@mail.example", phone: "1" };
  fake.office.pay(id, payer, "bank");
  fake.office.settle(id, "succeed");
  expect(received).toEqual([]);
  fake.events.state.times = 2;
  fake.events.release("reversed");
  await fake.events.arrive();
  expect(received.filter((type) => type.endsWith("async_payment_succeeded")).length).toBeGreaterThanOrEqual(
    2,
  );
  expect(received.filter((type) => type.endsWith(".completed")).length).toBeGreaterThanOrEqual(2);
  expect(received).toHaveLength(5); // two of each, and one again
  fake.events.state.how = "lose";
  await stripe.checkout.sessions.expire((await create()).id);
  await fake.events.arrive();
  expect(received).toHaveLength(5);
  fake.events.state.to = undefined;
  await new Promise((resolve) => site.close(resolve));
  site.closeAllConnections();
});
