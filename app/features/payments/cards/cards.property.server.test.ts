import fc from "fast-check";
import { expect, test } from "vitest";
import { holdForCard, readOnTheDay } from "~/features/booking/checkout/on-the-day.server";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { readVisit } from "~/features/booking/manage/queries.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { addLine } from "~/features/payments/office/add-line.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { recordPayment } from "~/features/payments/office/record-payment.server";
import { refundByStaff } from "~/features/payments/office/refund.server";
import { openPayLink } from "~/features/payments/pay-link/open.server";
import { refundOrder, retryRefunds } from "~/features/payments/refunds/send.server";
import { reconcilePayments } from "~/features/payments/settlement/reconcile.server";
import { aBank } from "../../../../tests/support/bank";
import { aRequest, CARD } from "../../../../tests/support/bookings";
import { differencesIn } from "../../../../tests/support/books";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { linkTo } from "../../../../tests/support/visits";
import { chargeCards, chargeOrder } from "./charge.server";
import { openCardSetup } from "./open.server";

const world = await testWorld();
const { pool, clock, clear, queues } = world;

const cents = fc.integer({ min: 1, max: 9000 });
const things = [
  ...[
    "complete",
    "back to confirmed",
    "cancel",
    "pay link",
    "pay link is paid",
    "new card",
    "charge now",
    "jobs",
  ],
  ...["a day later", "sweep", "two sweeps at once", "bank down", "bank mute", "bank declines", "bank fine"],
] as const;
/** What can happen to a visit that a card pays for; what isn't possible then is refused, or nothing. */
const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom(...things), amount: fc.constant(0) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("more time" as const, "discount" as const, "cash" as const, "refund" as const),
      amount: cents,
    }),
  },
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

const BACK = { success_url: "https://site.example/a", cancel_url: "https://site.example/b" };
const WHO = { customer_name: CARD.name, customer_email: CARD.email, customer_phone: CARD.phone };

/** A visit that is booked with a deposit, or with a saved card alone. */
async function aVisit(deposit: boolean) {
  await clear();
  clock.set("2026-06-09T12:00:00Z");
  const terms = deposit ? { pay: "deposit", percent: 20 } : { pay: "card" };
  await pool.query("update services set terms = $1 where id = 'regular-cleaning'", [JSON.stringify(terms)]);
  const bank = aBank();
  const ctx: typeof world.ctx = (changes) => world.ctx({ payments: bank.payments, ...changes });
  const made = await staffCtx(world);
  const staff = () => ({ ...made(), payments: bank.payments });
  const outcome = await createPayment(ctx(), { request: aRequest(), draft_id: null });
  if (!outcome.ok) throw new Error(outcome.message);
  const { order_id } = outcome;
  if (!deposit) {
    const query = new URL(outcome.url).searchParams;
    const found = await readOnTheDay(ctx(), { order: query.get("order"), key: query.get("key") });
    const { name, email, phone } = CARD;
    if (found) await holdForCard(ctx(), found, { name, email, phone });
    await openCardSetup(ctx(), { order_id, ...BACK, who: WHO });
  }
  for (const session of bank.sessions.keys()) bank.set(session, "paid");
  clock.advance({ minutes: 2 });
  await reconcilePayments(ctx());
  const { rows } = await pool.query("select booking_id as id from orders where id = $1", [order_id]);
  return { bank, ctx, staff, order_id, id: rows[0].id as string };
}

type Visit = Awaited<ReturnType<typeof aVisit>>;

let count = 0;
const token = () => `66666666-6666-4666-8666-${String(++count).padStart(12, "0")}`;

async function orderOf({ order_id }: Visit) {
  const { rows } = await pool.query("select * from orders where id = $1", [order_id]);
  return rows[0];
}

async function runJobs({ ctx }: Visit) {
  for (const { refund_id } of await queues.waiting("refund-order"))
    await refundOrder(ctx(), String(refund_id)).catch(() => {});
  for (const { order_id } of await queues.waiting("charge-card"))
    await chargeOrder(ctx(), { order_id: String(order_id) }).catch(() => {});
}

/** Opens the pay link for all that is due now, and returns its session. */
async function payLink({ ctx, order_id }: Visit, due: number): Promise<string | null> {
  const opened = await openPayLink(ctx(), { order_id, tip: 0, seen: due }).catch(() => null);
  return opened?.ok ? new URL(opened.url).searchParams.get("session_id") : null;
}

async function play(visit: Visit, { do: what, amount }: Happening): Promise<void> {
  const { bank, ctx, staff, order_id, id } = visit;
  const order = await orderOf(visit);
  switch (what) {
    case "complete":
      if (clock.now.toString() < "2026-06-10T16") clock.set("2026-06-10T16:00:00Z");
      await setBookingStatus(staff(), { id, status: "completed" });
      return;
    case "back to confirmed":
      await setBookingStatus(staff(), { id, status: "confirmed" });
      return;
    case "cancel": {
      const customer = ctx({ actor: linkTo(id) });
      const shown = await readVisit(customer, id);
      await cancelBooking(customer, { id, refund: shown?.refund.amount ?? 0, fee: shown?.fee.amount ?? 0 });
      return;
    }
    case "pay link":
      await payLink(visit, order.due);
      return;
    case "pay link is paid": {
      const session = await payLink(visit, order.due);
      if (session && bank.sessions.get(session)?.status === "open") bank.set(session, "paid");
      return;
    }
    case "new card": {
      const opened = await openCardSetup(ctx(), { order_id, ...BACK, who: WHO }).catch(() => null);
      const session = opened?.ok ? new URL(opened.url).searchParams.get("session_id") : null;
      if (session && bank.sessions.get(session)?.status === "open") bank.set(session, "paid");
      return;
    }
    case "charge now":
      await chargeOrder(staff(), { order_id, now: true }).catch(() => {});
      return;
    case "jobs":
      return runJobs(visit);
    case "a day later":
      clock.advance({ hours: 24 });
      return;
    case "sweep":
      clock.advance({ minutes: 3 });
      await reconcilePayments(ctx());
      await chargeCards(ctx());
      return;
    case "two sweeps at once":
      clock.advance({ minutes: 3 });
      await Promise.all([
        chargeCards(ctx()),
        chargeCards(ctx()),
        chargeOrder(ctx(), { order_id }).catch(() => {}),
      ]);
      return;
    case "bank down":
      bank.down = true;
      return;
    case "bank mute":
      bank.mute = true;
      return;
    case "bank declines":
      bank.declines = true;
      return;
    case "bank fine":
      Object.assign(bank, { down: false, mute: false, declines: false });
      return;
    case "more time":
    case "discount": {
      const kind = what === "discount" ? "discount" : "time";
      const line = { kind, amount, label: "", reason: "?", minutes: null, seen: order.amount };
      await addLine(staff(), { ...line, order_id, token: token() });
      return;
    }
    case "cash":
      await recordPayment(staff(), {
        order_id,
        method: "cash",
        amount: Math.min(amount, order.due),
        token: token(),
      });
      return;
    case "refund": {
      const left = (await readOfficeOrder(staff(), order_id))?.left ?? 0;
      await refundByStaff(staff(), {
        order_id,
        amount: Math.min(amount, left),
        left,
        reason: "?",
        token: token(),
      });
    }
  }
}

/** At any time: no charge of a card went beyond what was agreed to, and the bank took each charge once. */
async function check(visit: Visit, limit: number) {
  const { rows: ours } = await pool.query("select * from charges where order_id = $1", [visit.order_id]);
  const byCard = ours.filter(({ purpose }) => purpose === "card");
  const taken = [...visit.bank.sessions.values()].filter(
    ({ id, status }) => id.startsWith("card:") && status === "paid",
  );
  expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
  for (const { id, amount } of taken)
    expect(byCard.find((charge) => `card:${charge.id}` === id)?.amount).toBe(amount);
  const sum = taken.reduce((total, { amount }) => total + amount, 0);
  const upfront = ours
    .filter(({ purpose }) => purpose === "checkout")
    .reduce((total, { amount }) => total + amount, 0);
  expect(sum + upfront).toBeLessThanOrEqual(limit);
  expect(ours.filter(({ status }) => status === "pending").length).toBeLessThanOrEqual(1);
}

/** In the end nothing is under way, what was taken is what the bank has, and all books agree. */
async function comesToAnEnd(visit: Visit) {
  const { bank, ctx, order_id } = visit;
  Object.assign(bank, { down: false, mute: false, declines: false });
  for (let round = 0; round < 3; round += 1) {
    clock.advance({ hours: 49 });
    await reconcilePayments(ctx());
    await chargeCards(ctx());
    await runJobs(visit);
    await retryRefunds(ctx());
  }
  const { rows: open } = await pool.query(
    "select purpose, status from charges where order_id = $1 and status = 'pending'",
    [order_id],
  );
  expect(open).toEqual([]);
  const order = await orderOf(visit);
  const paid = [...bank.sessions.values()].filter(({ status }) => status === "paid");
  const there = paid.reduce((total, { amount }) => total + amount, 0);
  const { rows } = await pool.query(
    "select coalesce(sum(amount), 0)::int as cash from charges where order_id = $1 and provider = 'office-cash'",
    [order_id],
  );
  expect(order.charged).toBe(there + rows[0].cash);
  expect(order.due).toBeGreaterThanOrEqual(0);
  expect(await differencesIn(pool, ctx())).toEqual([]);
}

test("over any life of a saved card nobody is charged twice or above the consent, and the books agree", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(happening, { minLength: 4, maxLength: 14 }),
      async (deposit, story) => {
        const visit = await aVisit(deposit);
        const { card_limit } = await orderOf(visit);
        expect(card_limit).toBe(19_080);
        for (const one of story) {
          await play(visit, one);
          await check(visit, card_limit);
        }
        await comesToAnEnd(visit);
        await check(visit, card_limit);
      },
    ),
    { numRuns: 40, endOnFailure: false },
  );
}, 300_000);
