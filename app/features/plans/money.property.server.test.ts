import fc from "fast-check";
import { expect, test } from "vitest";
import { chargedMonthOf } from "~/features/booking/manage/reschedule";
import { moveByStaff } from "~/features/booking/office/move.server";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { refundByStaff } from "~/features/payments/office/refund.server";
import { refundOrder } from "~/features/payments/refunds/send.server";
import { receivePaymentEvent } from "~/features/payments/settlement/events.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { billSubscriptions } from "~/features/payments/test-checkout/subscriptions.server";
import { extendSchedules } from "~/features/plans/schedule/advance.server";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import { answerByPhone, skipByPhone } from "~/features/scheduling/storm/answer.server";
import { callStorm } from "~/features/scheduling/storm/call.server";
import { planStorm } from "~/features/scheduling/storm/plan.server";
import { addDays, formatDate } from "~/lib/dates";
import {
  type Dispute,
  type Movement,
  type Payments,
  ProviderUnavailable,
} from "~/platform/outside/payment-gateway";
import { CARD, setCrews } from "../../../tests/support/bookings";
import { differencesIn } from "../../../tests/support/books";
import { testWorld } from "../../../tests/support/ctx";
import { deskForm, readPlanRow, startPlan } from "../../../tests/support/plans";
import { staffCtx } from "../../../tests/support/staff";
import { endPlan, endPlanNow, pausePlan, resumePlan, skipMonth, skipVisit } from "./change/change.server";
import { dayOf } from "./change/rules";
import { askAboutCharges, askAboutEnded, endUnpaid, settleSubscription } from "./charge/charges.server";
import { syncPending, syncProvider } from "./charge/sync.server";
import { changePlan, previewChange } from "./desk/change.server";
import { readChange } from "./desk/forms";
import { priceOn } from "./prices/price";
import { planRise, raisePrices, readEarliest } from "./prices/raise.server";
import { readPriceChanges } from "./prices/store.server";
import { withdrawRise } from "./prices/withdraw.server";

const world = await testWorld();
const { pool, clock, clear, queues } = world;
const ZONE = "America/New_York";
const nth = fc.nat({ max: 5 });

/** What can happen to a plan once it is paid; what isn't possible then is refused, or nothing. */
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("days pass" as const),
      days: fc.integer({ min: 1, max: 35 }),
      heard: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("the provider" as const), answers: fc.boolean() }) },
  fc.record({ do: fc.constant("the card" as const), declines: fc.boolean() }),
  fc.record({ do: fc.constant("pays by hand" as const) }),
  fc.record({ do: fc.constant("refund" as const), nth, amount: fc.integer({ min: 1, max: 28_900 }) }),
  fc.record({ do: fc.constant("dispute" as const), nth }),
  fc.record({
    do: fc.constant("dispute ends" as const),
    as: fc.constantFrom("won" as const, "lost" as const),
  }),
  fc.record({ do: fc.constant("skip" as const) }),
  fc.record({ do: fc.constant("skip a visit" as const), nth }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("moved" as const),
      nth,
      days: fc.integer({ min: -21, max: 21 }),
      storm: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("changed" as const),
      nth,
      days: fc.integer({ min: -9, max: 20 }),
      frequency: fc.constantFrom("weekly" as const, "biweekly" as const, "monthly" as const),
      net: fc.option(fc.integer({ min: 10_000, max: 40_000 })),
    }),
  },
  fc.record({ do: fc.constant("price rise" as const), percent: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant("rise withdrawn" as const) }),
  fc.record({ do: fc.constant("pause" as const) }),
  fc.record({ do: fc.constant("resume" as const) }),
  { weight: 1, arbitrary: fc.record({ do: fc.constant("end" as const), now: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("ended there" as const), now: fc.boolean() }) },
  fc.record({ do: fc.constant("storm takes a visit" as const), nth }),
  fc.record({ do: fc.constant("told" as const) }),
  fc.record({ do: fc.constant("events" as const), twice: fc.boolean(), reversed: fc.boolean() }),
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

let count = 0;
const token = () => `77777777-7777-4777-8777-${String(++count).padStart(12, "0")}`;

const outOfReach = async () => {
  throw new ProviderUnavailable("out of reach");
};

/** A plan whose first month is paid at the test checkout, whose payments can be disputed here. */
async function aPlan() {
  await clear();
  await setCrews(pool, 1);
  await pool.query(`update services set plan_frequencies = '["weekly", "biweekly", "monthly"]'`);
  clock.set("2026-06-01T16:00:00Z");
  const disputes = new Map<string, Dispute>();
  const { payments: checkout } = world.ctx();
  const lost = (id: string) =>
    sum([...disputes.values()].filter((one) => one.payment_id === id && one.status !== "won"));
  const provider = { answers: true };
  const reachable: Payments = {
    ...checkout,
    named: async (name) => {
      const gateway = await checkout.named(name);
      const withDisputes = async (since: Temporal.Instant) => [
        ...((await gateway?.movementsSince(since)) ?? []),
        ...[...disputes.values()].flatMap(withdrawalOf),
      ];
      return gateway && { ...gateway, movementsSince: withDisputes };
    },
    readDispute: async (id) => disputes.get(id) ?? null,
    refund: async (request) =>
      lost(request.payment_id) > 0
        ? { status: "failed", id: null, reason: "The bank has that money." }
        : checkout.refund(request),
  };
  const payments = new Proxy(reachable, {
    get: (all, name) => (provider.answers ? Reflect.get(all, name) : outOfReach),
  });
  const ctx: typeof world.ctx = (changes) => world.ctx({ payments, ...changes });
  const made = await staffCtx(world);
  const staff = () => ({ ...made(), payments });
  const id = await startPlan(ctx(), pool);
  return { id, ctx, staff, disputes, provider };
}

/** What the bank has taken for a dispute, unless it was won. */
function withdrawalOf({ id, payment_id, amount, currency, status, opened_at: at }: Dispute): Movement[] {
  return status === "won" ? [] : [{ what: "dispute", id, payment_id, amount: -amount, currency, at }];
}

type Given = Awaited<ReturnType<typeof aPlan>>;

function sum(rows: { amount: number }[]): number {
  return rows.reduce((total, { amount }) => total + amount, 0);
}

async function ordersOf(id: string) {
  const { rows } = await pool.query(
    "select id, amount, status, invoice_id, payment_id from orders where plan_id = $1 order by created_at, id",
    [id],
  );
  return rows;
}

async function play(given: Given, one: Happening): Promise<void> {
  const { id, ctx, staff, disputes, provider } = given;
  switch (one.do) {
    case "days pass":
      for (let day = 0; day < one.days; day += 1) {
        clock.advance({ hours: 24 });
        await billSubscriptions(ctx());
      }
      if (one.heard) await askAboutCharges(ctx());
      await extendSchedules(ctx());
      return endUnpaid(ctx());
    case "the provider":
      provider.answers = one.answers;
      return;
    case "the card":
      await pool.query("update test_checkout_subscriptions set declines = $1", [one.declines]);
      return;
    case "pays by hand": {
      const { invoice_url } = await readPlanRow(pool, id);
      const page = invoice_url && new URL(invoice_url).searchParams.get("session_id");
      if (page) await payTestCheckout(ctx(), page, CARD);
      return;
    }
    case "refund": {
      const orders = await ordersOf(id);
      const order_id = orders[one.nth % orders.length].id;
      const left = (await readOfficeOrder(staff(), order_id))?.left ?? 0;
      await refundByStaff(staff(), { order_id, amount: one.amount, left, reason: "?", token: token() });
      return runRefunds(given);
    }
    case "dispute": {
      if (!provider.answers) return;
      const orders = await ordersOf(id);
      const { id: order, payment_id } = orders[one.nth % orders.length];
      const left = (await readOfficeOrder(staff(), order))?.left ?? 0;
      const isOpen = [...disputes.values()].some(({ status }) => status === "open");
      if (!isOpen && left > 0) await dispute(given, `dispute_${++count}`, payment_id, left, "open");
      return;
    }
    case "dispute ends": {
      if (!provider.answers) return;
      const open = [...disputes.values()].find(({ status }) => status === "open");
      if (open) await dispute(given, open.id, open.payment_id, open.amount, one.as);
      return;
    }
    case "skip":
      await skipMonth(ctx(), { id }, OFFICE_ACTOR);
      return;
    case "skip a visit": {
      const visit = await comingVisit(id, one.nth);
      if (visit) await skipVisit(ctx(), { id: visit.id }, OFFICE_ACTOR);
      return;
    }
    case "moved": {
      const visit = await comingVisit(id, one.nth);
      if (!visit) return;
      const to = { id: visit.id, date: addDays(visit.date, one.days), time: "2:00 PM" };
      if (!one.storm) await moveByStaff(staff(), { ...to, crew_id: null });
      else if (await aStorm(given, visit.date))
        await answerByPhone(staff(), { ...to, from: { date: visit.date, time: visit.time } });
      return;
    }
    case "changed":
      return change(given, one);
    case "price rise": {
      const { day: from } = await readEarliest(ctx());
      const wish = { plans: [id], rise: { by: "percent" as const, percent: one.percent }, from };
      await raisePrices(staff(), { wish, seen: (await planRise(staff(), wish)).fingerprint });
      return;
    }
    case "rise withdrawn": {
      const { rows } = await pool.query("select id from plan_prices order by position desc");
      if (rows[0]) await withdrawRise(staff(), { id: rows[0].id, all: true });
      return;
    }
    case "pause":
      await pausePlan(ctx(), { id, resumes_on: null }, OFFICE_ACTOR);
      return;
    case "resume":
      await resumePlan(ctx(), { id }, OFFICE_ACTOR);
      return;
    case "end": {
      if (one.now) await endPlanNow(staff(), { id });
      else await endPlan(ctx(), { id }, OFFICE_ACTOR);
      return;
    }
    case "ended there":
      await pool.query(
        one.now
          ? "update test_checkout_subscriptions set status = 'canceled'"
          : "update test_checkout_subscriptions set cancel_at_period_end = true",
      );
      return;
    case "storm takes a visit": {
      const visit = await comingVisit(id, one.nth);
      if (visit && (await aStorm(given, visit.date))) await skipByPhone(staff(), { id: visit.id, refund: 0 });
      return;
    }
    case "told":
      return syncProvider(ctx(), id).catch(() => {}); // it is told again at the end
    case "events":
      return provider.answers ? deliver(given, one) : undefined; // it says nothing either
  }
}

/** Staff change the plan from its n-th visit to come on, as they saw it in the preview; what isn't possible is refused. */
async function change({ id, staff }: Given, one: Extract<Happening, { do: "changed" }>) {
  const visit = await comingVisit(id, one.nth);
  if (!visit) return;
  const price: Record<string, string> = one.net ? { price: "amount", amount: String(one.net / 100) } : {};
  const form = { visit: visit.id, date: addDays(visit.date, one.days), frequency: one.frequency, ...price };
  const read = readChange(deskForm(await readPlanRow(pool, id), form));
  const found = read.ok ? await previewChange(staff(), { id, wish: read.wish }, "staff") : null;
  if (!read.ok || !found?.planned.ok) return;
  const outcome = await changePlan(staff(), { id, wish: read.wish, seen: found.planned.fingerprint });
  expect(outcome).toMatchObject({ ok: true });
}

/** The n-th of the visits to come. */
async function comingVisit(plan: string, nth: number) {
  const { rows } = await pool.query(
    `select id, scheduled_date::text as date, to_char(scheduled_time, 'FMHH12:MI AM') as time from bookings
     where plan_id = $1 and status = 'confirmed' and starts_at > $2 order by starts_at`,
    [plan, clock.now.toString()],
  );
  return rows[nth % rows.length];
}

async function aStorm({ staff }: Given, date: string): Promise<boolean> {
  const { seen } = await planStorm(staff(), { date, towns: ["pittsfield"] });
  return (await callStorm(staff(), { date, towns: ["pittsfield"], seen })).ok;
}

async function dispute(
  { ctx, disputes }: Given,
  id: string,
  payment_id: string,
  amount: number,
  status: Dispute["status"],
) {
  const known = { withdrawn: true, evidence_due_at: null };
  const about = { ...known, payment_id, amount, currency: "USD", reason: "fraudulent" };
  disputes.set(id, { ...about, id, status, opened_at: clock.now });
  const event = { id: `evt_${++count}`, type: "dispute", about: "dispute", object_id: id } as const;
  await receivePaymentEvent(ctx(), "test-checkout", event);
}

async function runRefunds({ ctx }: Given) {
  for (const { refund_id } of await queues.waiting("refund-order"))
    await refundOrder(ctx(), String(refund_id)).catch(() => {});
}

/** What the provider has sent since the last time: once or twice, in order or not. What isn't delivered is lost. */
async function deliver({ ctx }: Given, { twice, reversed }: { twice: boolean; reversed: boolean }) {
  const { rows } = await pool.query("select * from test_checkout_events order by created_at");
  const all = reversed ? rows.toReversed() : rows;
  for (const { id, type, object_id } of twice ? [...all, ...all] : all) {
    const about = type.startsWith("invoice.")
      ? "invoice"
      : type.startsWith("customer.")
        ? "subscription"
        : "session";
    await receivePaymentEvent(ctx(), "test-checkout", { id, type, about, object_id });
  }
}

/** Whatever was lost is found: the provider hears of every change, and is asked about every charge. */
async function comesToAnEnd(given: Given) {
  const { ctx, disputes, provider } = given;
  provider.answers = true;
  for (const { id, payment_id, amount, status } of [...disputes.values()])
    if (status === "open") await dispute(given, id, payment_id, amount, "won");
  for (const _ of [1, 2]) {
    await syncPending(ctx());
    await queues.run("plan-subscription");
    clock.advance({ hours: 2 });
    await billSubscriptions(ctx());
    await askAboutCharges(ctx());
    await settleSubscription(ctx(), (await readPlanRow(pool, given.id)).subscription_id);
    await askAboutEnded(ctx());
    await endUnpaid(ctx());
    await extendSchedules(ctx());
    await runRefunds(given);
  }
}

async function checkMoney({ id, ctx, staff, disputes }: Given) {
  const orders = await ordersOf(id);
  const { rows: invoices } = await pool.query(
    "select id, amount from test_checkout_invoices where status = 'paid' order by id",
  );
  const booked = orders.map(({ invoice_id, amount, status }) => ({ id: invoice_id, amount, status }));
  expect(booked.sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual(
    invoices.map((one) => ({ ...one, status: "completed" })),
  );
  const { rows: given } = await pool.query("select amount, status, order_id from refunds");
  expect(given.filter(({ status }) => status === "pending")).toEqual([]);
  const back = given.filter(({ status }) => status === "completed");
  const { rows: theirs } = await pool.query("select amount from test_checkout_refunds");
  const lost = [...disputes.values()].filter(({ status }) => status === "lost");
  expect(sum(back)).toBe(sum(theirs) + sum(lost));
  for (const { id: order_id, amount } of orders) {
    const left = (await readOfficeOrder(staff(), order_id))?.left ?? -1;
    expect(left + sum(back.filter((one) => one.order_id === order_id))).toBe(amount);
  }
  const { rows: figures } = await pool.query(
    `select sum(amount) filter (where kind = 'orders')::int as came,
       coalesce(sum(amount) filter (where kind = 'refunds'), 0)::int as went from figures`,
  );
  expect(figures).toEqual([{ came: sum(orders), went: sum(back) }]);
  expect(await differencesIn(pool, ctx())).toEqual([]);
}

/** A month that was not charged at the price of its day is called. */
async function checkPrices({ id, ctx }: Given) {
  const plan = await readPlanRow(pool, id);
  const changes = await readPriceChanges(ctx(), id);
  const { rows } = await pool.query(
    "select period_start, amount from test_checkout_invoices where status = 'paid'",
  );
  for (const { period_start, amount } of rows) {
    const day = dayOf(Temporal.Instant.fromEpochMilliseconds(period_start.getTime()), { zone: ZONE });
    const { amount: due } = priceOn(plan, changes, day);
    if (amount !== due) expect(plan.needs_attention).toContain(formatDate(day));
  }
}

/**
 * A visit belongs to the month it was laid out for, wherever it was moved. A month that was not paid has no visits, and one that
 * was paid keeps all of its visits, or staff were called to either; and to an unpaid one only where there are visits.
 */
async function checkVisits({ id, ctx }: Given) {
  const plan = await readPlanRow(pool, id);
  const subscription = await ctx().payments.readSubscription(plan.subscription_id);
  const instant = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime());
  const charging = { end: instant(plan.period_end), anchor: instant(plan.billing_anchor) };
  const { rows: paid } = await pool.query(
    "select period_start from test_checkout_invoices where status = 'paid'",
  );
  const months = paid.map(({ period_start }) => dayOf(instant(period_start), { zone: ZONE }));
  const today = dayOf(clock.now, { zone: ZONE });
  const calls = plan.needs_attention ?? "";
  const unpaid = (first: string) => `Nothing was charged on ${formatDate(first)}`;
  const { rows: rhythm } = await pool.query(
    "select first_date::text, frequency, first_visit, earlier_rhythms, ends_on::text from plans where id = $1",
    [id],
  );
  const ended = plan.status === "ended";
  if (ended || rhythm[0].ends_on !== today) expect(subscription?.status === "ended").toBe(ended);
  const { rows } = await pool.query(
    `select scheduled_date::text as date, plan_visit, starts_at > $2 as ahead, status,
       status = 'cancelled' and cancelled_at is null as released from bookings where plan_id = $1`,
    [id, clock.now.toString()],
  );
  const visits = rows.map((visit) => {
    const own = visitDate(rhythm[0], visit.plan_visit);
    return { ...visit, own, month: chargedMonthOf(own, charging, ZONE).first };
  });
  const live = visits.filter(({ status }) => status !== "cancelled");
  const served = live.map(({ month }) => month);
  for (const { ahead, month, own, date } of plan.status === "ended" ? live : []) {
    if (ahead) expect(months).toContain(month);
    else if (own > today && !months.includes(month)) expect(calls).toContain(formatDate(date));
  }
  for (const first of new Set(served))
    if (plan.status !== "past_due" && plan.status !== "ended" && first <= today && !months.includes(first))
      expect(calls).toContain(unpaid(first));
  for (const [, day] of calls.matchAll(/Nothing was charged on (\w+ \d+, \d+)/g)) {
    expect(served.map(formatDate)).toContain(day);
    expect(months.map(formatDate)).not.toContain(day);
  }
  for (const first of months)
    if (!visits.some(({ month }) => month === first)) expect(calls).toContain(formatDate(first));
  for (const { released, month, date } of visits)
    if (released && months.includes(month) && !calls.includes(formatDate(month)))
      expect(calls).toContain(formatDate(date));
}

test("over any sequence no cent of a plan appears or vanishes, and no paid visit vanishes and no unpaid one stays unnoticed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 6, maxLength: 22 }), async (story) => {
      const given = await aPlan();
      for (const one of story) await play(given, one);
      await comesToAnEnd(given);
      await checkMoney(given);
      await checkVisits(given);
      await checkPrices(given);
    }),
    { numRuns: 30, endOnFailure: true },
  );
}, 240_000);
