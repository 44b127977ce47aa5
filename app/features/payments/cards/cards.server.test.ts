import { beforeEach, describe, expect, test } from "vitest";
import { holdForCard, readOnTheDay } from "~/features/booking/checkout/on-the-day.server";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { readVisit } from "~/features/booking/manage/queries.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { undoBookingStatus } from "~/features/booking/office/undo.server";
import type { Terms } from "~/features/catalog/terms";
import { compareBooks } from "~/features/payments/books/compare.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { closeCheckout, expireHolds } from "~/features/payments/checkout/sync.server";
import { addLine } from "~/features/payments/office/add-line.server";
import { openPayLink } from "~/features/payments/pay-link/open.server";
import { readPayPage, readToPay } from "~/features/payments/pay-link/queries.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import type { UserCtx } from "~/platform/context.server";
import {
  aRequest,
  bookingOf,
  CARD,
  paySession,
  sessionOf,
  setSetting,
} from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser, linkTo } from "../../../../tests/support/visits";
import { chargeCards, chargeOrder } from "./charge.server";
import { openCardSetup } from "./open.server";
import { readMyCards } from "./queries.server";
import { removeCard } from "./remove.server";

const world = await testWorld();
const { pool, ctx, clock, queues, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

const DECLINES = { ...CARD, number: "4000000000000341" };
const BACK = {
  success_url: "https://site.example/back?card={CHECKOUT_SESSION_ID}",
  cancel_url: "https://site.example/back",
};
const WHO = { customer_name: CARD.name, customer_email: CARD.email, customer_phone: CARD.phone };

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  await sells(null);
  staff = await staffCtx(world);
});

async function sells(terms: Terms) {
  await pool.query("update services set terms = $1 where id = 'regular-cleaning'", [
    terms && JSON.stringify(terms),
  ]);
}

const one = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows[0];
const orderRow = (id: string) =>
  one(
    "select status, provider, amount, upfront, charged, due, card_limit, card_id is not null as card, charge_at::text from orders where id = $1",
    id,
  );
const cardCharges = async (id: string) =>
  (
    await pool.query(
      "select status, amount, failure from charges where order_id = $1 and purpose = 'card' order by created_at",
      [id],
    )
  ).rows;

/** A customer books a service that is charged to a card, and comes to the page that saves it. */
async function begun() {
  const outcome = await createPayment(ctx(), { request: aRequest(), draft_id: null });
  if (!outcome.ok) throw new Error(outcome.message);
  const query = new URL(outcome.url).searchParams;
  const link = { order: query.get("order"), key: query.get("key") };
  const found = await readOnTheDay(ctx(), link);
  if (!found) throw new Error("The link leads nowhere");
  const { name, email, phone } = CARD;
  expect(await holdForCard(ctx(), found, { name, email, phone })).toBe(true);
  const session = await setUp(outcome.order_id);
  return { order_id: outcome.order_id, id: found.booking.id, link, session };
}

async function setUp(order_id: string) {
  const opened = await openCardSetup(ctx(), { order_id, ...BACK, who: WHO });
  if (!opened.ok) throw new Error(opened.message);
  return sessionOf(opened.url);
}

async function save(session: string, card = CARD) {
  const paid = await payTestCheckout(ctx(), session, card);
  if (!paid.ok) throw new Error(paid.reason);
  await closeCheckout(ctx(), session);
}

/** A visit that is booked with a saved card. */
async function booked(card = CARD) {
  await sells({ pay: "card" });
  const visit = await begun();
  await save(visit.session, card);
  return visit;
}

async function complete(id: string) {
  clock.set("2026-06-10T16:00:00Z");
  const done = await setBookingStatus(staff(), { id, status: "completed" });
  if (!done.ok) throw new Error(done.message);
  clock.advance({ minutes: 1 });
}

async function completed(card = CARD) {
  const visit = await booked(card);
  await complete(visit.id);
  return visit;
}

describe("a service that is charged after the visit", () => {
  test("is booked when the card is saved: nothing is charged, and what was agreed to is stored", async () => {
    await sells({ pay: "card" });
    const { order_id, id, link, session } = await begun();
    expect((await readOnTheDay(ctx(), link))?.state).toBe("open");
    await save(session);
    await closeCheckout(ctx(), session); // reported twice
    expect((await readOnTheDay(ctx(), link))?.state).toBe("booked");
    expect(await orderRow(order_id)).toMatchObject({
      ...{ status: "pending", provider: "office", amount: 15_900, charged: 0, due: 15_900, card: true },
      ...{ card_limit: 19_080, charge_at: null },
    });
    const { consent } = await one("select consent from orders where id = $1", order_id);
    expect(consent).toContain("$159.00 after the visit");
    expect(consent).toContain("at most $190.80");
    expect(await one("select consent, status from card_setups")).toEqual({ consent, status: "completed" });
    await queues.run("booking-confirmed-mail");
    const { text } = await one("select text from mails where recipient = $1", CARD.email);
    expect(text).toContain("We charge $159.00 to your Visa ending in 4242 after your visit");
    expect(await readVisit(ctx({ actor: linkTo(id) }), id)).toMatchObject({
      status: "confirmed",
      card: "Visa ending in 4242",
    });
  });

  test("is not booked without the card: the hold expires, and a card that comes too late is forgotten", async () => {
    await sells({ pay: "card" });
    const { order_id, session } = await begun();
    clock.advance({ minutes: 29 });
    await payTestCheckout(ctx(), session, CARD); // the event is lost
    clock.advance({ minutes: 20 });
    await expireHolds(ctx());
    await closeCheckout(ctx(), session);
    expect(await orderRow(order_id)).toMatchObject({ status: "failed", card: false });
    await queues.run("forget-card");
    expect(await one("select forgotten_at is not null as gone from test_checkout_cards")).toEqual({
      gone: true,
    });
  });

  test("opens one page to save it, however often it is pressed", async () => {
    await sells({ pay: "card" });
    const { order_id, session } = await begun();
    expect(await setUp(order_id)).toBe(session);
    expect(await one("select count(*)::int as n from card_setups")).toEqual({ n: 1 });
  });
});

describe("when the visit is completed", () => {
  test("the card is charged once, after the time to undo, and the receipt goes out", async () => {
    const { order_id } = await completed();
    expect(await cardCharges(order_id)).toEqual([]);
    await Promise.all([chargeOrder(ctx(), { order_id }), chargeOrder(ctx(), { order_id })]);
    await queues.run("charge-card");
    await chargeCards(ctx());
    expect(await cardCharges(order_id)).toEqual([{ status: "completed", amount: 15_900, failure: null }]);
    expect(await orderRow(order_id)).toMatchObject({
      status: "completed",
      charged: 15_900,
      due: 0,
      charge_at: null,
    });
    expect(
      await one("select count(*)::int as n, sum(amount)::int as sum from test_checkout_charges"),
    ).toEqual({
      n: 1,
      sum: 15_900,
    });
    await queues.run("charge-receipt-mail");
    expect(await one("select recipient from mails where subject like 'Your receipt: $159.00%'")).toEqual({
      recipient: CARD.email,
    });
    clock.advance({ hours: 5 });
    await compareBooks(ctx());
    expect(await one("select count(*)::int as n from book_differences")).toEqual({ n: 0 });
  });

  test("and set back in time, nothing is charged", async () => {
    const { id, order_id } = await booked();
    clock.set("2026-06-10T16:00:00Z");
    const done = await setBookingStatus(staff(), { id, status: "completed" });
    if (!done.ok || !done.changed || done.undo === null) throw new Error("It can't be undone");
    await undoBookingStatus(staff(), { id, sequence: done.undo });
    clock.advance({ minutes: 5 });
    await queues.run("charge-card");
    await chargeCards(ctx());
    expect(await cardCharges(order_id)).toEqual([]);
    expect(await orderRow(order_id)).toMatchObject({ charged: 0, charge_at: null });
  });

  test("a crash after the charge charges nobody twice", async () => {
    const { order_id } = await completed();
    const broken = ctx();
    const gateway = await broken.payments.current();
    const named = async () =>
      gateway && {
        ...gateway,
        chargeCard: async (request: Parameters<typeof gateway.chargeCard>[0]) => {
          await gateway.chargeCard(request);
          throw new Error("The process died.");
        },
      };
    await expect(
      chargeOrder({ ...broken, payments: { ...broken.payments, named } }, { order_id }),
    ).rejects.toThrow("died");
    expect(await cardCharges(order_id)).toMatchObject([{ status: "pending" }]);
    expect(await openPayLink(ctx(), { order_id, tip: 0, seen: 15_900 })).toMatchObject({
      reason: "processing",
    });
    clock.advance({ hours: 30 });
    await chargeCards(ctx());
    expect(await cardCharges(order_id)).toMatchObject([{ status: "completed", amount: 15_900 }]);
    expect(await one("select count(*)::int as n from test_checkout_charges")).toEqual({ n: 1 });
  });

  test("no more is charged than was agreed to: the rest is asked for by a pay link", async () => {
    const { id, order_id } = await booked();
    clock.set("2026-06-10T16:00:00Z");
    const line = { kind: "time", amount: 10_000, label: "", reason: "The oven", minutes: null, seen: 15_900 };
    const added = await addLine(staff(), { ...line, order_id, token: crypto.randomUUID() });
    if (!added.ok) throw new Error(added.reason);
    await complete(id);
    await chargeOrder(ctx(), { order_id });
    expect(await cardCharges(order_id)).toMatchObject([{ status: "completed", amount: 19_080 }]);
    expect(await orderRow(order_id)).toMatchObject({ due: 6820, charge_at: null });
    expect(await queues.waiting("pay-link-mail")).toHaveLength(1);
    expect(await chargeOrder(staff(), { order_id, now: true })).toMatchObject({
      ok: false,
      reason: "nothing to charge",
    });
  });

  test("an open pay link is closed first; if it was paid, nothing is charged", async () => {
    const { order_id } = await completed();
    const link = await openPayLink(ctx(), { order_id, tip: 0, seen: 15_900 });
    if (!link.ok) throw new Error(link.message);
    const paid = await payTestCheckout(ctx(), sessionOf(link.url), CARD); // its event is on the way
    if (!paid.ok) throw new Error(paid.reason);
    await chargeOrder(ctx(), { order_id });
    expect(await cardCharges(order_id)).toEqual([]);
    expect(await orderRow(order_id)).toMatchObject({ charged: 15_900, due: 0 });
  });
});

describe("a card that is declined", () => {
  test("is tried again on days 1, 3 and 7, each with an email, and then staff take over", async () => {
    const { order_id } = await completed(DECLINES);
    const tries: string[] = [];
    for (let hour = 0; hour < 24 * 12; hour += 1) {
      const before = (await cardCharges(order_id)).length;
      await chargeCards(ctx());
      if ((await cardCharges(order_id)).length > before) tries.push(clock.now.toString().slice(0, 10));
      clock.advance({ hours: 1 });
    }
    expect(tries).toEqual(["2026-06-10", "2026-06-11", "2026-06-13", "2026-06-17"]);
    expect(await orderRow(order_id)).toMatchObject({ charged: 0, due: 15_900, charge_at: null });
    await queues.run("card-declined-mail");
    const { rows } = await pool.query(
      "select subject, text from mails where subject like 'Your card was declined%'",
    );
    expect(rows).toHaveLength(4);
    expect(rows[0].text).toContain("Visa ending in 0341");
    const shown = await readToPay(ctx(), order_id);
    expect(shown && (await readPayPage(ctx(), shown))).toMatchObject({
      due: "$159.00",
      card: { declined: true },
    });
  });

  test("is replaced by the customer, and the new one is charged at once", async () => {
    const { order_id } = await completed(DECLINES);
    await chargeOrder(ctx(), { order_id });
    await save(await setUp(order_id));
    await queues.run("charge-card");
    expect((await cardCharges(order_id)).map(({ status }) => status)).toEqual(["failed", "completed"]);
    expect(await orderRow(order_id)).toMatchObject({ charged: 15_900, due: 0 });
  });
});

describe("a late cancellation", () => {
  test("charges the fee of the policy, which the customer saw, to the card", async () => {
    await setSetting(pool, "booking.late_fee_percent", "50");
    const { id, order_id } = await booked();
    clock.set("2026-06-10T08:00:00Z");
    const cancelled = await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 0, fee: 7950 });
    expect(cancelled).toMatchObject({ ok: true, fee: 7950 });
    await queues.run("charge-card");
    await queues.run("booking-cancelled-mail");
    const { text } = await one("select text from mails where subject like 'Cancelled%'");
    expect(text).toContain("a fee of $79.50 is charged to your saved card for a late cancellation");
    expect(await cardCharges(order_id)).toMatchObject([{ status: "completed", amount: 7950 }]);
    expect(await orderRow(order_id)).toMatchObject({ amount: 7950, charged: 7950, due: 0 });
  });

  test("in time costs nothing", async () => {
    const { id, order_id } = await booked();
    await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 0 });
    await queues.run("charge-card");
    await chargeCards(ctx());
    expect(await cardCharges(order_id)).toEqual([]);
  });
});

describe("a deposit", () => {
  const deposit = async () => {
    await sells({ pay: "deposit", percent: 20 });
    const session = await paySession(ctx());
    await closeCheckout(ctx(), session);
    return bookingOf(pool, session);
  };

  test("is paid at the checkout, and the rest after the visit by the same card", async () => {
    const visit = await deposit();
    expect(visit).toMatchObject({ status: "confirmed", order_status: "completed" });
    expect(await orderRow(visit.order_id)).toMatchObject({
      ...{ amount: 15_900, upfront: 3180, charged: 3180, due: 12_720, card: true, card_limit: 19_080 },
    });
    await queues.run("booking-confirmed-mail");
    const { text } = await one("select text from mails where recipient = $1", CARD.email);
    expect(text).toContain("We charge the rest, $127.20, to your Visa ending in 4242 after your visit");
    await complete(visit.id);
    await queues.run("charge-card");
    expect(await cardCharges(visit.order_id)).toMatchObject([{ status: "completed", amount: 12_720 }]);
    expect(await orderRow(visit.order_id)).toMatchObject({ charged: 15_900, due: 0 });
  });

  test("counts toward the fee of a late cancellation", async () => {
    const visit = await deposit();
    clock.set("2026-06-10T08:00:00Z");
    expect(
      await cancelBooking(ctx({ actor: linkTo(visit.id) }), { id: visit.id, refund: 0, fee: 4770 }),
    ).toMatchObject({
      ok: true,
    });
    await queues.run("charge-card");
    expect(await orderRow(visit.order_id)).toMatchObject({ amount: 7950, charged: 7950, due: 0 });
  });

  test("goes back in full when the customer cancels in time", async () => {
    const visit = await deposit();
    expect(
      await cancelBooking(ctx({ actor: linkTo(visit.id) }), { id: visit.id, refund: 3180 }),
    ).toMatchObject({
      ok: true,
    });
    expect(await orderRow(visit.order_id)).toMatchObject({ amount: 3180, charged: 3180, due: 0 });
    expect(await one("select amount from refunds where order_id = $1", visit.order_id)).toEqual({
      amount: 3180,
    });
  });
});

describe("a customer with an account", () => {
  /** A booking of theirs that a card pays for. */
  async function owner(card = CARD) {
    const user = await aUser(pool, CARD.email);
    const visit = await booked(card);
    return { ...visit, user, own: ctx({ actor: user }) as UserCtx };
  }

  test("sees what a card pays for, and can't remove it before that is paid", async () => {
    const { own, order_id, id } = await owner();
    const [card] = await readMyCards(own);
    expect(card).toMatchObject({
      name: "Visa ending in 4242",
      expires: "12/2030",
      depending: [{ when: "Jun 10, 2026" }],
    });
    const refused = await removeCard(own, { card_id: card?.id ?? "" });
    expect(refused).toMatchObject({
      ok: false,
      reason: "needed",
      message: expect.stringContaining("Jun 10, 2026"),
    });
    await complete(id);
    await queues.run("charge-card");
    expect(await orderRow(order_id)).toMatchObject({ due: 0 });
    expect(await removeCard(own, { card_id: card?.id ?? "" })).toEqual({ ok: true });
    expect(await removeCard(own, { card_id: card?.id ?? "" })).toMatchObject({
      ok: false,
      reason: "not found",
    });
    await queues.run("forget-card");
    expect(await one("select forgotten_at is not null as gone from test_checkout_cards")).toEqual({
      gone: true,
    });
    expect(await readMyCards(own)).toEqual([]);
  });

  test("removes nobody else's card", async () => {
    const { own } = await owner();
    const [card] = await readMyCards(own);
    const stranger = ctx({ actor: await aUser(pool, "mallory@mail.example") }) as UserCtx;
    expect(await removeCard(stranger, { card_id: card?.id ?? "" })).toMatchObject({ reason: "not found" });
    expect(await readMyCards(stranger)).toEqual([]);
    expect(await readMyCards(own)).toHaveLength(1);
  });

  test("replaces a card: the new one pays for all bookings, also what the old one was declined for", async () => {
    const { user, id, order_id } = await owner(DECLINES);
    await complete(id);
    await chargeOrder(ctx(), { order_id });
    const own = ctx({ actor: user }) as UserCtx;
    const opened = await openCardSetup(own, { user_id: user.id, ...BACK, who: WHO });
    if (!opened.ok) throw new Error(opened.message);
    await save(sessionOf(opened.url));
    await queues.run("charge-card");
    expect(await orderRow(order_id)).toMatchObject({ charged: 15_900, due: 0 });
    expect(await readMyCards(own)).toMatchObject([{ name: "Visa ending in 4242", depending: [] }]);
    expect(await one("select removed_at is not null as gone from cards where last4 = '0341'")).toEqual({
      gone: true,
    });
  });
});
