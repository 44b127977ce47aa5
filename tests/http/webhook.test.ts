import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { SIGNATURE_HEADER, sign } from "../../app/features/payments/test-checkout/events.server";
import { testApp } from "../support/app";
import { auditOf, bookingOf, openSession, paySession } from "../support/bookings";
import { EVENT_SECRET } from "../support/ctx";

const { pool, ctx, clock, get, post, clear, queues } = await testApp();

beforeEach(clear);

const PATH = "/api/webhooks/test-checkout";

function eventOf(object_id: string, type = "checkout.session.completed") {
  return JSON.stringify({ id: randomUUID(), type, object_id });
}

const deliver = (body: string, signature = sign(EVENT_SECRET, body, clock.now)) =>
  post(PATH, body, { [SIGNATURE_HEADER]: signature });

async function confirmations(session: string) {
  const { id } = await bookingOf(pool, session);
  const audits = (await auditOf(pool, id)).filter((action) => action === "booking.confirmed").length;
  return { audits, mails: (await queues.waiting("booking-confirmed-mail")).length };
}

describe("an event with a valid signature", () => {
  test("confirms a payment, whoever pretends to be the browser", async () => {
    const session = await paySession(ctx());
    const response = await deliver(eventOf(session));
    expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
    const { rows } = await pool.query("select actor from audit_log where action = 'booking.confirmed'");
    expect(rows).toEqual([{ actor: "system" }]);
  });

  test("sent ten times at once is acknowledged ten times and counts once", async () => {
    const session = await paySession(ctx());
    const body = eventOf(session);
    const responses = await Promise.all(Array.from({ length: 10 }, () => deliver(body)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await confirmations(session)).toEqual({ audits: 1, mails: 1 });
  });

  test("that is late, out of order or repeated does no harm", async () => {
    const session = await paySession(ctx());
    for (const type of [
      "checkout.session.expired",
      "checkout.session.completed",
      "checkout.session.expired",
    ]) {
      clock.advance({ hours: 3 });
      expect((await deliver(eventOf(session, type))).status).toBe(200);
    }
    clock.set("2026-06-01T12:00:00Z");
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
    expect(await confirmations(session)).toEqual({ audits: 1, mails: 1 });
  });

  test("about an unknown session returns 404", async () => {
    const response = await deliver(eventOf("test_unknown"));
    expect(response.status).toBe(404);
    expect((await response.json()).error.message).toMatch(/order/);
  });

  test.each(["not JSON", "", "[]", '{"id":"1"}'])("with invalid content returns 400: %j", async (body) => {
    expect((await deliver(body)).status).toBe(400);
  });
});

describe("an event without a valid signature", () => {
  test.each([
    ["missing", () => ""],
    ["signed with another secret", (body: string) => sign("guess", body, clock.now)],
    ["signed for another body", () => sign(EVENT_SECRET, "{}", clock.now)],
    [
      "more than five minutes old",
      (body: string) => sign(EVENT_SECRET, body, clock.now.subtract({ seconds: 301 })),
    ],
    ["garbled", () => "v1=,t="],
  ])("(%s) returns 400 and changes nothing", async (_what, signatureOf) => {
    const session = await paySession(ctx());
    const body = eventOf(session);
    const response = await deliver(body, signatureOf(body));
    expect(response.status).toBe(400);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
    const { rows } = await pool.query("select * from payment_events");
    expect(rows).toEqual([]);
  });
});

describe("a booking", () => {
  test("is not confirmed by opening the success page, however often", async () => {
    const session = await openSession(ctx());
    for (let n = 0; n < 3; n += 1) await get(`/payment-success?session_id=${session}`);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
  });

  test("is confirmed by the success page if the provider, when queried, reports the payment", async () => {
    const session = await paySession(ctx());
    const page = await get(`/payment-success?session_id=${session}`);
    expect(await page.text()).toContain("Your cleaning is booked");
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
  });

  test("is confirmed by POST only", async () => {
    const response = await get(PATH);
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST"]);
  });
});
