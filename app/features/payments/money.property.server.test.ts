import fc from "fast-check";
import { expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { readVisit } from "~/features/booking/manage/queries.server";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { keepUnpaid } from "~/features/booking/office/details.server";
import { aBank } from "../../../tests/support/bank";
import { aRequest, bookingOf } from "../../../tests/support/bookings";
import { differencesIn } from "../../../tests/support/books";
import { aCoupon } from "../../../tests/support/coupons";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { linkTo, refundsOf, visitRow } from "../../../tests/support/visits";
import { createPayment } from "./checkout/create-payment.server";
import { expireHolds } from "./checkout/sync.server";
import { readOfficeOrder } from "./office/queries.server";
import { refundByHand, refundByStaff, retryRefund } from "./office/refund.server";
import { refundOrder, retryRefunds } from "./refunds/send.server";
import { receivePaymentEvent } from "./settlement/events.server";
import { reconcilePayments } from "./settlement/reconcile.server";

const world = await testWorld();
const { pool, clock, clear, queues } = world;
/** Less 20% by a coupon. */
const PRICE = 12_720;
/** 15 percent of the price, in whole dollars. */
const TIP = 1900;
const PAID = PRICE + TIP;
const DRAFT = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";

const cents = fc.integer({ min: 1, max: PAID });
const nth = fc.nat({ max: 5 });
const ends = fc.constantFrom("completed" as const, "failed" as const, "cancelled" as const);

/** What can happen to a payment once it is there; what isn't possible then is refused, or nothing. */
const happening = fc.oneof(
  fc.record({ do: fc.constant("staff refund" as const), amount: cents }),
  fc.record({ do: fc.constant("staff cancel" as const), amount: cents }),
  fc.record({ do: fc.constant("customer cancels" as const) }),
  fc.record({
    do: fc.constant("refunds begin" as const),
    as: fc.constantFrom("pending", "completed", "failed"),
  }),
  fc.record({ do: fc.constant("jobs run" as const), mute: fc.boolean() }),
  fc.record({ do: fc.constant("a refund ends" as const), nth, as: ends }),
  fc.record({ do: fc.constant("try again" as const), nth }),
  fc.record({ do: fc.constant("by hand" as const), nth }),
  fc.record({ do: fc.constant("given back there" as const), amount: cents }),
  fc.record({ do: fc.constant("all given back there" as const) }),
  fc.record({ do: fc.constant("kept unpaid" as const) }),
  fc.record({ do: fc.constant("dispute" as const) }),
  fc.record({
    do: fc.constant("dispute ends" as const),
    as: fc.constantFrom("won" as const, "lost" as const),
  }),
  fc.record({ do: fc.constant("second tab" as const), date: fc.constantFrom("2026-06-10", "2026-06-12") }),
  fc.record({ do: fc.constant("events" as const) }),
  fc.record({ do: fc.constant("reconcile" as const) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

/** A visit that was paid for with a tip, with the books of the bank and ours. */
async function aPayment(slowly: boolean) {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  const bank = aBank();
  const ctx: typeof world.ctx = (changes) => world.ctx({ payments: bank.payments, ...changes });
  const made = await staffCtx(world);
  const staff = () => ({ ...made(), payments: bank.payments });
  await aCoupon(pool, { most_uses: 1 });
  const request = aRequest({}, { coupon: "SPRING20", tip: { percent: 15 } });
  const outcome = await createPayment(ctx(), { request, draft_id: DRAFT });
  if (!outcome.ok) throw new Error(outcome.message);
  const [session = ""] = bank.sessions.keys();
  if (slowly) {
    bank.set(session, "processing");
    await later(ctx);
  }
  bank.set(session, "paid");
  await later(ctx);
  const { id, order_id } = await bookingOf(pool, session);
  return { bank, ctx, staff, id: id as string, order_id: order_id as string, payment: `pay_${session}` };
}

type Payment = Awaited<ReturnType<typeof aPayment>>;

async function later(ctx: typeof world.ctx) {
  clock.advance({ minutes: 2 });
  await reconcilePayments(ctx());
}

let count = 0;
const token = () => `77777777-7777-4777-8777-${String(++count).padStart(12, "0")}`;

async function play(given: Payment, one: Happening): Promise<void> {
  const { bank, ctx, staff, id, order_id, payment } = given;
  const left = (await readOfficeOrder(staff(), order_id))?.left ?? 0;
  const rows = (await refundsOf(pool, id)).ours;
  const failed = rows.filter(({ status }) => status === "failed" || status === "cancelled");
  const open = [...bank.disputes.values()].find(({ status }) => status === "open");
  switch (one.do) {
    case "staff refund":
      await refundByStaff(staff(), { order_id, amount: one.amount, left, reason: "?", token: token() });
      return;
    case "staff cancel":
      await cancelByStaff(staff(), { id, choice: "amount", amount: one.amount, left, reason: "?" });
      return;
    case "customer cancels": {
      const customer = ctx({ actor: linkTo(id) });
      const shown = (await readVisit(customer, id))?.refund.amount ?? 0;
      const outcome = await cancelBooking(customer, { id, refund: shown });
      if (outcome.ok) expect(outcome.refund).toBe(shown);
      return;
    }
    case "refunds begin":
      bank.refundsBegin = one.as;
      return;
    case "jobs run":
      bank.mute = one.mute;
      await runJobs(given);
      bank.mute = false;
      return;
    case "a refund ends": {
      const begun = bank.refunds.filter(
        ({ refund }) => refund.status === "pending" || refund.status === "completed",
      );
      const which = begun[one.nth % begun.length];
      const fails = one.as !== "completed";
      if (which && (fails || which.refund.status === "pending")) bank.endRefund(which.id, one.as);
      return;
    }
    case "try again":
    case "by hand": {
      if (one.do === "by hand" && open) return; // cash for what the bank takes too is lost, before anybody hears of it
      const which = failed[one.nth % failed.length];
      const act = one.do === "try again" ? retryRefund : refundByHand;
      if (which) await act(staff(), { order_id, refund_id: which.id });
      return;
    }
    case "given back there": {
      const most = (await held(given)) ?? 0;
      if (!open && most > 0) bank.giveBack(payment, Math.min(one.amount, most));
      return;
    }
    case "all given back there": {
      const most = (await held(given)) ?? 0;
      if (open || most <= 0) return;
      bank.giveBack(payment, most);
      await deliverAll(given);
      const { status, needs_attention } = await visitRow(pool, id);
      if (status === "confirmed") expect(needs_attention).toMatch(/^Refunded in full at Bank/m);
      return;
    }
    case "kept unpaid":
      await keepUnpaid(staff(), id);
      return;
    case "dispute": {
      const most = (await held(given)) ?? 0;
      if (!open && most > 0) bank.dispute(payment, most);
      return;
    }
    case "dispute ends":
      if (open) bank.dispute(payment, open.amount, one.as, open.id);
      return;
    case "second tab": {
      const { rows } = await pool.query("select 1 from bookings where id = $1 and status <> 'cancelled'", [
        id,
      ]);
      const outcome = await createPayment(ctx(), { request: aRequest({ date: one.date }), draft_id: DRAFT });
      const page = expect.stringContaining("/payment-success?");
      if (rows.length > 0) expect(outcome).toMatchObject({ url: page });
      return;
    }
    case "events":
      return deliverAll(given);
    case "reconcile":
      return later(ctx);
  }
}

/** What the bank can still give back, less what staff have handed over without it. */
async function held({ bank, payment, id }: Payment): Promise<number> {
  return bank.left(payment) - (await byHand(id));
}

async function byHand(id: string): Promise<number> {
  const { ours } = await refundsOf(pool, id);
  return sum(
    ours.filter(
      (row) =>
        row.status === "completed" &&
        row.provider_refund_id === null &&
        !row.idempotency_key.startsWith("dispute:"),
    ),
  );
}

function sum(rows: { amount: number }[]): number {
  return rows.reduce((total, { amount }) => total + amount, 0);
}

async function runJobs({ ctx }: Payment) {
  for (const { refund_id } of await queues.waiting("refund-order"))
    await refundOrder(ctx(), String(refund_id)).catch(() => {});
}

async function deliverAll({ bank, ctx, payment }: Payment) {
  const tell = (about: "payment" | "refund" | "dispute", object_id: string) =>
    receivePaymentEvent(ctx(), "bank", { id: `evt_${++count}`, type: about, about, object_id });
  for (const id of bank.disputes.keys()) await tell("dispute", id);
  for (const { id } of bank.refunds) await tell("refund", id);
  await tell("payment", payment);
}

/**
 * At any time: what counts as back with the provider's word for it, or by hand, is never more than was paid. Of a visit that takes
 * place the tip goes back last, and what is not left of it is off the order.
 */
async function check(given: Payment) {
  const { ours } = await refundsOf(pool, given.id);
  const { rows } = await pool.query("select coalesce(tips, 0) as tips, charged from orders where id = $1", [
    given.order_id,
  ]);
  const live = sum(ours.filter(({ status }) => status !== "failed" && status !== "cancelled"));
  expect(rows[0].tips).toBeLessThanOrEqual(Math.max(0, rows[0].charged - live));
  expect(rows[0].tips).toBeGreaterThanOrEqual(0);
  const { status } = await visitRow(pool, given.id);
  const everBack = sum(ours);
  if (status === "confirmed" && everBack <= PRICE) expect(rows[0].tips).toBe(TIP);
  if (status === "cancelled" && given.bank.disputes.size === 0) expect(rows[0].tips).toBe(0);
  const back = ours.filter(
    ({ status, provider_refund_id }) =>
      status === "completed" || (status === "pending" && provider_refund_id !== null),
  );
  expect(sum(back)).toBeLessThanOrEqual(PAID);
  expect(given.bank.left(given.payment)).toBeGreaterThanOrEqual(0);
}

/** In the end every open question is answered, and both books say the same. */
async function comesToAnEnd(given: Payment) {
  const { bank, ctx, staff, id, order_id, payment } = given;
  bank.refundsBegin = "completed";
  for (const { id: refund, refund: state } of bank.refunds)
    if (state.status === "pending") bank.endRefund(refund, "completed");
  for (const dispute of bank.disputes.values())
    if (dispute.status === "open") bank.dispute(payment, dispute.amount, "won", dispute.id);
  await deliverAll(given);
  await runJobs(given);
  clock.advance({ hours: 2 });
  await retryRefunds(ctx());
  await later(ctx);
  await deliverAll(given);
  const { ours } = await refundsOf(pool, id);
  expect(ours.filter(({ status }) => status === "pending")).toEqual([]);
  const back = sum(ours.filter(({ status }) => status === "completed"));
  const order = await readOfficeOrder(staff(), order_id);
  expect(order).toMatchObject({ status: "completed" });
  expect((order?.left ?? -1) + back).toBe(PAID);
  expect(bank.left(payment) + back).toBe(PAID + (await byHand(id)));
  const { rows } = await pool.query(
    `select sum(amount) filter (where kind = 'orders')::int as came,
       coalesce(sum(amount) filter (where kind = 'refunds'), 0)::int as went from figures`,
  );
  const { tips } = (
    await pool.query("select coalesce(tips, 0) as tips from orders where id = $1", [order_id])
  ).rows[0];
  expect(rows).toEqual([{ came: PAID - tips, went: back }]);
  expect(await differencesIn(pool, ctx())).toEqual([]);
}

test("over any sequence no cent appears or vanishes, and the books agree with the provider's", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(happening, { minLength: 4, maxLength: 14 }),
      async (slowly, story) => {
        const given = await aPayment(slowly);
        for (const one of story) {
          await play(given, one);
          await check(given);
        }
        await comesToAnEnd(given);
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
}, 120_000);

const TABS = ["2026-06-10", "2026-06-12"] as const;
const tab = fc.nat({ max: 1 });
const TIPS = [undefined, { percent: 10 }, { amount: 777 }] as const;
const tip = fc.constantFrom(...TIPS);

/** What two tabs of one draft, their checkouts and the news of them can do in any order. */
const tabbing = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("press" as const), tab, tip }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pay" as const), nth }) },
  fc.record({ do: fc.constant("pay by bank" as const), nth }),
  fc.record({ do: fc.constant("event" as const), nth }),
  fc.record({ do: fc.constant("press at once" as const) }),
  fc.record({ do: fc.constant("provider" as const), down: fc.boolean() }),
  fc.record({ do: fc.constant("paying" as const), nth, begins: fc.boolean() }),
  fc.record({ do: fc.constant("hold runs out" as const) }),
  fc.record({ do: fc.constant("is forgotten and found" as const), nth, tab }),
);
type Tabbing = typeof tabbing extends fc.Arbitrary<infer One> ? One : never;

function twoTabs() {
  const bank = aBank();
  const ctx: typeof world.ctx = (changes) => world.ctx({ payments: bank.payments, ...changes });
  const given = new Set<string | null>();
  async function press(which: number, tip?: (typeof TIPS)[number]) {
    const asked = { request: aRequest({ date: TABS[which] }, { tip }), draft_id: DRAFT };
    const outcome = await createPayment(ctx(), asked);
    if (outcome.ok) given.add(new URL(outcome.url).searchParams.get("session_id"));
  }
  const nthOf = (which: number) => [...bank.sessions.keys()][which % Math.max(1, bank.sessions.size)];
  /** Checkouts that can be paid, and whose address was given to somebody. */
  const open = () =>
    [...bank.sessions.values()].filter(({ id, status }) => status === "open" && given.has(id));
  const tell = async (object_id: string) =>
    receivePaymentEvent(ctx(), "bank", { id: `evt_${++count}`, type: "?", about: "session", object_id });

  async function act(one: Tabbing): Promise<void> {
    const session = "nth" in one ? nthOf(one.nth) : undefined;
    switch (one.do) {
      case "press":
        await press(one.tab, one.tip);
        return;
      case "press at once":
        await Promise.all([press(0), press(1, TIPS[1]), press(0, TIPS[2])]);
        return;
      case "pay":
      case "pay by bank": {
        const payable = open()[one.nth];
        if (payable) bank.set(payable.id, one.do === "pay" ? "paid" : "processing");
        return;
      }
      case "event":
        if (session) await tell(session).catch(() => {}); // the bank may be out of reach
        return;
      case "provider":
        bank.down = one.down;
        return;
      case "paying":
        if (session) bank.paying[one.begins ? "add" : "delete"](session);
        return;
      case "hold runs out":
        clock.advance({ minutes: 31 });
        await expireHolds(ctx());
        return;
      case "is forgotten and found": {
        const lost = session && bank.sessions.get(session);
        if (!lost) return;
        bank.sessions.delete(session);
        await press(one.tab);
        bank.sessions.set(session, lost);
      }
    }
  }

  /** Every checkout comes to its end, and every event is told. */
  async function end() {
    bank.down = false;
    bank.paying.clear();
    for (const [id, { status }] of bank.sessions) if (status === "processing") bank.set(id, "paid");
    for (const id of bank.sessions.keys()) await tell(id);
    clock.advance({ hours: 2 });
    await reconcilePayments(ctx());
    await expireHolds(ctx());
    for (const { refund_id } of await queues.waiting("refund-order"))
      await refundOrder(ctx(), String(refund_id));
  }

  return { bank, act, end, open };
}

test("two tabs of one draft, in any order: one booking stands with its money, and all other money goes back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tabbing, { minLength: 4, maxLength: 14 }), async (story) => {
      await clear();
      clock.set("2026-06-01T12:00:00Z");
      const { bank, act, end, open } = twoTabs();
      const trusted = !story.some((one) => one.do === "is forgotten and found");
      for (const one of story) {
        await act(one);
        if (trusted) expect(open().length).toBeLessThanOrEqual(1);
      }
      await end();
      const { rows } = await pool.query(
        `select o.payment_session_id as session, o.status from bookings b join orders o on o.booking_id = b.id
         where b.status <> 'cancelled' or b.needs_attention is not null`,
      );
      const paid = [...bank.sessions.values()].filter(({ status }) => status === "paid");
      expect(rows).toEqual(paid.length > 0 ? [{ session: expect.any(String), status: "completed" }] : []);
      const { rows: tipped } = await pool.query(
        `select o.amount, coalesce(o.tips, 0) as tips, coalesce(o.tips, 0) <> coalesce((select sum(c.tip) from charges c where c.order_id = o.id), 0) as differs
         from orders o where o.payment_session_id = $1`,
        [rows[0]?.session],
      );
      for (const { amount, tips, differs } of tipped) {
        expect(differs).toBe(false);
        expect([0, 1600, 777]).toContain(tips);
        expect(amount - tips).toBe(15_900);
      }
      const kept = paid.filter(({ id }) => bank.left(`pay_${id}`) > 0);
      expect(kept.map(({ id }) => id)).toEqual(rows.map(({ session }) => session));
      expect(await differencesIn(pool, world.ctx({ payments: bank.payments }))).toEqual([]);
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 120_000);
