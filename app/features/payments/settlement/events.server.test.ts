import { beforeEach, describe, expect, test } from "vitest";
import type { PaymentEvent } from "~/platform/outside/payment-gateway";
import { auditOf, bookingOf, openSession, paySession } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { gatewayOf } from "../../../../tests/support/gateway";
import { receivePaymentEvent } from "./events.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(clear);

const completed = (object_id: string, id = "evt_1"): PaymentEvent => ({
  id,
  type: "checkout.session.completed",
  about: "session",
  object_id,
});
const expired = (object_id: string, id = "evt_2"): PaymentEvent => ({
  id,
  type: "checkout.session.expired",
  about: "session",
  object_id,
});

async function timesConfirmed(session: string) {
  const { id } = await bookingOf(pool, session);
  const audits = (await auditOf(pool, id)).filter((action) => action === "booking.confirmed");
  const mails = await queues.waiting("booking-confirmed-mail");
  return { audits: audits.length, mails: mails.length };
}

describe("an event of the provider", () => {
  test("that a session is paid confirms its booking", async () => {
    const session = await paySession(ctx());
    expect(await receivePaymentEvent(ctx(), "test-checkout", completed(session))).toEqual({ ok: true });
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
    const { rows } = await pool.query("select id, provider, object_id from payment_events");
    expect(rows).toEqual([{ id: "evt_1", provider: "test-checkout", object_id: session }]);
  });

  test("delivered ten times at once counts once", async () => {
    const session = await paySession(ctx());
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => receivePaymentEvent(ctx(), "test-checkout", completed(session))),
    );
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(await timesConfirmed(session)).toEqual({ audits: 1, mails: 1 });
  });

  test("told under ten different ids counts once", async () => {
    const session = await paySession(ctx());
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        receivePaymentEvent(ctx(), "test-checkout", completed(session, `evt_${n}`)),
      ),
    );
    expect(await timesConfirmed(session)).toEqual({ audits: 1, mails: 1 });
  });

  test("that comes hours late, and again days later, counts once", async () => {
    const session = await paySession(ctx());
    clock.advance({ hours: 5 });
    await receivePaymentEvent(ctx(), "test-checkout", completed(session));
    clock.advance({ hours: 72 });
    await receivePaymentEvent(ctx(), "test-checkout", completed(session));
    clock.set("2026-06-01T12:00:00Z");
    expect(await timesConfirmed(session)).toEqual({ audits: 1, mails: 1 });
  });

  test.each([
    ["completed, then expired", [completed, expired]],
    ["expired, then completed", [expired, completed]],
  ])("comes in any order: %s", async (_order, events) => {
    const session = await paySession(ctx());
    for (const event of events)
      expect(await receivePaymentEvent(ctx(), "test-checkout", event(session))).toEqual({ ok: true });
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
    expect(await timesConfirmed(session)).toEqual({ audits: 1, mails: 1 });
  });

  test("only says where to look: 'completed' of a session that is not paid changes nothing", async () => {
    const session = await openSession(ctx());
    await receivePaymentEvent(ctx(), "test-checkout", completed(session));
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
  });

  test("about a session that is unknown, here or to the provider, is refused and not noted", async () => {
    const unknown = { ok: false, reason: "unknown session" };
    expect(await receivePaymentEvent(ctx(), "test-checkout", completed("test_unknown"))).toEqual(unknown);
    const gateway = await gatewayOf(ctx());
    const foreign = await gateway.createSession({
      reference: "elsewhere",
      recurring: false,
      idempotency_key: "not ours",
      amount: 100,
      currency: "USD",
      lines: [],
      summary: [],
      customer_name: null,
      customer_email: null,
      customer_phone: null,
      success_url: "https://elsewhere.example/ok",
      cancel_url: "https://elsewhere.example/no",
      expires_at: clock.now.add({ minutes: 30 }),
    });
    expect(
      await receivePaymentEvent(ctx(), "test-checkout", completed(foreign === "none" ? "" : foreign.id)),
    ).toEqual(unknown);
    const { rows } = await pool.query("select * from payment_events");
    expect(rows).toEqual([]);
  });

  test("that could not be worked through is not noted as seen, and does its work when it comes again", async () => {
    const session = await paySession(ctx());
    const jobs = { enqueue: () => Promise.reject(new Error("out of order")) };
    await expect(receivePaymentEvent(ctx({ jobs }), "test-checkout", completed(session))).rejects.toThrow(
      "out of order",
    );
    expect(await receivePaymentEvent(ctx(), "test-checkout", completed(session))).toEqual({ ok: true });
    expect(await timesConfirmed(session)).toEqual({ audits: 1, mails: 1 });
  });
});
