import { beforeEach, describe, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { askAboutCheckout, expireHolds } from "~/features/payments/checkout/sync.server";
import { aBank, type Bank } from "../../../../tests/support/bank";
import { aRequest, auditOf, bookingOf, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { receivePaymentEvent } from "./events.server";
import { reconcilePayments } from "./reconcile.server";

const world = await testWorld();
const { pool, clock, clear, queues } = world;
let bank: Bank;
const ctx: typeof world.ctx = (changes) => world.ctx({ payments: bank.payments, ...changes });

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  bank = aBank();
});

async function opened(details: Parameters<typeof aRequest>[0] = {}) {
  const outcome = await createPayment(ctx(), { request: aRequest(details), draft_id: null });
  if (!outcome.ok) throw new Error(outcome.message);
  return new URL(outcome.url).searchParams.get("session_id") ?? "";
}

/** What happens in so many minutes when no event arrives: the timed jobs alone. */
async function minutesPass(minutes: number) {
  for (let minute = 1; minute <= minutes; minute += 1) {
    clock.advance({ minutes: 1 });
    await expireHolds(ctx());
    if (minute % 2 === 0) await reconcilePayments(ctx());
  }
}

const confirmedOnce = async (session: string) => {
  const { id } = await bookingOf(pool, session);
  const trail = await auditOf(pool, id);
  expect(trail.filter((action) => action === "booking.confirmed")).toHaveLength(1);
  expect(await queues.waiting("booking-confirmed-mail")).toEqual([{ booking_id: id }]);
};

describe("with every event lost", () => {
  test("a paid checkout is one confirmed booking within 10 minutes, and a replay changes nothing", async () => {
    const session = await opened();
    bank.set(session, "paid");
    await minutesPass(4);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", order_status: "completed" });
    const before = await pool.query("select * from orders");
    for (const type of ["checkout.session.completed", "checkout.session.expired"]) {
      const event = { id: `evt ${type}`, type, about: "session" as const, object_id: session };
      expect(await receivePaymentEvent(ctx(), "bank", event)).toEqual({ ok: true });
    }
    await minutesPass(4);
    expect((await pool.query("select * from orders")).rows).toEqual(before.rows);
    await confirmedOnce(session);
  });

  test("likewise when it was paid in the last second, after which the slot was given back", async () => {
    const session = await opened();
    await minutesPass(29);
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await pool.query("update orders set status = 'failed'");
    bank.set(session, "paid");
    await minutesPass(4);
    await confirmedOnce(session);
  });

  test("and the slot given to somebody else, it calls for staff", async () => {
    await setCrews(pool, 1);
    const session = await opened();
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await pool.query("update orders set status = 'failed'");
    await opened();
    bank.set(session, "paid");
    await minutesPass(4);
    expect(await bookingOf(pool, session)).toMatchObject({
      order_status: "completed",
      needs_attention: expect.stringContaining("slot"),
    });
  });

  test("money that takes 10 days is found within an hour of its coming", async () => {
    const session = await opened({ date: "2026-06-30" });
    bank.set(session, "processing");
    await minutesPass(2);
    expect((await bookingOf(pool, session)).hold_expires_at).toBeNull();
    clock.advance({ hours: 240 });
    bank.asked.length = 0;
    await minutesPass(2);
    bank.set(session, "paid");
    await minutesPass(58);
    expect(bank.asked).toEqual(["readSession"]);
    await minutesPass(6);
    await confirmedOnce(session);
  });

  test("a checkout left alone is over after its 30 minutes, and never asked about again", async () => {
    const session = await opened();
    await minutesPass(31);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "cancelled", order_status: "failed" });
    expect(bank.sessions.get(session)).toMatchObject({ status: "expired" });
    bank.asked.length = 0;
    await minutesPass(20);
    expect(bank.asked).toEqual([]);
  });

  test("a checkout that was given up is closed at the provider, when nobody else has done so", async () => {
    const session = await opened();
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await pool.query("update orders set status = 'failed'");
    await minutesPass(2);
    expect(bank.sessions.get(session)).toMatchObject({ status: "expired" });
  });
});

describe("a session whose answer never came", () => {
  async function lost() {
    bank.mute = true;
    const outcome = await createPayment(ctx(), { request: aRequest(), draft_id: null });
    expect(outcome).toMatchObject({ ok: false, status: 503 });
    bank.mute = false;
    const [session = ""] = bank.sessions.keys();
    return session;
  }

  test("is found by asking once more, the same", async () => {
    const session = await lost();
    await minutesPass(4);
    expect(bank.sessions.size).toBe(1);
    expect(bank.requests[1]).toEqual(bank.requests[0]);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending" });
  });

  test("is confirmed when it was paid, also when its hold is over", async () => {
    const session = await lost();
    bank.set(session, "paid");
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await pool.query("update orders set status = 'failed'");
    await minutesPass(6);
    await confirmedOnce(session);
  });

  test("is closed when its hold was given up", async () => {
    const session = await lost();
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await pool.query("update orders set status = 'failed'");
    await minutesPass(6);
    expect(bank.sessions.get(session)).toMatchObject({ status: "expired" });
    const { rows } = await pool.query("select session_closed_at from orders");
    expect(rows[0].session_closed_at).not.toBeNull();
  });

  test("is given up when nothing came of it and it is too late", async () => {
    bank.down = true;
    await createPayment(ctx(), { request: aRequest(), draft_id: null });
    bank.down = false;
    const late = { ...bank.gateway, createSession: async () => "none" as const };
    const payments = { ...bank.payments, named: async () => late };
    clock.advance({ minutes: 3 });
    await reconcilePayments(ctx({ payments }));
    const { rows } = await pool.query("select checkout_attempt, checkout_expires_at from orders");
    expect(rows).toEqual([{ checkout_attempt: 2, checkout_expires_at: null }]);
  });
});

describe("a provider that is down", () => {
  test("is asked three times a run, and everything is made up for later", async () => {
    const times = ["8:00 AM", "10:00 AM", "12:00 PM", "2:00 PM", "4:00 PM"] as const;
    const sessions: string[] = [];
    for (const time of times) sessions.push(await opened({ time, hours: 1 }));
    for (const session of sessions) bank.set(session, "paid");
    bank.down = true;
    clock.advance({ minutes: 2 });
    bank.asked.length = 0;
    await reconcilePayments(ctx());
    expect(bank.asked).toHaveLength(3);
    bank.down = false;
    await minutesPass(4);
    const { rows } = await pool.query("select distinct status from orders");
    expect(rows).toEqual([{ status: "completed" }]);
  });
});

describe("a page that waits for its payment", () => {
  test("asks at once, but not with every look", async () => {
    const session = await opened();
    bank.asked.length = 0;
    await askAboutCheckout(ctx(), session);
    await askAboutCheckout(ctx(), session);
    expect(bank.asked).toEqual(["readSession"]);
    bank.set(session, "paid");
    clock.advance({ seconds: 3 });
    await askAboutCheckout(ctx(), session);
    await confirmedOnce(session);
    clock.advance({ seconds: 3 });
    await askAboutCheckout(ctx(), session);
    expect(bank.asked).toHaveLength(2);
  });

  test("shows what is known when the provider can't be asked", async () => {
    const session = await opened();
    bank.down = true;
    await askAboutCheckout(ctx(), session);
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending" });
  });
});
