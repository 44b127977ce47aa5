import { describe, expect, test } from "vitest";
import { ProviderUnavailable } from "~/platform/outside/payment-gateway";
import type { Trouble } from "../../../../tests/support/fake-stripe/trouble";
import { gatewayWorld, ORDER, PAYER } from "../../../../tests/support/stripe-gateway";

const world = await gatewayWorld();
const { clock, stripe, gateway, gatewayWith, request, open, paidBy } = world;
const { another, paymentOf, refund, keysOf, idempotencyKey } = world;
const CREATE = "POST /v1/checkout/sessions";
const REFUND = "POST /v1/refunds";

describe("a checkout", () => {
  test("is asked for in so many words", async () => {
    const { id, url } = await open();
    expect(url).toBe(`${stripe.url}/c/pay/${id}`);
    expect(new Set(keysOf(CREATE))).toEqual(new Set([idempotencyKey("checkout")]));
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

  describe("is filled in with what is known of who pays", () => {
    const known = { customer_name: "Ada Lovelace", customer_phone: "(603) 555-0110 x7" };
    const asked = (id: string) => stripe.books.asked.get(id);
    const customerOf = (id: string) =>
      stripe.books.customers.get(stripe.books.sessions.get(id)?.customer ?? "");

    test("name, email and phone, as one customer of the same day", async () => {
      const { id } = await open(known);
      expect(customerOf(id)).toMatchObject({
        name: "Ada Lovelace",
        individual_name: "Ada Lovelace",
        email: "ada@mail.example",
        phone: "+16035550110",
      });
      expect(asked(id)).not.toHaveProperty("customer_email");
      const other = await open({ ...known, idempotency_key: idempotencyKey("another booking") });
      expect(customerOf(other.id)).toBe(customerOf(id));
      expect(await open(known)).toMatchObject({ id });
    });

    test("also for a plan, and with a name alone", async () => {
      const { id } = await open({ customer_name: "Ada Lovelace", recurring: true });
      expect(customerOf(id)).toMatchObject({ name: "Ada Lovelace", phone: null });
    });

    test("but with the email alone when the key may make no customers, or Stripe won't have this one", async () => {
      stripe.trouble.add({ kind: 403, of: "POST /v1/customers" });
      const { id } = await open(known);
      expect(asked(id)).toMatchObject({ customer_email: "ada@mail.example" });
      expect(asked(id)).not.toHaveProperty("customer");
      const other = await open({
        ...known,
        customer_email: "ada@localhost",
        idempotency_key: idempotencyKey("other"),
      });
      expect(asked(other.id)).not.toHaveProperty("customer_email");
    });

    test("and with the email alone when its customer was deleted at Stripe meanwhile", async () => {
      const first = await open(known);
      stripe.books.customers.clear();
      const { id } = await open({ ...known, idempotency_key: idempotencyKey("another booking") });
      expect(id).not.toBe(first.id);
      expect(asked(id)).toMatchObject({ customer_email: "ada@mail.example" });
    });
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
      expect(new Set(keysOf(CREATE))).toEqual(new Set([idempotencyKey("checkout")]));
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
    await open({ idempotency_key: idempotencyKey("another"), reference: "another order" });
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
    expect((await open({ expires_at, idempotency_key: idempotencyKey("another") })).id).toMatch(/^cs_/);
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
      { refund: given, key: idempotencyKey("refund"), payment_id: payment, amount: 5000 },
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
    withdrawn: true,
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

test("an inquiry has withdrawn nothing: a refund is taken, and it is known when it becomes a dispute", async () => {
  const payment = await paymentOf(await paidBy("card"));
  const { id } = stripe.office.openInquiry(payment);
  expect(await gateway.readDispute(id)).toMatchObject({ status: "open", withdrawn: false });
  expect(await refund(payment)).toMatchObject({ status: "completed" });
  stripe.office.escalateInquiry(id);
  expect(await gateway.readDispute(id)).toMatchObject({ status: "open", withdrawn: true });
  const { id: other } = stripe.office.openInquiry(payment);
  stripe.office.closeDispute(other, "warning_closed");
  expect(await gateway.readDispute(other)).toMatchObject({ status: "won", withdrawn: false });
});

test("disputes are listed of one payment, and of all since a time, the oldest first", async () => {
  const [one, other] = [
    await paymentOf(await paidBy("card")),
    await paymentOf(await paidBy("card", another())),
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
