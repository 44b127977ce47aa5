import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { readBooking } from "~/features/booking/queries.server";
import type { Terms } from "~/features/catalog/terms";
import { readDashboard } from "~/features/office/dashboard/queries.server";
import { aBank } from "../../../tests/support/bank";
import { aRequest, bookingOf, CARD, sessionOf, setSetting } from "../../../tests/support/bookings";
import { differencesIn } from "../../../tests/support/books";
import { aCoupon } from "../../../tests/support/coupons";
import { testWorld } from "../../../tests/support/ctx";
import { aPlanRequest } from "../../../tests/support/plans";
import { staffCtx } from "../../../tests/support/staff";
import { watchStatements } from "../../../tests/support/statements";
import { aUser } from "../../../tests/support/visits";
import { createPayment } from "./checkout/create-payment.server";
import { recoverCheckout } from "./checkout/open.server";
import { closeCheckout } from "./checkout/sync.server";
import { addLine } from "./office/add-line.server";
import { giveCredit } from "./office/give-credit.server";
import { readOfficeOrder } from "./office/queries.server";
import { refundByStaff } from "./office/refund.server";
import { receivePaymentEvent } from "./settlement/events.server";
import { reconcilePayments } from "./settlement/reconcile.server";
import { payTestCheckout } from "./test-checkout/pay.server";

const world = await testWorld();
const { pool, sitePool, ctx, clock, clear, queues } = world;
const { statementsOf } = watchStatements(sitePool);
const DRAFT = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";
const PRICE = 15_900;
/** 15 percent, in whole dollars. */
const TIP = 2400;

let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

type Body = NonNullable<Parameters<typeof aRequest>[1]>;

const ask = (tip: Body["tip"], context = ctx(), draft_id: string | null = DRAFT, body: Body = {}) =>
  createPayment(context, { request: aRequest({}, { ...body, tip }), draft_id });

async function opened(...asked: Parameters<typeof ask>) {
  const outcome = await ask(...asked);
  if (!outcome.ok) throw new Error(outcome.message);
  return { ...outcome, session: sessionOf(outcome.url) };
}

async function paid(...asked: Parameters<typeof ask>) {
  const { session, order_id } = await opened(...asked);
  const outcome = await payTestCheckout(asked[1] ?? ctx(), session, CARD);
  if (!outcome.ok) throw new Error(outcome.reason);
  await closeCheckout(ctx(), session);
  return { session, order_id, id: (await bookingOf(pool, session)).id as string };
}

const orderOf = async (id: string) =>
  (await pool.query("select *, coalesce(tips, 0) as tips from orders where id = $1", [id])).rows[0];
const linesOf = async (id: string) =>
  (
    await pool.query("select kind, amount from order_lines where order_id = $1 order by position", [id])
  ).rows.map(({ kind, amount }) => [kind, amount]);
const booksAgree = async () => expect(await differencesIn(pool, ctx())).toEqual([]);
const revenue = async () => (await readDashboard(staff())).revenue;

describe("a tip at the first checkout", () => {
  test("is a line of its own of the order, the checkout, the confirmation and the office", async () => {
    const { id, order_id, session } = await paid({ percent: 15 });
    expect(await linesOf(order_id)).toEqual([
      ["service", PRICE],
      ["tip", TIP],
    ]);
    expect(await orderOf(order_id)).toMatchObject({
      amount: PRICE + TIP,
      tips: TIP,
      charged: PRICE + TIP,
      due: 0,
    });
    const { rows } = await pool.query("select amount, lines from test_checkout_sessions where id = $1", [
      session,
    ]);
    expect(rows[0]).toMatchObject({
      amount: PRICE + TIP,
      lines: [{ amount: PRICE }, { label: "Tip", amount: TIP }],
    });
    const { rows: booked } = await pool.query(
      "select total_amount, price_lines from bookings where id = $1",
      [id],
    );
    expect(booked[0]).toMatchObject({ total_amount: PRICE, price_lines: [{ amount: PRICE }] });
    expect(await readBooking(ctx(), id)).toMatchObject({
      total: "$183.00",
      lines: [{ amount: "$159.00" }, { label: "Tip", amount: "$24.00" }],
    });
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({
      charges: [{ amount: "$183.00", tip: "$24.00" }],
      tip: { total: "$24.00" },
    });
  });

  test("is no revenue, and the books agree", async () => {
    await paid({ amount: 1234 });
    expect(await revenue()).toEqual([{ currency: "USD", amount: PRICE }]);
    await booksAgree();
  });

  test("takes no statement more than a booking without one", async () => {
    const { answer, statements } = await statementsOf(() => ask({ percent: 15 }));
    expect(answer).toMatchObject({ ok: true });
    expect(statements).toHaveLength(9);
  });

  test("is percent of the price before tax and after a coupon", async () => {
    await setSetting(pool, "payments.collect_tax", "true");
    await aCoupon(pool);
    const { order_id } = await opened({ percent: 10 }, ctx(), DRAFT, { coupon: "SPRING20" });
    expect(await linesOf(order_id)).toEqual([
      ["service", PRICE],
      ["discount", -3180],
      ["tax", 1081],
      ["tip", 1300],
    ]);
  });

  test("that is chosen again counts alone: the earlier checkout is closed", async () => {
    const first = await opened({ percent: 10 });
    expect(await opened({ percent: 10 })).toEqual(first);
    const second = await opened({ amount: 777 });
    const none = await opened(undefined);
    expect(await ctx().payments.readSession(first.session)).toMatchObject({ status: "expired" });
    expect(await ctx().payments.readSession(second.session)).toMatchObject({
      status: "expired",
      amount: PRICE + 777,
    });
    expect(await ctx().payments.readSession(none.session)).toMatchObject({ status: "open", amount: PRICE });
    const last = await opened({ percent: 20 });
    await payTestCheckout(ctx(), last.session, CARD);
    await closeCheckout(ctx(), last.session);
    expect(await linesOf(last.order_id)).toEqual([
      ["service", PRICE],
      ["tip", 3200],
    ]);
    const { rows } = await pool.query("select amount, tip from charges where status = 'completed'");
    expect(rows).toEqual([{ amount: PRICE + 3200, tip: 3200 }]);
  });

  test("is in the same request when the answer of the provider was lost", async () => {
    const bank = aBank();
    const there = (changes = {}) => ctx({ payments: bank.payments, ...changes });
    bank.mute = true;
    expect(await ask({ percent: 15 }, there())).toMatchObject({ ok: false, status: 503 });
    bank.mute = false;
    const { rows } = await pool.query("select id from orders");
    await recoverCheckout(there(), rows[0].id);
    const [first, ...again] = bank.requests;
    expect(first?.lines).toContainEqual({ label: "Tip", amount: TIP });
    expect(again.length).toBeGreaterThan(0);
    for (const request of again) expect(request).toEqual(first);
  });

  test.each<[string, Body["tip"], string]>([
    ["more than is taken online", { amount: 50_001 }, "The most we take online is $500.00. Please call us."],
    ["an amount that can't be read", { amount: -1 }, "Enter a tip, like 20 or 12.50."],
  ])("of %s is refused, and nothing is held", async (_, tip, message) => {
    const request = { ...aRequest(), tip };
    expect(await createPayment(ctx(), { request, draft_id: null })).toEqual({
      ...{ ok: false, status: 422, field: "tip" },
      message,
    });
    expect((await pool.query("select 1 from bookings")).rowCount).toBe(0);
  });
});

describe("no tip can be added", () => {
  const nothingHeld = async () => expect((await pool.query("select 1 from bookings")).rowCount).toBe(0);

  test("to a plan", async () => {
    const request = { ...aPlanRequest(), tip: { percent: 15 as const } };
    expect(await createPayment(ctx(), { request, draft_id: null })).toMatchObject({
      status: 422,
      field: "tip",
    });
    await nothingHeld();
  });

  test.each<Terms>([{ pay: "deposit", percent: 20 }, { pay: "card" }])(
    "where not all is paid now: %o",
    async (terms) => {
      await pool.query("update services set terms = $1 where id = 'regular-cleaning'", [
        JSON.stringify(terms),
      ]);
      expect(await ask({ percent: 15 })).toMatchObject({ status: 422, field: "tip" });
      await nothingHeld();
      await pool.query("update services set terms = null where id = 'regular-cleaning'");
    },
  );

  test("to what is paid on the day", async () => {
    await setSetting(pool, "payments.without_provider", "on_the_day");
    const payments = { ...ctx().payments, current: async () => null };
    expect(await ask({ percent: 15 }, ctx({ payments }))).toMatchObject({ status: 422, field: "tip" });
    await nothingHeld();
  });
});

describe("with credit", () => {
  const customer = async (cents: number) => {
    const actor = await aUser(pool, "ada@mail.example");
    await pool.query("insert into profiles (id) values ($1) on conflict do nothing", [actor.id]);
    const given = {
      customer_id: actor.id,
      token: randomUUID(),
      amount: cents,
      reason: "For the broken vase",
    };
    await giveCredit(staff(), given);
    return ctx({ actor });
  };

  test("that covers the price, the card pays the tip alone", async () => {
    const ada = await customer(PRICE + 5000);
    const { session } = await opened({ percent: 15 }, ada);
    expect(await ctx().payments.readSession(session)).toMatchObject({ amount: TIP, status: "open" });
    const { order_id } = await paid({ percent: 15 }, ada);
    expect(await orderOf(order_id)).toMatchObject({ charged: PRICE + TIP, due: 0, status: "completed" });
    const { rows } = await pool.query("select purpose, amount, tip from charges order by amount");
    expect(rows).toEqual([
      { purpose: "checkout", amount: TIP, tip: TIP },
      { purpose: "credit", amount: PRICE, tip: 0 },
    ]);
    await booksAgree();
  });

  test("a tip that no card can pay alone leaves so much of the price to the card", async () => {
    const { session, order_id } = await paid({ amount: 20 }, await customer(PRICE));
    expect(await ctx().payments.readSession(session)).toMatchObject({ amount: 50 });
    expect(await orderOf(order_id)).toMatchObject({ charged: PRICE + 20, due: 0 });
    await booksAgree();
  });
});

describe("what staff do to an order with a tip", () => {
  const refund = async (order_id: string, amount: number, to_credit = false) => {
    const left = (await readOfficeOrder(staff(), order_id))?.left ?? 0;
    return refundByStaff(staff(), {
      order_id,
      amount,
      left,
      reason: "Sorry",
      token: randomUUID(),
      to_credit,
    });
  };
  const refunds = async () =>
    (
      await pool.query(
        "select r.amount, l.kind from refunds r left join order_lines l on l.id = r.line_id order by r.amount",
      )
    ).rows;

  test("refunds the price first, and of the tip only what is beyond it", async () => {
    const { order_id } = await paid({ percent: 15 });
    await refund(order_id, 10_000);
    expect(await orderOf(order_id)).toMatchObject({ tips: TIP, due: 0 });
    await refund(order_id, 6900);
    expect(await orderOf(order_id)).toMatchObject({ tips: 1400, due: 0 });
    await refund(order_id, 1400);
    expect(await orderOf(order_id)).toMatchObject({ tips: 0, due: 0 });
    expect(await refunds()).toEqual([
      { amount: 1000, kind: "tip" },
      { amount: 1400, kind: "tip" },
      { amount: 5900, kind: null },
      { amount: 10_000, kind: null },
    ]);
    expect(await readOfficeOrder(staff(), order_id)).toMatchObject({ left: 0, tip: null });
    await queues.run("refund-order");
    expect(await revenue()).toEqual([{ currency: "USD", amount: 0 }]);
    await booksAgree();
  });

  test("refunds both to credit", async () => {
    const actor = await aUser(pool, "ada@mail.example");
    await pool.query("insert into profiles (id) values ($1) on conflict do nothing", [actor.id]);
    const { order_id } = await paid({ percent: 15 }, ctx({ actor }));
    expect(await refund(order_id, PRICE + TIP, true)).toMatchObject({ ok: true, to_credit: true });
    expect(await orderOf(order_id)).toMatchObject({ tips: 0, due: 0 });
    expect(await revenue()).toEqual([{ currency: "USD", amount: 0 }]);
    await booksAgree();
  });

  test("takes off the price and adds to it without touching the tip", async () => {
    const { order_id } = await paid({ percent: 15 });
    const line = { label: "", reason: "Windows", minutes: null, order_id };
    const add = async (kind: string, amount: number) =>
      addLine(staff(), {
        ...line,
        kind,
        amount,
        token: randomUUID(),
        seen: (await orderOf(order_id)).amount,
      });
    expect(await add("discount", PRICE + 1)).toMatchObject({ ok: false, field: "amount" });
    expect(await add("discount", 900)).toMatchObject({ ok: true, refund: 900 });
    expect(await add("extra", 2000)).toMatchObject({ ok: true, due: 2000 });
    expect(await orderOf(order_id)).toMatchObject({ tips: TIP, amount: PRICE + TIP + 1100, due: 2000 });
    expect((await readOfficeOrder(staff(), order_id))?.tip).toMatchObject({ total: "$24.00" });
    await booksAgree();
  });
});

test("a refund in the provider's dashboard takes off the tip once nothing else is left of the payment", async () => {
  const bank = aBank();
  const there = () => ctx({ payments: bank.payments });
  const { order_id, session } = await opened({ percent: 15 }, there());
  bank.set(session, "paid");
  clock.advance({ minutes: 2 });
  await reconcilePayments(there());
  const giveBack = async (amount: number) => {
    const object_id = bank.giveBack(`pay_${session}`, amount);
    await receivePaymentEvent(there(), "bank", { id: object_id, type: "?", about: "refund", object_id });
  };
  await giveBack(PRICE);
  expect(await orderOf(order_id)).toMatchObject({ tips: TIP });
  await giveBack(TIP - 400);
  expect(await orderOf(order_id)).toMatchObject({ tips: 400 });
  await giveBack(400);
  expect(await orderOf(order_id)).toMatchObject({ tips: 0, due: 0 });
  expect(await revenue()).toEqual([{ currency: "USD", amount: 0 }]);
});
