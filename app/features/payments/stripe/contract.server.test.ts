import { beforeEach, describe, expect, test } from "vitest";
import { testCheckoutGateway } from "~/features/payments/test-checkout/gateway.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { billSubscriptions } from "~/features/payments/test-checkout/subscriptions.server";
import type { CheckoutRequest, PaymentGateway, SavedCard } from "~/platform/outside/payment-gateway";
import { stripeClients } from "~/platform/outside/stripe.server";
import { EVENT_SECRET, testWorld } from "../../../../tests/support/ctx";
import { fakeStripe } from "../../../../tests/support/stripe";
import { stripeGateway } from "./gateway.server";

const { db, ctx, clock, clear } = await testWorld();
const now = () => clock.now;
const stripe = await fakeStripe({ now: () => clock.now.epochMilliseconds });
const PAYER = { name: "Ada Birch", email: "ada@mail.example", phone: "(603) 555-0101" };
const CARD = { ...PAYER, number: "4242 4242 4242 4242", expiry: "12/30", cvc: "123" };

type Provider = {
  gateway: PaymentGateway;
  pay: (id: string, number?: string) => Promise<unknown>;
  /** Time passes until the next month is charged. */
  nextMonth: (subscription: string) => Promise<unknown>;
  unknown: string[];
};

const providers: [string, Provider][] = [
  [
    "the test checkout",
    {
      gateway: testCheckoutGateway({ db, secret: EVENT_SECRET, now }),
      pay: (id, number = CARD.number) => payTestCheckout(ctx(), id, { ...CARD, number }),
      nextMonth: async () => {
        await billSubscriptions(ctx({ now: clock.now.add({ hours: 24 * 31 }) }));
      },
      unknown: ["test_unknown", ""],
    },
  ],
  [
    "Stripe",
    {
      gateway: stripeGateway({
        client: () => stripeClients(stripe.url)(stripe.secretKey),
        livemode: false,
        webhookSecrets: [stripe.webhookSecret],
        now,
      }),
      pay: async (id, number) => stripe.office.pay(id, PAYER, "card", number),
      nextMonth: async (subscription) => stripe.office.advance(subscription),
      unknown: ["cs_test_unknown", "pi_unknown", "", "../v1/balance"],
    },
  ],
];

let count = 0;
beforeEach(async () => {
  await clear();
  count += 1;
});

/** What both must do alike, whatever stands behind them. */
describe.each(providers)("%s", (_name, { gateway, pay, nextMonth, unknown }) => {
  const ask = (more: Partial<CheckoutRequest> = {}) =>
    gateway.createSession({
      idempotency_key: `checkout:${count}`,
      reference: "4e4a7f6c-5d0f-4f4e-9d57-2f3f4b1d6a10",
      amount: 17_252,
      currency: "USD",
      lines: [
        { label: "3 hours at $53", amount: 15_900 },
        { label: "Tax", amount: 1352 },
      ],
      summary: ["Regular Cleaning", "Monday, June 8, 2026, 8:00 AM", "1 Birch Street, Concord, NH 03301"],
      customer_name: null,
      customer_email: null,
      customer_phone: null,
      success_url: "https://site.example/payment-success?session_id={CHECKOUT_SESSION_ID}",
      cancel_url: "https://site.example/payment-canceled?session_id={CHECKOUT_SESSION_ID}",
      expires_at: clock.now.add({ minutes: 31 }),
      recurring: false,
      ...more,
    });
  const open = async (more: Partial<CheckoutRequest> = {}) => {
    const session = await ask(more);
    if (session === "none") throw new Error("No session came of it.");
    return session;
  };
  const paid = () => paidBy(`checkout:${count}`);
  const paidBy = async (idempotency_key: string) => {
    const { id } = await open({ idempotency_key });
    await pay(id);
    const session = await gateway.readSession(id);
    if (!session?.payment_id) throw new Error("It was not paid.");
    return { ...session, payment_id: session.payment_id };
  };
  const refund = (payment_id: string, amount: number, key = `refund:${count}`) =>
    gateway.refund({ payment_id, amount, idempotency_key: key });

  test("gives one session a key, however often and at once it is asked", async () => {
    const expires_at = clock.now.add({ minutes: 31 });
    const sessions = await Promise.all(Array.from({ length: 5 }, () => open({ expires_at })));
    for (const session of sessions) expect(session).toEqual(sessions[0]);
    clock.advance({ minutes: 1 });
    expect(await open({ expires_at })).toEqual(sessions[0]);
    clock.advance({ minutes: -1 });
    const other = await open({ idempotency_key: `another:${count}` });
    expect(other.id).not.toBe(sessions[0]?.id);
    expect(URL.canParse(other.url)).toBe(true);
    expect(gateway.owns(other.id)).toBe(true);
  });

  test("reads an open session, and what became of it when it was paid", async () => {
    const { id } = await open();
    expect(await gateway.readSession(id)).toEqual({
      id,
      status: "open",
      amount: 17_252,
      currency: "USD",
      customer: null,
      card: null,
      payment_id: null,
      subscription_id: null,
      invoice_id: null,
    });
    await pay(id);
    expect(await gateway.readSession(id)).toMatchObject({
      id,
      status: "paid",
      amount: 17_252,
      customer: PAYER,
    });
  });

  test("knows nothing of what is unknown, and doesn't fail", async () => {
    for (const id of unknown) {
      expect(await gateway.readSession(id)).toBeNull();
      expect(await gateway.expireSession(id)).toBeNull();
      expect(await gateway.readRefund(id)).toBeNull();
      expect(await gateway.listRefunds(id)).toEqual([]);
      expect(await gateway.readDispute(id)).toBeNull();
      expect(await gateway.listDisputes(id)).toEqual([]);
      expect(await gateway.readSubscription(id)).toBeNull();
      expect(await gateway.endSubscription(id, "now")).toBeNull();
      expect(await gateway.readInvoice(id)).toBeNull();
      expect(await gateway.listInvoices(id)).toEqual([]);
    }
  });

  test("expires an open session once, and never one that is paid", async () => {
    const { id } = await open();
    expect(await gateway.expireSession(id)).toMatchObject({ status: "expired" });
    expect(await gateway.expireSession(id)).toMatchObject({ status: "expired" });
    const other = await open({ idempotency_key: `other:${count}` });
    await pay(other.id);
    expect(await gateway.expireSession(other.id)).toMatchObject({ status: "paid" });
  });

  test("lets a session expire when its time is over", async () => {
    const { id } = await open();
    clock.advance({ minutes: 32 });
    expect(await gateway.readSession(id)).toMatchObject({ status: "expired", payment_id: null });
    clock.advance({ minutes: -32 });
  });

  test("refunds once a key, also at once", async () => {
    const { payment_id } = await paid();
    const refunds = await Promise.all(Array.from({ length: 5 }, () => refund(payment_id, 5000)));
    expect(refunds[0]).toMatchObject({ status: "completed" });
    for (const one of refunds) expect(one).toEqual(refunds[0]);
    expect(await gateway.listRefunds(payment_id)).toEqual([
      { refund: refunds[0], key: `refund:${count}`, payment_id, amount: 5000 },
    ]);
    expect(await refund(payment_id, 4000)).toMatchObject({ status: "failed" });
  });

  test("refunds parts until nothing is left, and refuses more", async () => {
    const { payment_id } = await paid();
    const first = await refund(payment_id, 10_000, `first:${count}`);
    expect(await refund(payment_id, 7253, `more:${count}`)).toMatchObject({ status: "failed", id: null });
    const second = await refund(payment_id, 7252, `second:${count}`);
    expect(await refund(payment_id, 1, `last:${count}`)).toMatchObject({ status: "failed", id: null });
    const list = await gateway.listRefunds(payment_id);
    expect(list.map(({ amount }) => amount).sort()).toEqual([10_000, 7252]);
    expect(await gateway.readRefund(first.id ?? "")).toMatchObject({
      refund: first,
      amount: 10_000,
      payment_id,
    });
    expect(await gateway.readRefund(second.id ?? "")).toMatchObject({
      refund: second,
      key: `second:${count}`,
    });
  });

  test("lists what was given back and disputed since a time, of all payments", async () => {
    const { payment_id } = await paid();
    await refund(payment_id, 1000, `early:${count}`);
    clock.advance({ hours: 1 });
    const since = clock.now;
    await refund(payment_id, 2000, `first:${count}`);
    clock.advance({ minutes: 1 });
    await refund(payment_id, 3000, `second:${count}`);
    const { payment_id: other } = await paidBy(`other:${count}`);
    await refund(other, 4000, `third:${count}`);
    expect((await gateway.refundsSince(since)).map(({ amount }) => amount)).toEqual([2000, 3000, 4000]);
    expect(await gateway.listDisputes(payment_id)).toEqual([]);
    expect(await gateway.disputesSince(since)).toEqual([]);
    clock.advance({ hours: -1, minutes: -1 });
  });

  test("tells what has moved since a time: payments, months of plans and refunds, in signed cents", async () => {
    await paidBy(`early:${count}`);
    clock.advance({ hours: 5 });
    const since = clock.now;
    const { payment_id } = await paidBy(`visit:${count}`);
    clock.advance({ minutes: 1 });
    const { id } = await open({ idempotency_key: `plan:${count}`, recurring: true });
    await pay(id);
    const month = (await gateway.readSession(id))?.payment_id;
    clock.advance({ minutes: 1 });
    const { id: refunded } = await refund(payment_id, 5000);
    const moved = { payment_id, currency: "USD" };
    expect(await gateway.movementsSince(since)).toEqual([
      { ...moved, what: "payment", id: payment_id, amount: 17_252, at: since },
      {
        ...moved,
        what: "payment",
        id: month,
        payment_id: month,
        amount: 17_252,
        at: since.add({ minutes: 1 }),
      },
      { ...moved, what: "refund", id: refunded, amount: -5000, at: since.add({ minutes: 2 }) },
    ]);
    clock.advance({ hours: -5, minutes: -2 });
  });

  test("refunds nothing of what was not paid", async () => {
    const { id } = await open();
    expect(await refund(id, 100)).toMatchObject({ status: "failed", id: null });
  });

  test("a recurring checkout has a subscription that pauses, resumes and ends, each twice as well as once", async () => {
    const { id } = await open({ recurring: true });
    await pay(id);
    const session = await gateway.readSession(id);
    expect(session).toMatchObject({ status: "paid", subscription_id: expect.any(String) });
    const subscription = session?.subscription_id ?? "";
    const month = { period_start: clock.now, period_end: Temporal.Instant.from("2026-07-01T12:00:00Z") };
    const plain = { ends_at: null, paused: false, amount: 17_252 };
    const now = { id: subscription, status: "active", ...month, ...plain };
    expect(await gateway.readSubscription(subscription)).toEqual(now);
    expect(await gateway.listInvoices(subscription)).toMatchObject([
      { id: session?.invoice_id, subscription_id: subscription, status: "paid", amount: 17_252, ...month },
    ]);
    const invoice = await gateway.readInvoice(session?.invoice_id ?? "");
    expect(await refund(invoice?.payment_id ?? "", 5000)).toMatchObject({ status: "completed" });
    const until = clock.now.add({ hours: 24 * 40 });
    for (const _ of [1, 2]) {
      expect(await gateway.pauseSubscription(subscription, until)).toEqual({ ...now, paused: true });
    }
    for (const _ of [1, 2]) expect(await gateway.resumeSubscription(subscription)).toEqual(now);
    for (const _ of [1, 2]) {
      const ending = await gateway.endSubscription(subscription, "period end");
      expect(ending).toEqual({ ...now, ends_at: month.period_end });
    }
    for (const _ of [1, 2]) {
      expect(await gateway.endSubscription(subscription, "now")).toMatchObject({ status: "ended" });
    }
  });

  const CONSENT = "We charge this card after the visit: $159.00.";
  const save = async (number?: string, more: Partial<CheckoutRequest> = {}) => {
    const { id } = await open({ amount: 0, lines: [], consent: CONSENT, ...more });
    await pay(id, number);
    const session = await gateway.readSession(id);
    if (!session?.card) throw new Error("No card was saved.");
    return { ...session, card: session.card };
  };
  const charge = ({ customer_id, method_id }: SavedCard, amount = 15_900, key = `card:${count}`) => {
    const about = { reference: "4e4a7f6c-5d0f-4f4e-9d57-2f3f4b1d6a10", description: "Regular Cleaning" };
    return gateway.chargeCard({
      ...{ idempotency_key: key, customer_id, method_id, amount, currency: "USD", ...about },
    });
  };

  test("saves a card without charging it", async () => {
    const since = clock.now;
    const session = await save();
    expect(session).toMatchObject({ status: "paid", amount: 0, currency: "USD", payment_id: null });
    expect(session.card).toEqual({
      ...{ customer_id: expect.any(String), method_id: expect.any(String) },
      ...{ brand: "Visa", last4: "4242", exp_month: 12, exp_year: 2030 },
    });
    const moved = await gateway.movementsSince(since);
    expect(moved.filter(({ id }) => id === session.id)).toEqual([]);
  });

  test("knows the customer of a saved card, and nobody under another ID", async () => {
    const { card } = await save();
    const { brand, last4, exp_month, exp_year } = card;
    expect(await gateway.readCustomer(card.customer_id)).toEqual({
      ...{ id: card.customer_id, email: PAYER.email },
      cards: [{ brand, last4, exp_month, exp_year }],
    });
    for (const id of unknown) expect(await gateway.readCustomer(id)).toBeNull();
    expect(await gateway.readCustomer("cus_unknown")).toBeNull();
  });

  test("saves a card with a payment, too", async () => {
    const deposit = { amount: 5000, lines: [{ label: "Deposit", amount: 5000 }] };
    const session = await save(undefined, deposit);
    expect(session).toMatchObject({ status: "paid", amount: 5000, payment_id: expect.any(String) });
    expect(await charge(session.card)).toMatchObject({ status: "paid" });
  });

  test("charges a saved card once a key, and what it took can be refunded", async () => {
    const { card } = await save();
    clock.advance({ hours: 50 });
    const since = clock.now;
    const answers = await Promise.all([charge(card), charge(card)]);
    answers.push(await charge(card));
    const [paid] = answers;
    if (paid?.status !== "paid") throw new Error("It was not charged.");
    for (const one of answers) expect(one).toEqual(paid);
    const { payment_id } = paid;
    expect(await gateway.movementsSince(since)).toEqual([
      { what: "payment", id: payment_id, payment_id, amount: 15_900, currency: "USD", at: since },
    ]);
    expect(await refund(payment_id, 900)).toMatchObject({ status: "completed" });
    const other = await charge(card, 700, `other:${count}`);
    expect(other).toMatchObject({ status: "paid", payment_id: expect.not.stringMatching(payment_id) });
    clock.advance({ hours: -50 });
  });

  test.each([
    ["4000000000000341", false],
    ["4000002500003155", true],
  ])("says that the bank declines a saved card: %s", async (number, needs_customer) => {
    const { card } = await save(number);
    const answer = { status: "declined", reason: expect.stringMatching(/\w/), needs_customer };
    expect(await charge(card)).toEqual(answer);
    expect(await charge(card)).toEqual(answer);
  });

  test("charges no card that was forgotten", async () => {
    const { card } = await save();
    for (const _ of [1, 2]) await gateway.forgetCard(card.method_id);
    expect(await charge(card)).toMatchObject({ status: "declined" });
  });

  test("a subscription charges another amount once its price was changed, and keeps what is paid", async () => {
    const { id } = await open({ recurring: true });
    await pay(id);
    const { subscription_id = "" } = (await gateway.readSession(id)) ?? {};
    const subscription = subscription_id ?? "";
    const before = await gateway.readSubscription(subscription);
    for (const _ of [1, 2])
      expect(await gateway.changePrice(subscription, 19_900)).toEqual({ ...before, amount: 19_900 });
    expect(await gateway.listInvoices(subscription)).toMatchObject([{ amount: 17_252 }]);
    await nextMonth(subscription);
    expect(await gateway.listInvoices(subscription)).toMatchObject([{ amount: 19_900 }, { amount: 17_252 }]);
    await gateway.endSubscription(subscription, "now");
    expect(await gateway.changePrice(subscription, 100)).toMatchObject({ status: "ended", amount: 19_900 });
    for (const name of unknown) expect(await gateway.changePrice(name, 100)).toBeNull();
  });

  test("believes no event that it has not signed", async () => {
    const body = JSON.stringify({ id: "evt_1", type: "checkout.session.completed", object_id: "x" });
    expect(await gateway.verifyEvent(body, null, clock.now)).toBeNull();
    expect(await gateway.verifyEvent(body, "t=1,v1=00", clock.now)).toBeNull();
  });
});
