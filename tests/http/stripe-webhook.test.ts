import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { openLog } from "~/platform/log.server";
import { testApp } from "../support/app";
import { aRequest, auditOf, bookingOf, CARD, footprint } from "../support/bookings";
import { sign } from "../support/fake-stripe/delivery";
import { fakeStripe } from "../support/stripe";

let clockNow = () => Date.now();
const stripe = await fakeStripe({ now: () => clockNow() });
const { secretKey, webhookSecret } = stripe;
const site = await testApp({ stripe: stripe.url, stripeKeys: { secretKey, webhookSecret } });
const { pool, ctx, clock, get, post, clear, queues, runtime } = site;
clockNow = () => clock.now.epochMilliseconds;
const logged: string[] = [];
runtime.log = openLog("info", { write: (line: string) => void logged.push(line) });

beforeEach(async () => {
  await clear();
  logged.length = 0;
  stripe.trouble.clear();
});

const PATH = "/api/webhooks/stripe";
const PAYER = { name: CARD.name, email: CARD.email, phone: CARD.phone };

async function open(): Promise<string> {
  const outcome = await createPayment(ctx(), { request: aRequest(), draft_id: null });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.url.split("/").at(-1) ?? "";
}

async function paid(by: "card" | "bank" = "card"): Promise<string> {
  const session = await open();
  stripe.office.pay(session, PAYER, by);
  return session;
}

const eventOf = (id: string, type = "checkout.session.completed", more: object = {}) =>
  JSON.stringify({
    id: `evt_${randomUUID().replaceAll("-", "")}`,
    object: "event",
    type,
    livemode: false,
    data: { object: { id, object: "checkout.session" } },
    ...more,
  });
const deliver = (body: string, signature = sign(webhookSecret, body, clockNow())) =>
  post(PATH, body, { "Stripe-Signature": signature });

describe("an event signed by Stripe", () => {
  test("confirms a payment once, however often and in which order it comes", async () => {
    const session = await paid();
    const bodies = [eventOf(session), eventOf(session, "checkout.session.expired"), eventOf(session)];
    const answers = await Promise.all([...bodies, ...bodies].map((body) => deliver(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const booking = await bookingOf(pool, session);
    expect(booking).toMatchObject({
      status: "confirmed",
      order_status: "completed",
      provider: "stripe",
      customer_name: CARD.name,
      customer_email: CARD.email,
    });
    expect((await auditOf(pool, booking.id)).filter((one) => one === "booking.confirmed")).toHaveLength(1);
    expect(await queues.waiting("booking-confirmed-mail")).toHaveLength(1);
  });

  test("about a payment that takes days keeps the slot until it succeeds", async () => {
    const session = await paid("bank");
    expect((await deliver(eventOf(session))).status).toBe(200);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
    stripe.office.settle(session, "succeed");
    expect((await deliver(eventOf(session, "checkout.session.async_payment_succeeded"))).status).toBe(200);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
  });

  test("is not trusted: Stripe is queried", async () => {
    const session = await open();
    const more = { data: { object: { id: session, status: "complete", payment_status: "paid" } } };
    expect((await deliver(eventOf(session, "checkout.session.completed", more))).status).toBe(200);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
  });

  test("about an unknown session is acknowledged, so that it is not retried for days", async () => {
    const answer = await deliver(eventOf("cs_test_unknown"));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ received: true, ignored: true });
    expect(await footprint(pool)).toMatchObject({ bookings: 0, audit_log: 0 });
  });

  test("about something else is acknowledged and ignored", async () => {
    expect((await deliver(eventOf("cus_1", "customer.created"))).status).toBe(200);
    expect(await footprint(pool)).toMatchObject({ bookings: 0, audit_log: 0 });
  });

  test("is retried when Stripe can't be queried", async () => {
    const session = await paid();
    const body = eventOf(session);
    stripe.trouble.add({ kind: 500, times: 20 });
    expect((await deliver(body)).status).toBe(503);
    stripe.trouble.clear();
    expect((await deliver(body)).status).toBe(200);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed" });
  });
});

describe("an untrusted event", () => {
  test.each<[string, (body: string) => { body?: string; signature?: string }]>([
    ["without a signature", () => ({ signature: "" })],
    ["with a garbled signature", () => ({ signature: "t=now,v1=please" })],
    ["signed with another secret", (body) => ({ signature: sign("whsec_oak", body, clockNow()) })],
    ["altered", (body) => ({ body: `${body} `, signature: sign(webhookSecret, body, clockNow()) })],
    ["five minutes old", (body) => ({ signature: sign(webhookSecret, body, clockNow() - 301_000) })],
    ["dated in the future", (body) => ({ signature: sign(webhookSecret, body, clockNow() + 301_000) })],
    [
      "of a connected account",
      (body) => ({ body: body.replace('"livemode"', '"account":"acct_1","livemode"') }),
    ],
    [
      "of live mode, with a test key",
      (body) => ({ body: body.replace('"livemode":false', '"livemode":true') }),
    ],
  ])("%s is refused with 400, logged without secrets, and changes nothing", async (_what, change) => {
    const session = await paid();
    const good = eventOf(session);
    const { body = good, signature } = change(good);
    expect((await deliver(body, signature)).status).toBe(400);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
    expect((await pool.query("select * from payment_events")).rows).toEqual([]);
    expect(logged.join("")).toContain("an event of Stripe's was refused");
    expect(logged.join("")).not.toMatch(/whsec_|sk_test|v1=/);
  });

  test.each([
    ["slightly more than 1 MB", 1025],
    ["10 MB", 10 * 1024],
  ])("larger than the limit (%s) is not read", async (_what, kb) => {
    const session = await paid();
    const body = eventOf(session, "checkout.session.completed", { filler: "x".repeat(kb * 1024) });
    expect((await deliver(body)).status).toBe(413);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending" });
  });

  test("of 900 KB is accepted, since an event holds its whole object", async () => {
    const session = await paid();
    const body = eventOf(session, "checkout.session.completed", { filler: "x".repeat(900 * 1024) });
    expect((await deliver(body)).status).toBe(200);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed" });
  });

  test("is accepted by POST only", async () => {
    const response = await get(PATH);
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST"]);
  });
});

describe("with Stripe enabled", () => {
  test("test checkout sessions are gone, and the demo stays", async () => {
    const session = "test_session";
    await pool.query(
      `insert into test_checkout_sessions (id, idempotency_key, status, amount, currency, lines, summary,
         success_url, cancel_url, expires_at, created_at)
       values ($1, 'key', 'open', 100, 'USD', '[]', '[]', 'https://site.example/ok', 'https://site.example/no',
         $2::timestamptz + interval '30 minutes', $2)`,
      [session, clock.now.toString()],
    );
    expect((await get(`/payment?session_id=${session}`)).status).toBe(404);
    for (const form of [{ intent: "cancel" }, CARD] as Record<string, string>[]) {
      const response = await site.app.request(`https://site.example/payment?session_id=${session}`, {
        method: "POST",
        body: new URLSearchParams(form),
      });
      expect(response.status).toBe(404);
    }
    expect((await post("/api/webhooks/test-checkout", "{}")).status).toBe(404);
    const { rows } = await pool.query("select status from test_checkout_sessions");
    expect(rows).toEqual([{ status: "open" }]);
    expect((await get("/payment")).status).toBe(200);
  });

  test("returning from Stripe without paying releases the slot", async () => {
    const session = await open();
    const { order_id } = await bookingOf(pool, session);
    expect(stripe.books.asked.get(session)?.cancel_url).toBe(
      `https://site.example/payment-canceled?order=${order_id}`,
    );
    expect((await get(`/payment-canceled?order=${order_id}`)).status).toBe(200);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "cancelled", order_status: "failed" });
    for (const order of ["", "x", "%27", randomUUID()]) {
      expect((await get(`/payment-canceled?order=${order}`)).status).toBe(200);
    }
  });

  test("a failing Stripe keeps the hold, and the second try finds it", async () => {
    const draft_id = "draft-of-one-visitor";
    stripe.trouble.add({ kind: 500, times: 20 });
    const failed = await createPayment(ctx(), { request: aRequest(), draft_id });
    expect(failed).toMatchObject({ ok: false, status: 503, message: "Failed to create payment session" });
    stripe.trouble.clear();
    clock.advance({ seconds: 40 });
    const outcome = await createPayment(ctx(), { request: aRequest(), draft_id });
    expect(outcome).toMatchObject({ ok: true, url: expect.stringContaining("/c/pay/cs_") });
    const { rows } = await pool.query(
      "select bookings.status, provider from bookings join orders on booking_id = bookings.id",
    );
    expect(rows).toEqual([{ status: "pending", provider: "stripe" }]);
  });
});
