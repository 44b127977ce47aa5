import { beforeEach, describe, expect, test } from "vitest";
import { bookingOf, CARD, footprint, openSession } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { cancelTestCheckout, payTestCheckout } from "./pay.server";
import { readTestCheckout } from "./sessions.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

const EVENTS = "test-checkout-event";
const pay = (session: string, number = CARD.number) => payTestCheckout(ctx(), session, { ...CARD, number });

async function eventTypes(): Promise<string[]> {
  const { rows } = await pool.query("select type from test_checkout_events order by created_at");
  return rows.map(({ type }) => type);
}

describe("a test card", () => {
  test.each(["4242424242424242", "4242 4242 4242 4242", "5555555555554444"])("%s pays", async (number) => {
    const session = await openSession(ctx());
    expect(await pay(session, number)).toEqual({
      ok: true,
      url: `https://site.example/payment-success?session_id=${session}`,
    });
    expect(await ctx().payments.readSession(session)).toMatchObject({
      status: "paid",
      amount: 15900,
      customer: { name: CARD.name, email: CARD.email, phone: CARD.phone },
    });
    expect(await eventTypes()).toEqual(["checkout.session.completed"]);
    expect(await queues.waiting(EVENTS)).toHaveLength(1);
  });

  test.each([
    ["4000000000000002", /declined/i],
    ["4000000000009995", /insufficient funds/i],
    ["4000 0000 0000 0002", /declined/i],
    ["4111111111111111", /test checkout/i],
  ])("%s is refused in words, and nothing changes", async (number, words) => {
    const session = await openSession(ctx());
    const before = await footprint(pool);
    expect(await pay(session, number)).toEqual({
      ok: false,
      reason: "declined",
      message: expect.stringMatching(words),
    });
    expect(await ctx().payments.readSession(session)).toMatchObject({ status: "open", customer: null });
    expect(await bookingOf(pool, session)).toMatchObject({ status: "pending", order_status: "pending" });
    expect(await footprint(pool)).toEqual(before);
    expect(await eventTypes()).toEqual([]);
  });

  test("that pays after one that was declined settles the matter", async () => {
    const session = await openSession(ctx());
    await pay(session, "4000000000000002");
    expect(await pay(session)).toMatchObject({ ok: true });
  });

  test("leaves no number, expiry or CVC behind", async () => {
    const session = await openSession(ctx());
    await pay(session);
    const { rows } = await pool.query(
      `select s::text as row from test_checkout_sessions s union all select e::text from test_checkout_events e
       union all select j.data::text from pgboss.job j union all select o::text from orders o
       union all select b::text from bookings b`,
    );
    const everything = rows.map(({ row }) => row).join("\n");
    expect(everything).toContain("Ada Lovelace");
    expect(everything).not.toMatch(/4242|12\/30/);
  });
});

describe("a session", () => {
  test("paid ten times at once is paid once, with one event", async () => {
    const session = await openSession(ctx());
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => pay(session)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await eventTypes()).toEqual(["checkout.session.completed"]);
    expect(await queues.waiting(EVENTS)).toHaveLength(1);
  });

  test("is either paid or cancelled, whichever came first", async () => {
    const session = await openSession(ctx());
    const [paid, left] = await Promise.all([pay(session), cancelTestCheckout(ctx(), session)]);
    expect(paid.ok).toBe(left === null);
    expect(await eventTypes()).toHaveLength(1);
  });

  test("is over when its time is: to the page, to the provider, and to who wants to pay", async () => {
    const session = await openSession(ctx());
    clock.advance({ minutes: 31 });
    expect(await readTestCheckout(ctx(), session)).toMatchObject({ status: "expired" });
    expect(await pay(session)).toEqual({ ok: false, reason: "not open" });
    expect(await cancelTestCheckout(ctx(), session)).toBeNull();
    expect(await ctx().payments.readSession(session)).toMatchObject({ status: "expired" });
  });

  test("that does not exist can be neither read, paid nor cancelled", async () => {
    expect(await readTestCheckout(ctx(), "test_unknown")).toBeNull();
    expect(await pay("test_unknown")).toEqual({ ok: false, reason: "not open" });
    expect(await cancelTestCheckout(ctx(), "test_unknown")).toBeNull();
    expect(await ctx().payments.expireSession("test_unknown")).toBeNull();
  });

  test("shows what is bought and what it costs", async () => {
    const session = await openSession(ctx());
    expect(await readTestCheckout(ctx(), session)).toMatchObject({
      status: "open",
      amount: 15900,
      currency: "USD",
      lines: [{ label: "Regular Cleaning, 3 hours × $53.00", amount: 15900 }],
      summary: [
        "Regular Cleaning",
        "Wednesday, June 10, 2026, 8:00 AM",
        "14 Barnstead Road, Pittsfield, NH 03263",
      ],
    });
  });

  test("cancelled tells the application through an event", async () => {
    const session = await openSession(ctx());
    await cancelTestCheckout(ctx(), session);
    expect(await eventTypes()).toEqual(["checkout.session.expired"]);
    expect(await queues.waiting(EVENTS)).toHaveLength(1);
  });
});
