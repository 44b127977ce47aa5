import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { readVisit } from "~/features/booking/manage/queries.server";
import { aBank } from "../../../tests/support/bank";
import { aRequest } from "../../../tests/support/bookings";
import { differencesIn } from "../../../tests/support/books";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { aUser } from "../../../tests/support/visits";
import { createPayment } from "./checkout/create-payment.server";
import { expireHolds } from "./checkout/sync.server";
import { addLine } from "./office/add-line.server";
import { giveCredit } from "./office/give-credit.server";
import { readOfficeOrder } from "./office/queries.server";
import { refundByStaff } from "./office/refund.server";
import { spendCreditByStaff } from "./office/spend-credit.server";
import { openPayLink } from "./pay-link/open.server";
import { refundOrder, retryRefunds } from "./refunds/send.server";
import { receivePaymentEvent } from "./settlement/events.server";
import { reconcilePayments } from "./settlement/reconcile.server";

const world = await testWorld();
const { pool, clock, clear, queues } = world;
const DAYS = ["2026-06-10", "2026-06-12", "2026-06-15"] as const;

const day = fc.nat({ max: DAYS.length - 1 });
const nth = fc.nat({ max: 3 });
const cents = fc.integer({ min: 1, max: 20_000 });
const tip = fc.constantFrom(undefined, { percent: 20 as const }, { amount: 20 });

/** What can happen to a customer with credit; what isn't possible then is refused, or nothing. */
const happening = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("book" as const), day, tip }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pay" as const), nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("give" as const), amount: cents }) },
  fc.record({ do: fc.constant("take away" as const), amount: cents }),
  fc.record({ do: fc.constant("book two at once" as const) }),
  fc.record({ do: fc.constant("the hold expires" as const) }),
  fc.record({ do: fc.constant("the payment fails" as const), nth }),
  fc.record({ do: fc.constant("cancel" as const), nth }),
  fc.record({ do: fc.constant("refund" as const), nth, amount: cents, to_credit: fc.boolean() }),
  fc.record({ do: fc.constant("add a line" as const), nth, amount: cents }),
  fc.record({ do: fc.constant("take off" as const), nth, amount: cents }),
  fc.record({ do: fc.constant("spend" as const), nth }),
  fc.record({ do: fc.constant("open the pay link" as const), nth }),
  fc.record({ do: fc.constant("provider" as const), down: fc.boolean() }),
  fc.record({ do: fc.constant("jobs run" as const) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

async function aLife() {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  const bank = aBank();
  const actor = await aUser(pool, "ada@mail.example");
  await pool.query("insert into profiles (id) values ($1) on conflict do nothing", [actor.id]);
  const ctx: typeof world.ctx = (changes) => world.ctx({ payments: bank.payments, ...changes });
  const made = await staffCtx(world);
  return {
    bank,
    ctx,
    id: actor.id,
    customer: () => ctx({ actor }),
    staff: () => ({ ...made(), payments: bank.payments }),
  };
}

type Life = Awaited<ReturnType<typeof aLife>>;

let count = 0;

async function ordersNow() {
  const { rows } = await pool.query(
    `select o.id, o.booking_id, o.amount, o.status, o.due, b.status as visit from orders o
     join bookings b on b.id = o.booking_id order by o.number`,
  );
  return rows as {
    id: string;
    booking_id: string;
    amount: number;
    status: string;
    due: number;
    visit: string;
  }[];
}

async function play(life: Life, one: Happening): Promise<void> {
  const { bank, ctx, customer, staff, id } = life;
  clock.advance({ minutes: 1 });
  const all = await ordersNow();
  const order = "nth" in one ? all[one.nth] : undefined;
  const session = "nth" in one ? [...bank.sessions.keys()][one.nth] : undefined;
  const book = (date: string, tip?: { percent: 20 } | { amount: number }) =>
    createPayment(customer(), { request: aRequest({ date }, { tip }), draft_id: `draft ${date}` });
  const give = (amount: number) =>
    giveCredit(staff(), { customer_id: id, token: randomUUID(), amount, reason: "?" });
  switch (one.do) {
    case "book":
      await book(DAYS[one.day] ?? DAYS[0], one.tip);
      return;
    case "book two at once":
      await Promise.all(DAYS.slice(0, 2).map((date) => book(date)));
      return;
    case "give":
      await give(one.amount);
      return;
    case "take away":
      await give(-one.amount);
      return;
    case "pay":
    case "the payment fails":
      if (!session || bank.sessions.get(session)?.status !== "open") return;
      bank.set(session, one.do === "pay" ? "paid" : "failed");
      await tell(life, session);
      return;
    case "the hold expires":
      clock.advance({ minutes: 40 });
      await expireHolds(ctx());
      return;
    case "cancel": {
      const seen = order && (await readVisit(customer(), order.booking_id));
      if (seen)
        await cancelBooking(customer(), {
          id: order.booking_id,
          refund: seen.refund.amount,
          fee: seen.fee.amount,
        });
      return;
    }
    case "refund": {
      if (!order) return;
      const left = (await readOfficeOrder(staff(), order.id))?.left ?? 0;
      const { amount, to_credit } = one;
      const wish = { order_id: order.id, amount, left, reason: "?", to_credit, token: randomUUID() };
      await refundByStaff(staff(), wish);
      return;
    }
    case "add a line":
    case "take off": {
      if (!order) return;
      const kind = one.do === "take off" ? "discount" : "extra";
      const wish = { order_id: order.id, kind, amount: one.amount, label: "", reason: "?", minutes: null };
      await addLine(staff(), { ...wish, seen: order.amount, token: randomUUID() });
      return;
    }
    case "spend":
      if (order) await spendCreditByStaff(staff(), { order_id: order.id });
      return;
    case "open the pay link":
      if (order) await openPayLink(ctx(), { order_id: order.id, tip: 0, seen: order.due });
      return;
    case "provider":
      bank.down = one.down;
      return;
    case "jobs run":
      await runJobs(life);
  }
}

async function tell({ ctx }: Life, object_id: string) {
  const event = { id: `evt_${++count}`, type: "?", about: "session" as const, object_id };
  await receivePaymentEvent(ctx(), "bank", event).catch(() => {}); // the bank may be out of reach
}

async function runJobs({ ctx }: Life) {
  for (const { refund_id } of await queues.waiting("refund-order"))
    await refundOrder(ctx(), String(refund_id)).catch(() => {});
}

/**
 * At any time: no balance is below zero or differs from its transfers, and nothing due differs from what is owed, and
 * no tip is more than what is left of the payment.
 */
async function check({ id }: Life) {
  const { rows } = await pool.query(
    `select coalesce((select sum(amount) from credit_balances), 0)::int as balance,
       coalesce(sum(amount) filter (where to_customer = $1), 0)::int
         - coalesce(sum(amount) filter (where from_customer = $1), 0)::int as transfers,
       coalesce(sum(amount) filter (where from_account = 'goodwill'), 0)::int
         - coalesce(sum(amount) filter (where to_account = 'goodwill'), 0)::int as given,
       (select coalesce(sum(amount), 0)::int from charges where provider = 'credit' and status <> 'failed') as used,
       (select coalesce(sum(amount), 0)::int from refunds where to_credit and status = 'completed') as back
     from credit_transfers`,
    [id],
  );
  const [{ balance, transfers, given, used, back }] = rows;
  expect(balance).toBeGreaterThanOrEqual(0);
  expect(transfers).toBe(balance);
  expect(given - used + back).toBe(balance);
  const { rows: wrong } = await pool.query(
    `select o.id from orders o where o.charged - coalesce((select sum(r.amount) from refunds r
       where r.order_id = o.id and r.status not in ('failed', 'cancelled')), 0) < 0
       or o.status = 'failed' and exists (select from charges c
         where c.order_id = o.id and c.provider = 'credit' and c.status = 'pending')
       or o.tips < 0 or o.status = 'completed' and o.tips > o.charged - coalesce((select sum(r.amount) from refunds r
         where r.order_id = o.id and r.status not in ('failed', 'cancelled')), 0)
       or o.status = 'completed' and o.due <> greatest(0, o.amount - o.charged + o.returned)`,
  );
  expect(wrong).toEqual([]);
}

/** In the end every checkout and refund has ended, and the books agree. */
async function comesToAnEnd(life: Life) {
  const { bank, ctx } = life;
  bank.down = false;
  for (const session of bank.sessions.keys()) await tell(life, session);
  clock.advance({ hours: 2 });
  await reconcilePayments(ctx());
  await expireHolds(ctx());
  await runJobs(life);
  await retryRefunds(ctx());
  await reconcilePayments(ctx());
  await check(life);
  const { rows } = await pool.query("select 1 from charges where provider = 'credit' and status = 'pending'");
  expect(rows).toEqual([]);
  expect(await differencesIn(pool, ctx())).toEqual([]);
}

test("over any life with credit, no cent of it appears or vanishes, and all books agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 18 }), async (story) => {
      const life = await aLife();
      for (const one of story) {
        await play(life, one);
        await check(life);
      }
      await comesToAnEnd(life);
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 240_000);
