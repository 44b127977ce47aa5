import { beforeEach, describe, expect, test } from "vitest";
import { receivePaymentEvent } from "~/features/payments/settlement/events.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import type { CheckoutRequest, PaymentGateway } from "~/platform/outside/payment-gateway";
import {
  aRequest,
  auditOf,
  bookingOf,
  CARD,
  DAY,
  footprint,
  openSession,
  paySession,
  sessionOf,
  setCrews,
  setSetting,
} from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { gatewayOf } from "../../../../tests/support/gateway";
import { aPlanRequest } from "../../../../tests/support/plans";
import { watchStatements } from "../../../../tests/support/statements";
import { aUser } from "../../../../tests/support/visits";
import { createPayment } from "./create-payment.server";

const { pool, sitePool, ctx, clock, clear, queues } = await testWorld();
const { statementsOf } = watchStatements(sitePool);
const DRAFT = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";

beforeEach(clear);

/** The site's providers, with some things done otherwise by the one in use. */
async function using(changes: Partial<PaymentGateway>) {
  const { payments } = ctx();
  const gateway = await gatewayOf({ payments });
  return { ...payments, current: async () => ({ ...gateway, ...changes }) };
}

type Details = Parameters<typeof aRequest>[0];

const ask = (details: Details = {}, draft_id: string | null = DRAFT) =>
  createPayment(ctx(), { request: aRequest(details), draft_id });

test("a first booking takes nine statements with its checkout", async () => {
  const { answer, statements } = await statementsOf(() => ask());
  expect(answer).toMatchObject({ ok: true });
  expect(statements.map((text) => /select|begin|insert|update|commit|with/.exec(text)?.[0])).toEqual([
    "select", // whether Stripe is set up
    "select", // what the request is checked against
    ...["begin", "select", "with", "with", "commit"], // the locks, the look at the day, what is stored
    ...["insert", "update"], // the checkout, in the test provider's books and on the order
  ]);
});

describe("the checkout of a booking", () => {
  test("is opened once with the price, the lines, what is bought and where to return", async () => {
    await setSetting(pool, "payments.collect_tax", "true");
    const asked: CheckoutRequest[] = [];
    const gateway = await gatewayOf(ctx());
    const createSession = (request: CheckoutRequest) => {
      asked.push(request);
      return gateway.createSession(request);
    };
    const request = aRequest({}, { customerEmail: "ada@mail.example" });
    const outcome = await createPayment(ctx({ payments: await using({ createSession }) }), {
      request,
      draft_id: null,
    });
    if (!outcome.ok) throw new Error(outcome.message);
    const { order_id } = await bookingOf(pool, sessionOf(outcome.url));

    expect(asked).toEqual([
      {
        idempotency_key: `checkout:${order_id}:1`,
        reference: order_id,
        recurring: false,
        amount: 17252,
        currency: "USD",
        lines: [
          { label: "Regular Cleaning, 3 hours × $53.00", amount: 15900 },
          { label: "Tax (8.5%)", amount: 1352 },
        ],
        summary: [
          "Regular Cleaning",
          "Wednesday, June 10, 2026, 8:00 AM",
          "14 Barnstead Road, Pittsfield, NH 03263",
        ],
        customer_name: null,
        customer_email: "ada@mail.example",
        customer_phone: null,
        success_url: "https://site.example/payment-success?session_id={CHECKOUT_SESSION_ID}",
        cancel_url: "https://site.example/payment-canceled?session_id={CHECKOUT_SESSION_ID}",
        expires_at: clock.now.add({ minutes: 31 }),
      },
    ]);
  });

  test.each(["a visit", "a plan"])(
    "of %s is told what is known of a customer who is signed in",
    async (what) => {
      const known: Partial<CheckoutRequest>[] = [];
      const gateway = await gatewayOf(ctx());
      const createSession = (request: CheckoutRequest) => {
        const { customer_name, customer_email, customer_phone } = request;
        known.push({ customer_name, customer_email, customer_phone });
        return gateway.createSession(request);
      };
      const actor = { ...(await aUser(pool, "ada@mail.example")), phone: "(603) 555-0110" };
      const request = what === "a plan" ? aPlanRequest() : aRequest();
      const payments = await using({ createSession });
      expect(await createPayment(ctx({ payments, actor }), { request, draft_id: null })).toMatchObject({
        ok: true,
      });
      expect(known).toEqual([
        {
          customer_name: "Ada Lovelace",
          customer_email: "ada@mail.example",
          customer_phone: "(603) 555-0110",
        },
      ]);
    },
  );

  test("is not begun for less than a card can be charged, and nothing is held", async () => {
    await pool.query("update services set price_per_hour = 16 where id = 'regular-cleaning'");
    try {
      const outcome = await createPayment(ctx(), { request: aRequest(), draft_id: null });
      expect(outcome).toEqual({
        ok: false,
        status: 422,
        field: "serviceId",
        message: "A card can't be charged less than $0.50. Please contact us to book this.",
      });
      expect((await pool.query("select 1 from bookings")).rowCount).toBe(0);
    } finally {
      await pool.query("update services set price_per_hour = 5300 where id = 'regular-cleaning'");
    }
  });

  test("stands at /payment of this site under an id that nobody can guess", async () => {
    const [one, other] = [await openSession(ctx()), await openSession(ctx())];
    expect(one).not.toBe(other);
    expect(one.length).toBeGreaterThanOrEqual(32);
    const { rows } = await pool.query("select checkout_url from orders where payment_session_id = $1", [one]);
    expect(rows).toEqual([{ checkout_url: `https://site.example/payment?session_id=${one}` }]);
  });

  test("is one, also when the provider makes two: the other one is closed", async () => {
    let made = 0;
    const both = Promise.withResolvers<void>();
    const createSession = async () => {
      made += 1;
      const id = `test_session_${made}`;
      if (made === 2) both.resolve();
      await both.promise;
      return { id, url: `https://site.example/payment?session_id=${id}` };
    };
    const payments = await using({ createSession });
    const twice = ctx({ payments: { ...payments, named: payments.current } });
    const again = () => createPayment(twice, { request: aRequest(), draft_id: DRAFT });
    const [one, other] = await Promise.all([again(), again()]);
    expect(one).toMatchObject({ ok: true });
    expect(other).toEqual(one);
    const closed = await queues.waiting("close-checkout");
    expect(closed).toHaveLength(1);
    expect(one).not.toMatchObject({ url: expect.stringContaining(String(closed[0]?.session_id)) });
  });

  test("that the provider failed to open is opened by the next try, on the same hold", async () => {
    const createSession = () => Promise.reject(new Error("the provider is down"));
    const outcome = await createPayment(ctx({ payments: await using({ createSession }) }), {
      request: aRequest(),
      draft_id: DRAFT,
    });
    expect(outcome).toMatchObject({ ok: false, status: 503, message: "Failed to create payment session" });
    expect(await footprint(pool)).toMatchObject({ bookings: 1, orders: 1, test_checkout_sessions: 0 });
    expect(await ask()).toMatchObject({ ok: true });
    expect(await footprint(pool)).toMatchObject({ bookings: 1, orders: 1, test_checkout_sessions: 1 });
  });
});

describe("the same draft", () => {
  test("asked twice is one booking, one order, one session, and the same address", async () => {
    const first = await ask();
    clock.advance({ minutes: 10 });
    expect(await ask()).toEqual(first);
    clock.advance({ minutes: -10 });
    expect(await footprint(pool)).toMatchObject({
      bookings: 1,
      orders: 1,
      test_checkout_sessions: 1,
      audit_log: 1,
    });
  });

  test("asked 20 times at once likewise", async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(outcomes[0]).toMatchObject({ ok: true });
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(await footprint(pool)).toMatchObject({
      bookings: 1,
      orders: 1,
      test_checkout_sessions: 1,
      audit_log: 1,
    });
  });

  test("with another date moves the hold: the old slot is free, its checkout closed", async () => {
    await setCrews(pool, 1);
    const before = await openSession(ctx(), {}, DRAFT);
    const after = await openSession(ctx(), { date: "2026-06-12" }, DRAFT);
    expect(await bookingOf(pool, before)).toMatchObject({ status: "cancelled", order_status: "failed" });
    expect(await bookingOf(pool, after)).toMatchObject({ status: "pending", day: "2026-06-12" });
    expect(await ask({}, null)).toMatchObject({ ok: true });
    await queues.run("close-checkout");
    expect(await ctx().payments.readSession(before)).toMatchObject({ status: "expired" });
    expect(await ctx().payments.readSession(after)).toMatchObject({ status: "open" });
  });

  test("moves within the hours that it holds itself", async () => {
    await setCrews(pool, 1);
    await openSession(ctx(), { time: "8:00 AM", hours: 4 }, DRAFT);
    expect(await ask({ time: "10:00 AM", hours: 4 })).toMatchObject({ ok: true });
  });

  test("that can't move because the new slot is taken keeps the slot it has", async () => {
    await setCrews(pool, 1);
    await openSession(ctx(), { date: "2026-06-12" });
    const mine = await openSession(ctx(), {}, DRAFT);
    expect(await ask({ date: "2026-06-12" })).toMatchObject({ ok: false, status: 409 });
    expect(await bookingOf(pool, mine)).toMatchObject({ status: "pending", order_status: "pending" });
    expect(await queues.waiting("close-checkout")).toEqual([]);
  });

  test("asked at once with 20 different dates ends with one hold and no error", async () => {
    const days = Array.from({ length: 20 }, (_, n) => ({
      date: `2026-07-${String(n + 1).padStart(2, "0")}`,
    }));
    const outcomes = await Promise.all(days.map((day) => ask(day)));
    for (const outcome of outcomes)
      if (!outcome.ok) expect(outcome).toMatchObject({ status: 409, field: "body" });
    const { rows } = await pool.query("select count(*)::int from bookings where status <> 'cancelled'");
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("after its hold ran out takes the slot anew", async () => {
    const before = await openSession(ctx(), {}, DRAFT);
    const after = await createPayment(ctx({ now: clock.now.add({ minutes: 31 }) }), {
      request: aRequest(),
      draft_id: DRAFT,
    });
    expect(after).toMatchObject({ ok: true });
    expect(await bookingOf(pool, before)).toMatchObject({ status: "cancelled", order_status: "failed" });
  });
});

describe("the same draft once it is paid", () => {
  async function settle(session: string) {
    await receivePaymentEvent(ctx(), "test-checkout", {
      id: `event of ${session}`,
      type: "paid",
      about: "session",
      object_id: session,
    });
  }

  test("leads to its booking, and refuses another request", async () => {
    const session = await paySession(ctx(), {}, DRAFT);
    await settle(session);
    const url = `https://site.example/payment-success?session_id=${session}`;
    expect(await ask()).toMatchObject({ ok: true, url });
    const refused = { ok: false, status: 409, url: `${url}&unchanged=1` };
    expect(await ask({ date: "2026-06-12" })).toMatchObject(refused);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", day: DAY });
    expect(await footprint(pool)).toMatchObject({ bookings: 1, orders: 1, test_checkout_sessions: 1 });
  });

  test("never drops a booking that waits for staff", async () => {
    await setCrews(pool, 1);
    const session = await openSession(ctx(), {}, DRAFT);
    await payTestCheckout(ctx(), session, CARD);
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await openSession(ctx());
    await settle(session);
    const flagged = await bookingOf(pool, session);
    expect(flagged).toMatchObject({ order_status: "completed", needs_attention: expect.any(String) });

    expect(await ask()).toMatchObject({ ok: true, url: expect.stringContaining(session) });
    expect(await ask({ date: "2026-06-12" })).toMatchObject({ ok: false, status: 409 });
    expect(await bookingOf(pool, session)).toMatchObject({
      status: flagged.status,
      needs_attention: flagged.needs_attention,
    });
    expect(await auditOf(pool, flagged.id)).toEqual(["booking.held", "booking.flagged"]);
  });
});
