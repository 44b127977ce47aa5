import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { aRequest, bookingOf, CARD, DAY, openSession, sessionOf } from "../../../tests/support/bookings";
import { differencesIn } from "../../../tests/support/books";
import { aCoupon } from "../../../tests/support/coupons";
import { testWorld } from "../../../tests/support/ctx";
import { aColleague, staffCtx } from "../../../tests/support/staff";
import { aUser, confirmedVisit, refundsOf, visitRow } from "../../../tests/support/visits";
import { createPayment } from "./checkout/create-payment.server";
import { closeCheckout, expireHolds } from "./checkout/sync.server";
import { readBalance, readCredit } from "./credit/queries.server";
import { addLine } from "./office/add-line.server";
import { giveCredit } from "./office/give-credit.server";
import { refundByStaff } from "./office/refund.server";
import { spendCreditByStaff } from "./office/spend-credit.server";
import { payTestCheckout } from "./test-checkout/pay.server";

const world = await testWorld();
const { pool, clock, clear, queues, sitePool } = world;
const PRICE = 15_900;

let staff: Awaited<ReturnType<typeof staffCtx>>;
let actor: Awaited<ReturnType<typeof aUser>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  actor = await aUser(pool, "ada@mail.example");
  await pool.query("insert into profiles (id) values ($1) on conflict do nothing", [actor.id]);
});

const customer = () => world.ctx({ actor });
const balance = () => readBalance(customer(), actor.id, "USD");
const give = (amount: number | null, reason = "For the broken vase") =>
  giveCredit(staff(), { customer_id: actor.id, token: randomUUID(), amount, reason });
const booksAgree = async () => expect(await differencesIn(pool, world.ctx())).toEqual([]);

async function orderOf(session: string) {
  const { order_id } = await bookingOf(pool, session);
  const { rows } = await pool.query("select * from orders where id = $1", [order_id]);
  return rows[0];
}

async function payFor(details: Parameters<typeof aRequest>[0] = {}) {
  const session = await openSession(customer(), details);
  const paid = await payTestCheckout(customer(), session, CARD);
  if (!paid.ok) throw new Error(paid.reason);
  await closeCheckout(world.ctx(), session);
  return session;
}

describe("a customer's credit", () => {
  test("is kept with the slot, pays its part, and the checkout asks for the rest", async () => {
    await give(4000);
    const session = await openSession(customer());
    expect(await balance()).toBe(0);
    expect(await customer().payments.readSession(session)).toMatchObject({ amount: PRICE - 4000 });
    await payTestCheckout(customer(), session, CARD);
    await closeCheckout(world.ctx(), session);
    expect(await orderOf(session)).toMatchObject({
      status: "completed",
      charged: PRICE,
      due: 0,
      upfront: 11_900,
    });
    expect(await visitRow(pool, (await bookingOf(pool, session)).id)).toMatchObject({ status: "confirmed" });
    await booksAgree();
  });

  test("comes back when the hold expires", async () => {
    await give(4000);
    await openSession(customer());
    clock.advance({ minutes: 40 });
    await expireHolds(world.ctx());
    expect(await balance()).toBe(4000);
    const { rows } = await readCredit(customer(), actor.id);
    expect(rows.map(({ amount, what }) => [amount, what])).toEqual([
      ["+$40.00", expect.stringMatching(/^Not used for order #\d+$/)],
      ["−$40.00", expect.stringMatching(/^Used for order #\d+$/)],
      ["+$40.00", "For the broken vase"],
    ]);
    await booksAgree();
  });

  test("is spent once by two tabs that book at the same time", async () => {
    await give(10_000);
    const sessions = await Promise.all(
      [DAY, "2026-06-12"].map((date) => openSession(customer(), { date }, randomUUID())),
    );
    const asked = await Promise.all(sessions.map((id) => customer().payments.readSession(id)));
    expect(asked.map((session) => session?.amount ?? 0).sort((a, b) => a - b)).toEqual([
      PRICE - 10_000,
      PRICE,
    ]);
    expect(await balance()).toBe(0);
  });

  test("that covers everything books at once, without a checkout, once however often it is pressed", async () => {
    await give(20_000);
    const draft_id = randomUUID();
    const press = () => createPayment(customer(), { request: aRequest(), draft_id });
    const [first, second] = await Promise.all([press(), press()]);
    const again = await press();
    expect(first).toMatchObject({
      ok: true,
      url: expect.stringContaining("/payment-success?session_id=credit_"),
    });
    expect([second, again]).toEqual([first, first]);
    const session = sessionOf(first.ok ? first.url : "");
    expect(await orderOf(session)).toMatchObject({ status: "completed", provider: "credit", charged: PRICE });
    expect(await bookingOf(pool, session)).toMatchObject({ status: "confirmed", user_id: actor.id });
    expect(await queues.waiting("booking-confirmed-mail")).toHaveLength(1);
    expect(await balance()).toBe(20_000 - PRICE);
    await booksAgree();
  });

  test("leaves at least what a card can pay", async () => {
    await give(PRICE - 20);
    const session = await openSession(customer());
    expect(await customer().payments.readSession(session)).toMatchObject({ amount: 50 });
    expect(await balance()).toBe(30);
  });

  test.each([
    [
      "an account whose email is not confirmed",
      () => world.ctx({ actor: { ...actor, email_verified: false } }),
    ],
    ["a guest who types the account's email", () => world.ctx()],
  ])("is not used by %s", async (_, ctx) => {
    await give(4000);
    const request = aRequest({}, { customerEmail: actor.email });
    const outcome = await createPayment(ctx(), { request, draft_id: null });
    const session = sessionOf(outcome.ok ? outcome.url : "");
    expect(await ctx().payments.readSession(session)).toMatchObject({ amount: PRICE });
    expect(await balance()).toBe(4000);
  });

  test("is used again when the payment arrives after the hold expired", async () => {
    await give(4000);
    const session = await openSession(customer());
    await payTestCheckout(customer(), session, CARD);
    await pool.query("update bookings set status = 'cancelled', hold_expires_at = null");
    await pool.query("update orders set status = 'failed', updated_at = $1", [clock.now.toString()]);
    expect(await balance()).toBe(4000);
    await closeCheckout(world.ctx(), session);
    expect(await orderOf(session)).toMatchObject({ status: "completed", charged: PRICE, due: 0 });
    expect(await balance()).toBe(0);
    await booksAgree();
  });

  test("pays what a coupon leaves, unless the coupon excludes it", async () => {
    await give(4000);
    await aCoupon(pool, { percent: 50 });
    await aCoupon(pool, { code: "ALONE", is_exclusive: true });
    const session = await openSession(customer(), {}, null, { coupon: "SPRING20" });
    expect(await orderOf(session)).toMatchObject({ amount: 7950, upfront: 3950 });
    expect(await customer().payments.readSession(session)).toMatchObject({ amount: 3950 });
    expect(await balance()).toBe(0);
    await give(4000);
    const alone = await openSession(customer(), { time: "2:00 PM" }, null, { coupon: "ALONE" });
    expect(await orderOf(alone)).toMatchObject({ amount: 12_720, upfront: null, uses_credit: null });
    expect(await balance()).toBe(4000);
    await booksAgree();
  });

  test("goes back to credit when its visit is cancelled, and the rest to the card", async () => {
    await give(4000);
    const session = await payFor();
    const { id } = await bookingOf(pool, session);
    clock.advance({ minutes: 1 });
    expect(await cancelBooking(customer(), { id, refund: PRICE })).toMatchObject({ ok: true });
    const { ours } = await refundsOf(pool, id);
    expect(ours.map(({ amount, status, to_credit }) => [amount, status, to_credit])).toEqual(
      expect.arrayContaining([
        [11_900, "pending", false],
        [4000, "completed", true],
      ]),
    );
    expect(await balance()).toBe(4000);
    await queues.run("refund-order");
    await booksAgree();
  });

  test("pays what staff add to an order later, and what is left of it is due", async () => {
    const session = await payFor();
    const { order_id } = await bookingOf(pool, session);
    await give(3000);
    const line = { order_id, kind: "time", amount: 5300, label: "", reason: "An hour more", minutes: null };
    expect(await addLine(staff(), { ...line, token: randomUUID(), seen: PRICE })).toMatchObject({
      due: 2300,
    });
    expect(await balance()).toBe(0);
    await booksAgree();
  });

  test("pays of what a deposit leaves, once that is paid", async () => {
    await give(4000);
    await pool.query(`update services set terms = '{"pay": "deposit", "amount": 5000}'`);
    const session = await openSession(customer());
    await pool.query("update services set terms = null");
    expect(await customer().payments.readSession(session)).toMatchObject({ amount: 5000 });
    expect(await balance()).toBe(4000);
    await payTestCheckout(customer(), session, CARD);
    await closeCheckout(world.ctx(), session);
    expect(await orderOf(session)).toMatchObject({ status: "completed", charged: 9000, due: PRICE - 9000 });
    expect(await balance()).toBe(0);
    await booksAgree();
  });

  test("pays an order of before only when staff say so", async () => {
    const { order_id } = await confirmedVisit(world.ctx(), pool);
    await pool.query("update orders set customer_id = $1 where id = $2", [actor.id, order_id]);
    await give(10_000);
    const line = { order_id, kind: "time", amount: 5300, label: "", reason: "An hour more", minutes: null };
    expect(await addLine(staff(), { ...line, token: randomUUID(), seen: PRICE })).toMatchObject({
      due: 5300,
    });
    clock.advance({ minutes: 1 });
    expect(await spendCreditByStaff(staff(), { order_id })).toEqual({
      ok: true,
      amount: 5300,
      currency: "USD",
    });
    expect(await spendCreditByStaff(staff(), { order_id })).toMatchObject({
      ok: false,
      reason: "nothing used",
    });
    expect(await balance()).toBe(4700);
    await booksAgree();
  });
});

test("an order that staff let use credit uses none later, if nothing was used and they were told so", async () => {
  const { order_id } = await bookingOf(pool, await payFor());
  await pool.query("update orders set uses_credit = null where id = $1", [order_id]);
  expect(await spendCreditByStaff(staff(), { order_id })).toMatchObject({ reason: "nothing used" });
  const { rows } = await pool.query("select uses_credit from orders where id = $1", [order_id]);
  expect(rows).toEqual([{ uses_credit: null }]);
});

describe("a refund that is kept as credit", () => {
  test("asks no provider, and its customer is told", async () => {
    const session = await payFor();
    const { order_id, id } = await bookingOf(pool, session);
    clock.advance({ minutes: 1 });
    const wish = { order_id, amount: 5000, reason: "Late crew", left: PRICE, token: randomUUID() };
    const kept = await refundByStaff(staff(), { ...wish, to_credit: true });
    expect(kept).toEqual({ ok: true, amount: 5000, by_hand: false, to_credit: true });
    expect(await refundByStaff(staff(), { ...wish, to_credit: true })).toEqual(kept);
    expect(await queues.waiting("refund-order")).toEqual([]);
    expect((await refundsOf(pool, id)).theirs).toEqual([]);
    expect(await balance()).toBe(5000);
    expect(await queues.run("refund-mail")).toBe(1);
    const { rows } = await pool.query("select subject from mails where subject like '%credit%'");
    expect(rows).toEqual([{ subject: "We've added $50.00 to your credit" }]);
    await booksAgree();
  });

  test("is refused for an order that belongs to no customer", async () => {
    const { order_id } = await confirmedVisit(world.ctx(), pool);
    await pool.query("update orders set customer_id = null");
    const wish = { order_id, amount: 5000, reason: "Late crew", left: PRICE, token: randomUUID() };
    expect(await refundByStaff(staff(), { ...wish, to_credit: true })).toMatchObject({
      ...{ ok: false, reason: "invalid", message: expect.stringContaining("no customer") },
    });
  });
});

describe("goodwill", () => {
  test("is given once a form, and taken away with a reason, never below zero", async () => {
    const token = randomUUID();
    const wish = { customer_id: actor.id, token, amount: 2500, reason: "Thank you" };
    expect(await giveCredit(staff(), wish)).toEqual({ ok: true, amount: 2500, currency: "USD" });
    expect(await giveCredit(staff(), wish)).toEqual({ ok: true, amount: 2500, currency: "USD" });
    expect(await balance()).toBe(2500);
    expect(await give(-2501)).toMatchObject({ ok: false, field: "amount" });
    expect(await give(-1000, "")).toMatchObject({ ok: false, field: "reason" });
    expect(await give(null)).toMatchObject({ ok: false, field: "amount" });
    expect(await give(-1000, "Typed twice")).toMatchObject({ ok: true, amount: -1000 });
    expect(await balance()).toBe(1500);
  });

  test("is not taken away twice at the same time", async () => {
    await give(1000);
    const outcomes = await Promise.all([give(-800), give(-800)]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await balance()).toBe(200);
  });

  test("is limited like refunds", async () => {
    const bea = await aColleague(world, "bookkeeper", "Bea");
    const by = (amount: number) =>
      giveCredit(bea(), { customer_id: actor.id, token: randomUUID(), amount, reason: "Sorry" });
    expect(await by(10_000)).toMatchObject({ ok: true });
    expect(await by(1)).toMatchObject({ ok: false, message: expect.stringContaining("refund limit") });
    clock.advance({ hours: 25 });
    expect(await by(1)).toMatchObject({ ok: true });
  });

  test("goes to nobody who isn't there", async () => {
    const wish = { token: randomUUID(), amount: 100, reason: "Hello" };
    for (const customer_id of ["x", randomUUID()])
      expect(await giveCredit(staff(), { ...wish, customer_id })).toEqual({ ok: false, reason: "not found" });
  });
});

describe("the credit ledger", () => {
  test.each([
    ["a change", "update credit_transfers set amount = 1"],
    ["another reason", "update credit_transfers set reason = 'Another one'"],
    ["a deletion", "delete from credit_transfers"],
  ])("refuses %s", async (_, statement) => {
    await give(1000);
    await expect(pool.query(statement)).rejects.toThrow("credit_transfers is append-only");
  });

  test("refuses to take what a customer does not have", async () => {
    await give(1000);
    const take = (amount: number) =>
      pool.query(
        `insert into credit_transfers (at, from_account, from_customer, to_account, amount, currency, key)
         values (now(), 'customer', $1, 'goodwill', $2, 'USD', gen_random_uuid())`,
        [actor.id, amount],
      );
    await expect(take(1001)).rejects.toThrow("credit_balances_amount");
    await take(1000);
    expect(await balance()).toBe(0);
  });

  test("keeps its balances from the site's user", async () => {
    await expect(sitePool.query("update credit_balances set amount = 0")).rejects.toThrow(
      "permission denied",
    );
    await expect(sitePool.query("delete from credit_transfers")).rejects.toThrow("permission denied");
  });
});
