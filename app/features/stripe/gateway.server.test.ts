import { beforeEach, describe, expect, test } from "vitest";
import { type CheckoutRequest, ProviderUnavailable } from "~/platform/payment-gateway";
import { stripeClients } from "~/platform/stripe.server";
import { testClock } from "../../../tests/support/clock";
import type { Trouble } from "../../../tests/support/fake-stripe/trouble";
import { fakeStripe } from "../../../tests/support/stripe";
import { stripeGateway } from "./gateway.server";

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
const ORDER = "4e4a7f6c-5d0f-4f4e-9d57-2f3f4b1d6a10";
const PAYER = { name: "Ada Birch", email: "ada@mail.example", phone: "(603) 555-0101" };
const CREATE = "POST /v1/checkout/sessions";
const REFUND = "POST /v1/refunds";

let count = 0;
beforeEach(() => {
  count += 1;
  stripe.asked.length = 0;
  stripe.trouble.clear();
  stripe.office.refundsBegin("succeeded");
});

const request = (more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  idempotency_key: `checkout:${count}`,
  reference: ORDER,
  amount: 17_252,
  currency: "USD",
  lines: [
    { label: "3 hours at $53", amount: 15_900 },
    { label: "Tax", amount: 1352 },
  ],
  summary: ["Regular Cleaning", "Monday, June 8, 2026, 8:00 AM"],
  customer_email: "ada@mail.example",
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
const ANOTHER = () => ({ idempotency_key: `another:${count}` });
const paymentOf = async (id: string) => (await gateway.readSession(id))?.payment_id ?? "";
const refund = (payment_id: string, amount = 5000) =>
  gateway.refund({ payment_id, amount, idempotency_key: `refund:${count}` });
const keysOf = (call: string) => stripe.asked.filter((one) => one.call === call).map(({ key }) => key);

describe("a checkout", () => {
  test("is asked for in so many words", async () => {
    const { id, url } = await open();
    expect(url).toBe(`${stripe.url}/c/pay/${id}`);
    expect(new Set(keysOf(CREATE))).toEqual(new Set([`checkout:${count}`]));
    expect(stripe.books.asked.get(id)).toEqual({
      mode: "payment",
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: "usd",
            unit_amount: 15_900,
            product_data: {
              name: "3 hours at $53",
              description: "Regular Cleaning · Monday, June 8, 2026, 8:00 AM",
            },
          },
        },
        { quantity: 1, price_data: { currency: "usd", unit_amount: 1352, product_data: { name: "Tax" } } },
      ],
      client_reference_id: ORDER,
      metadata: { order: ORDER },
      payment_intent_data: { metadata: { order: ORDER }, description: "Regular Cleaning" },
      customer_email: "ada@mail.example",
      name_collection: { individual: { enabled: true, optional: false } },
      phone_number_collection: { enabled: true },
      adaptive_pricing: { enabled: false },
      success_url: "https://site.example/payment-success?session_id={CHECKOUT_SESSION_ID}",
      cancel_url: `https://site.example/payment-canceled?order=${ORDER}`,
      expires_at: clock.now.epochMilliseconds / 1000 + 31 * 60,
    });
  });

  test("that comes too late is told from every other refusal", async () => {
    const expires_at = clock.now.add({ minutes: 29 });
    expect(await gateway.createSession(request({ expires_at }))).toBe("none");
    await expect(open({ expires_at: clock.now.add({ hours: 25 }) })).rejects.toThrow(/expires_at/);
    await expect(open({ amount: 20, lines: [{ label: "Little", amount: 20 }] })).rejects.toThrow(/too_small/);
    expect((await open()).id).toMatch(/^cs_/); // the refusals were not kept for the key
  });

  test("does without an address that Stripe doesn't like", async () => {
    const { id } = await open({ customer_email: "ada@localhost" });
    expect(stripe.books.sessions.get(id)?.customer_email).toBeNull();
    const expires_at = clock.now.add({ minutes: 5 });
    expect(await gateway.createSession(request({ customer_email: "ada@localhost", expires_at }))).toBe(
      "none",
    );
  });

  test("asked for with other words under the same key has a key of its own", async () => {
    const { id } = await open();
    const other = await open({ summary: ["Deep Cleaning"] });
    expect(other.id).not.toBe(id);
    expect(await open({ summary: ["Deep Cleaning"] })).toEqual(other);
    expect(await open()).toMatchObject({ id });
  });
});

describe("a Stripe in trouble", () => {
  const passing: [string, Trouble][] = [
    ["a 500", { kind: 500 }],
    ["a 503", { kind: 503 }],
    ["too many requests", { kind: 429 }],
    ["a conflict", { kind: 409 }],
    ["a dropped connection", { kind: "drop" }],
    ["an answer that is lost", { kind: "drop", when: "after" }],
    ["a time-out", { kind: "time out" }],
    ["a time-out after the work", { kind: "time out", when: "after" }],
  ];

  test.each(passing)(
    "is asked again after %s, with the same key, and makes one session",
    async (_what, wrong) => {
      const before = stripe.books.sessions.size;
      stripe.trouble.add({ times: 2, of: CREATE, ...wrong });
      const { id } = await open();
      expect((await gateway.readSession(id))?.status).toBe("open");
      expect(new Set(keysOf(CREATE))).toEqual(new Set([`checkout:${count}`]));
      expect(keysOf(CREATE).length).toBeGreaterThan(1);
      expect(stripe.books.sessions.size).toBe(before + 1);
    },
  );

  test.each(passing)(
    "that goes on with %s is unavailable for now, and a second try works",
    async (_what, wrong) => {
      stripe.trouble.add({ ...wrong, when: "before", times: 20 });
      const started = performance.now();
      await expect(gateway.createSession(request())).rejects.toThrow(ProviderUnavailable);
      await expect(gateway.readSession("cs_test_1")).rejects.toThrow(ProviderUnavailable);
      expect(performance.now() - started).toBeLessThan(4000);
      stripe.trouble.clear();
      expect((await open()).id).toMatch(/^cs_/);
    },
  );

  test("that has kept a failure of its own, but made the session, has that session found", async () => {
    const before = stripe.books.sessions.size;
    await open({ idempotency_key: `another:${count}`, reference: "another order" });
    stripe.trouble.add({ kind: 500, when: "after", of: CREATE });
    const session = await open();
    expect(await open()).toEqual(session);
    expect(stripe.books.sessions.get(session.id)?.url).toBe(session.url);
    expect(stripe.books.sessions.size).toBe(before + 2);
  });

  test("that has kept a failure of its own, and made nothing, says so for as long as it keeps it", async () => {
    const expires_at = clock.now.add({ minutes: 32 }); // sessions of other tests are open, too
    stripe.trouble.add({ kind: 500, when: "instead", of: CREATE });
    for (const _ of ["once", "again"]) {
      expect(await gateway.createSession(request({ expires_at }))).toBe("none");
    }
    expect((await open({ expires_at, idempotency_key: `another:${count}` })).id).toMatch(/^cs_/);
  });

  test("that isn't there is unavailable", async () => {
    const nowhere = gatewayWith(stripe.secretKey, "http://127.0.0.1:9");
    await expect(nowhere.createSession(request())).rejects.toThrow(ProviderUnavailable);
  });

  test("that doesn't know the key is unavailable, and the key is not told", async () => {
    const error = await gatewayWith("sk_test_oak").readSession("cs_test_1").catch(String);
    expect(error).toMatch(/can't be asked: StripeAuthenticationError, 401/);
    expect(error).not.toContain("sk_test");
  });
});

describe("a payment that takes days", () => {
  test("is under way, then paid", async () => {
    const id = await paidBy("bank");
    expect(await gateway.readSession(id)).toMatchObject({
      status: "processing",
      payment_id: null,
      customer: PAYER,
    });
    stripe.office.settle(id, "succeed");
    expect(await gateway.readSession(id)).toMatchObject({
      status: "paid",
      payment_id: expect.stringMatching(/^pi_/),
    });
  });

  test("is under way, then failed", async () => {
    const id = await paidBy("bank");
    stripe.office.settle(id, "fail");
    expect(await gateway.readSession(id)).toMatchObject({ status: "failed", payment_id: null });
    expect(await gateway.expireSession(id)).toMatchObject({ status: "failed" });
  });
});

describe("a refund", () => {
  test.each([
    { kind: "drop", when: "after" },
    { kind: "time out", when: "after" },
    { kind: 500, when: "after" },
    { kind: 500, when: "instead" },
    { kind: 409, when: "before" },
    { kind: 429, when: "before" },
  ] as const)("is given once, whatever goes wrong: $kind $when", async (wrong) => {
    const payment = await paymentOf(await paidBy("card"));
    stripe.trouble.add({ ...wrong, of: REFUND });
    const given = await refund(payment);
    expect(given.status).toBe("completed");
    expect(await refund(payment)).toEqual(given);
    expect(await gateway.listRefunds(payment)).toEqual([
      { refund: given, key: `refund:${count}`, payment_id: payment, amount: 5000 },
    ]);
  });

  test("is the same days later, when Stripe has forgotten the key", async () => {
    const payment = await paymentOf(await paidBy("card"));
    const first = await refund(payment);
    stripe.forgetKeys();
    expect(await refund(payment)).toEqual(first);
  });

  test("is told as it stands: under way, completed, failed, cancelled", async () => {
    const payment = await paymentOf(await paidBy("card"));
    stripe.office.refundsBegin("pending");
    const { id, status } = await refund(payment);
    expect(status).toBe("pending");
    const read = async () => (await gateway.readRefund(id ?? ""))?.refund;
    stripe.office.settleRefund(id ?? "", "failed");
    expect(await read()).toEqual({ status: "failed", id, reason: "Stripe: lost or stolen card." });
    stripe.office.settleRefund(id ?? "", "canceled");
    expect(await read()).toMatchObject({ status: "cancelled", id });
    stripe.office.settleRefund(id ?? "", "succeeded");
    expect(await read()).toEqual({ status: "completed", id });
  });

  test("that Stripe refuses says why", async () => {
    const payment = await paymentOf(await paidBy("card"));
    expect(await refund(payment, 20_000)).toEqual({
      status: "failed",
      id: null,
      reason: "Stripe: Refund amount ($200.00) is greater than unrefunded amount on charge ($172.52)",
    });
  });

  test("of Stripe's own office has no key of ours, and all of many are listed, the oldest first", async () => {
    const payment = await paymentOf(await paidBy("card"));
    const given = Array.from({ length: 120 }, () => stripe.office.refund(payment, 1));
    const list = await gateway.listRefunds(payment);
    expect(list.map(({ refund }) => refund.id)).toEqual(given.map(({ id }) => id));
    expect(list[0]).toMatchObject({ key: null, amount: 1, payment_id: payment });
  });
});

test("a dispute is read from when it opens to how it ends", async () => {
  const payment = await paymentOf(await paidBy("card"));
  const { id } = stripe.office.openDispute(payment, 10_000);
  expect(await gateway.readDispute(id)).toEqual({
    id,
    payment_id: payment,
    amount: 10_000,
    currency: "USD",
    status: "open",
    reason: "product not received",
    evidence_due_at: clock.now.add({ hours: 7 * 24 }),
    opened_at: clock.now,
  });
  expect(await refund(payment)).toMatchObject({
    status: "failed",
    reason: expect.stringMatching(/charged back/),
  });
  stripe.office.closeDispute(id, "lost");
  expect((await gateway.readDispute(id))?.status).toBe("lost");
});

test("disputes are listed of one payment, and of all since a time, the oldest first", async () => {
  const [one, other] = [
    await paymentOf(await paidBy("card")),
    await paymentOf(await paidBy("card", ANOTHER())),
  ];
  const ids = [one, other, one].map((payment) => {
    clock.advance({ minutes: 1 });
    return stripe.office.openDispute(payment, 100).id;
  });
  const idsOf = (disputes: { id: string }[]) => disputes.map(({ id }) => id);
  expect(idsOf(await gateway.listDisputes(one))).toEqual([ids[0], ids[2]]);
  expect(idsOf(await gateway.disputesSince(clock.now.subtract({ minutes: 1 })))).toEqual([ids[1], ids[2]]);
  clock.advance({ minutes: -3 });
});

describe("a plan", () => {
  const subscribe = async (by: "card" | "bank" = "card") => {
    const session = await gateway.readSession(await paidBy(by, { recurring: true }));
    return { ...session, subscription: session?.subscription_id ?? "", invoice: session?.invoice_id ?? "" };
  };

  test("is asked for as a monthly price, and its order stands on the subscription", async () => {
    const { id = "" } = await subscribe();
    const asked = stripe.books.asked.get(id);
    expect(asked).toMatchObject({
      mode: "subscription",
      subscription_data: { metadata: { order: ORDER }, billing_mode: { type: "flexible" } },
    });
    expect(asked?.payment_intent_data).toBeUndefined();
    for (const { price_data } of asked?.line_items ?? [])
      expect(price_data.recurring).toEqual({ interval: "month" });
  });

  test("has a subscription and a first charge, which can be refunded", async () => {
    const { status, payment_id, subscription, invoice } = await subscribe();
    expect({ status, payment_id }).toEqual({ status: "paid", payment_id: expect.stringMatching(/^pi_/) });
    const month = { period_start: clock.now, period_end: Temporal.Instant.from("2026-07-01T12:00:00Z") };
    expect(await gateway.readSubscription(subscription)).toEqual({
      id: subscription,
      status: "active",
      ...month,
      ends_at: null,
      paused: false,
    });
    expect(await gateway.readInvoice(invoice)).toEqual({
      id: invoice,
      subscription_id: subscription,
      status: "paid",
      amount: 17_252,
      currency: "USD",
      tries: 1,
      payment_id,
      ...month,
      url: `${stripe.url}/i/${invoice}`,
    });
    expect(await refund(payment_id ?? "")).toMatchObject({ status: "completed" });
  });

  test("whose first money takes days is under way until it comes", async () => {
    const { id = "", status, subscription } = await subscribe("bank");
    expect([status, subscription]).toEqual(["processing", ""]);
    stripe.office.settle(id, "fail");
    const running = [...stripe.books.subscriptions.values()].at(-1);
    expect(running?.status).toBe("past_due");
    expect(await gateway.readSession(id)).toMatchObject({ status: "failed", subscription_id: running?.id });
  });

  test.each(["active", "incomplete"] as const)(
    "in status %s is judged by its first payment",
    async (status) => {
      const { id = "" } = await subscribe("bank");
      const subscription = [...stripe.books.subscriptions.values()].at(-1);
      const intent = [...stripe.books.intents.values()].at(-1);
      Object.assign(subscription ?? {}, { status });
      expect((await gateway.readSession(id))?.status).toBe("processing");
      Object.assign(intent ?? {}, { status: "requires_payment_method" });
      expect((await gateway.readSession(id))?.status).toBe("failed");
      stripe.office.payInvoice(stripe.books.sessions.get(id)?.invoice ?? "");
      expect(await gateway.readSession(id)).toMatchObject({
        status: "paid",
        payment_id: expect.stringMatching(/^pi_/),
        invoice_id: expect.stringMatching(/^in_/),
      });
    },
  );

  test("whose month is over waits an hour as a draft before it is charged", async () => {
    const { subscription } = await subscribe();
    stripe.office.advance(subscription, "draft");
    const [draft] = await gateway.listInvoices(subscription);
    expect(draft).toMatchObject({ status: "draft", url: null, tries: 0 });
    expect((await gateway.readSubscription(subscription))?.status).toBe("active");
    stripe.office.finalize(draft?.id ?? "", "fail");
    expect((await gateway.readSubscription(subscription))?.status).toBe("past_due");
  });

  test("is charged month by month; a charge that fails can be paid later", async () => {
    const { subscription, invoice } = await subscribe();
    stripe.office.advance(subscription, "fail");
    expect(await gateway.readSubscription(subscription)).toMatchObject({
      status: "past_due",
      period_start: Temporal.Instant.from("2026-07-01T12:00:00Z"),
    });
    const [second, first] = await gateway.listInvoices(subscription);
    expect(first?.id).toBe(invoice);
    expect(second).toMatchObject({
      status: "open",
      tries: 1,
      payment_id: null,
      period_start: Temporal.Instant.from("2026-07-01T12:00:00Z"),
      period_end: Temporal.Instant.from("2026-08-01T12:00:00Z"),
    });
    stripe.office.retryInvoice(second?.id ?? "");
    expect((await gateway.readInvoice(second?.id ?? ""))?.tries).toBe(2);
    stripe.office.payInvoice(second?.id ?? "");
    expect((await gateway.readSubscription(subscription))?.status).toBe("active");
    expect(await gateway.readInvoice(second?.id ?? "")).toMatchObject({ status: "paid" });
  });

  test("begun on the 31st ends its months on the last of shorter ones, and on the 31st again", async () => {
    clock.set("2026-08-31T12:00:00Z");
    const { subscription } = await subscribe();
    const ends = [];
    for (const _ of [1, 2, 3]) {
      stripe.office.advance(subscription);
      ends.push((await gateway.readSubscription(subscription))?.period_end.toString().slice(0, 10));
    }
    expect(ends).toEqual(["2026-10-31", "2026-11-30", "2026-12-31"]);
  });

  test("that has ended leaves nothing to pay", async () => {
    const { subscription } = await subscribe();
    stripe.office.advance(subscription, "fail");
    expect(await gateway.endSubscription(subscription, "now")).toMatchObject({ status: "ended" });
    const statuses = (await gateway.listInvoices(subscription)).map(({ status }) => status);
    expect(statuses).toEqual(["void", "paid"]);
  });

  test("pauses, resumes and ends, each as often as one likes", async () => {
    const { subscription } = await subscribe();
    const until = clock.now.add({ hours: 24 * 45 });
    for (let n = 0; n < 2; n += 1) {
      expect(await gateway.pauseSubscription(subscription, until)).toMatchObject({ paused: true });
    }
    expect(stripe.books.subscriptions.get(subscription)?.pause_collection).toEqual({
      behavior: "void",
      resumes_at: until.epochMilliseconds / 1000,
    });
    stripe.office.advance(subscription);
    expect((await gateway.listInvoices(subscription))[0]?.status).toBe("void");
    expect(await gateway.resumeSubscription(subscription)).toMatchObject({ paused: false });
    expect(await gateway.resumeSubscription(subscription)).toMatchObject({ paused: false });
    expect(await gateway.pauseSubscription(subscription, null)).toMatchObject({ paused: true });
    expect(await gateway.endSubscription(subscription, "period end")).toMatchObject({
      status: "active",
      ends_at: expect.any(Temporal.Instant),
    });
    expect(await gateway.endSubscription(subscription, "now")).toMatchObject({ status: "ended" });
    expect(await gateway.endSubscription(subscription, "now")).toMatchObject({ status: "ended" });
    expect(await gateway.pauseSubscription(subscription, null)).toMatchObject({ status: "ended" });
  });
});
