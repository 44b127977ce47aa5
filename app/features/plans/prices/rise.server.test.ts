import { beforeEach, expect, test } from "vitest";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { billSubscriptions } from "~/features/payments/test-checkout/subscriptions.server";
import { endPlan } from "~/features/plans/change/change.server";
import { announceCharges, settleSubscription } from "~/features/plans/charge/charges.server";
import { readPlan } from "~/features/plans/queries.server";
import { extendSchedules } from "~/features/plans/schedule/advance.server";
import { setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { readPlanRow, startPlan } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { keepPlan } from "./keep.server";
import { readRisePage } from "./queries.server";
import { planRise, raisePrices, readEarliest, saveNotice } from "./raise.server";
import { withdrawRise } from "./withdraw.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 3);
  clock.set("2026-06-01T16:00:00Z");
  staff = await staffCtx(world);
});

const TEN = { by: "percent", percent: 10 } as const;

/** Announces ten percent more, as it was previewed. */
async function raise(plans: string[], from = "2026-07-01") {
  const wish = { plans, rise: TEN, from };
  const { fingerprint: seen } = await planRise(staff(), wish);
  return raisePrices(staff(), { wish, seen });
}

const pricesOf = async (plan: string) =>
  (
    await pool.query(
      "select id, status, amount, starts_on::text, kept_at from plan_prices where plan_id = $1",
      [plan],
    )
  ).rows;
const mailsOf = async (occasion: string) =>
  (
    await pool.query("select subject, text from mails where occasion like $1 order by created_at", [
      `${occasion}:%`,
    ])
  ).rows;

async function chargeAt(id: string, at: string) {
  await queues.run("plan-subscription");
  clock.set(at);
  await billSubscriptions(ctx());
  await settleSubscription(ctx(), (await readPlanRow(pool, id)).subscription_id);
}

const chargesOf = async (id: string) =>
  (await pool.query("select amount from orders where plan_id = $1 order by created_at", [id])).rows.map(
    ({ amount }) => amount,
  );

test("a rise is mailed with its notice, charged from its day on, and needs nobody's attention", async () => {
  const id = await startPlan(ctx(), pool);
  expect(await raise([id], "2026-07-10")).toEqual({ ok: true, count: 1 });
  expect(await pricesOf(id)).toMatchObject([
    { status: "scheduled", amount: 31_790, starts_on: "2026-08-01" },
  ]);
  await queues.run("plan-rise-mail");
  const [mail] = await mailsOf("plan-rise");
  expect(mail.subject).toBe("Your plan will cost $317.90 a month from Saturday, August 1, 2026 on");
  for (const link of ["/price?key=", "/end?key=", `/plans/${id}?key=`]) expect(mail.text).toContain(link);
  await chargeAt(id, "2026-07-01T16:00:30Z");
  await chargeAt(id, "2026-08-01T16:00:30Z");
  expect(await chargesOf(id)).toEqual([28_900, 28_900, 31_790]);
  expect(await pricesOf(id)).toMatchObject([{ status: "applied" }]);
  expect((await readPlanRow(pool, id)).needs_attention).toBeNull();
  const { rows } = await pool.query(
    "select o.amount, sum(l.amount)::int as lines from orders o join order_lines l on l.order_id = o.id group by o.id",
  );
  for (const { amount, lines } of rows) expect(lines).toBe(amount);
});

test("the nightly sweep applies a price whose charge was heard of before it was due", async () => {
  const id = await startPlan(ctx(), pool);
  await raise([id]);
  expect(await readPlanRow(pool, id)).toMatchObject({ amount: 28_900 });
  for (const _ of [1, 2]) await extendSchedules(ctx());
  expect(await readPlanRow(pool, id)).toMatchObject({ amount: 31_790 });
  const { rows } = await pool.query("select 1 from audit_log where action = 'plan.price_applied'");
  expect(rows).toHaveLength(1);
});

test("the notice is kept: an earlier day is refused, and a longer notice moves it", async () => {
  const id = await startPlan(ctx(), pool);
  expect(await readEarliest(ctx())).toEqual({ day: "2026-07-01", notice: 30 });
  expect(await raise([id], "2026-06-30")).toMatchObject({ ok: false, reason: "invalid", field: "from" });
  await saveNotice(staff(), 60);
  expect(await readEarliest(ctx())).toEqual({ day: "2026-07-31", notice: 60 });
  expect(await raise([id])).toMatchObject({ ok: false, reason: "invalid" });
  expect(await pricesOf(id)).toEqual([]);
});

test("announced twice at once, it is one rise, and one email", async () => {
  const id = await startPlan(ctx(), pool);
  const wish = { plans: [id], rise: TEN, from: "2026-07-01" };
  const { fingerprint: seen } = await planRise(staff(), wish);
  const outcomes = await Promise.all([1, 2].map(() => raisePrices(staff(), { wish, seen })));
  expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await pricesOf(id)).toHaveLength(1);
  await queues.run("plan-rise-mail");
  expect(await mailsOf("plan-rise")).toHaveLength(1);
});

test("a plan whose price has changed since the preview is not raised", async () => {
  const id = await startPlan(ctx(), pool);
  const wish = { plans: [id], rise: TEN, from: "2026-07-01" };
  const { fingerprint: seen } = await planRise(staff(), wish);
  await pool.query("update plans set amount = 30000 where id = $1", [id]);
  expect(await raisePrices(staff(), { wish, seen })).toMatchObject({ ok: false, reason: "changed" });
  expect(await pricesOf(id)).toEqual([]);
});

test("a withdrawn rise is never charged, and its customer is told", async () => {
  const [one, two] = [await startPlan(ctx(), pool), await startPlan(ctx(), pool, { time: "2:00 PM" })];
  await raise([one, two], "2026-07-10");
  await queues.run("plan-rise-mail");
  const [{ id: price }] = await pricesOf(one);
  expect(await withdrawRise(staff(), { id: price, all: true })).toBe(2);
  expect(await withdrawRise(staff(), { id: price, all: true })).toBe(0);
  await queues.run("plan-rise-withdrawn-mail");
  expect((await mailsOf("plan-rise-withdrawn")).map(({ subject }) => subject)).toEqual([
    "Your plan still costs $289.00 a month",
    "Your plan still costs $289.00 a month",
  ]);
  for (const at of ["2026-07-01T16:00:30Z", "2026-08-01T16:00:30Z"]) await chargeAt(one, at);
  expect(await chargesOf(one)).toEqual([28_900, 28_900, 28_900]);
});

test("a price that the plan got before its email went out is mailed, with what is paid until then", async () => {
  const id = await startPlan(ctx(), pool);
  await raise([id]);
  await extendSchedules(ctx());
  expect(await pricesOf(id)).toMatchObject([{ status: "applied" }]);
  await queues.run("plan-rise-mail");
  const [mail] = await mailsOf("plan-rise");
  expect(mail.text).toContain("your plan costs $317.90 a month instead of $289.00");
});

test("a plan without an email address is not raised, and not counted", async () => {
  const [one, two] = [await startPlan(ctx(), pool), await startPlan(ctx(), pool, { time: "2:00 PM" })];
  await pool.query("update plans set customer_email = null where id = $1", [one]);
  const { plans } = await planRise(staff(), { plans: [one, two], rise: TEN, from: "2026-07-01" });
  expect(plans.map(({ why }) => why)).toEqual(["It has no email address: call the customer.", null]);
  expect(await raise([one, two])).toEqual({ ok: true, count: 1 });
  expect(await pricesOf(one)).toEqual([]);
  expect(await raise([one])).toMatchObject({ ok: false, reason: "invalid", field: "plans" });
});

test("a rise that was withdrawn before its email went out is not mailed", async () => {
  const id = await startPlan(ctx(), pool);
  await raise([id]);
  const [{ id: price }] = await pricesOf(id);
  await withdrawRise(staff(), { id: price, all: false });
  await queues.run("plan-rise-mail");
  expect(await mailsOf("plan-rise")).toEqual([]);
});

test("a plan that ends before drops the rise, and one that ends later pays it", async () => {
  const [one, two] = [await startPlan(ctx(), pool), await startPlan(ctx(), pool, { time: "2:00 PM" })];
  await raise([one, two], "2026-07-10");
  await endPlan(ctx({ actor: { kind: "plan link", plan_id: one } }), { id: one });
  expect(await pricesOf(one)).toMatchObject([{ status: "dropped" }]);
  expect(await pricesOf(two)).toMatchObject([{ status: "scheduled" }]);
});

test("a customer keeps the plan once, at the price that was shown", async () => {
  const id = await startPlan(ctx(), pool);
  await raise([id]);
  const own = ctx({ actor: { kind: "plan link", plan_id: id } });
  expect(await keepPlan(own, { id, seen: "2026-08-01" })).toMatchObject({ ok: false, reason: "changed" });
  for (const _ of [1, 2]) expect(await keepPlan(own, { id, seen: "2026-07-01" })).toEqual({ ok: true });
  expect(await pricesOf(id)).toMatchObject([{ kept_at: expect.any(Date) }]);
  const { rows } = await pool.query("select 1 from audit_log where action = 'plan.rise_kept'");
  expect(rows).toHaveLength(1);
  const other = ctx({ actor: { kind: "plan link", plan_id: "00000000-0000-4000-8000-000000000000" } });
  expect(await keepPlan(other, { id, seen: "2026-07-01" })).toMatchObject({ reason: "not found" });
});

test("a failed charge keeps its price, and the rise counts once it is paid", async () => {
  const id = await startPlan(ctx(), pool);
  await raise([id], "2026-07-10");
  await pool.query("update test_checkout_subscriptions set declines = true");
  await chargeAt(id, "2026-07-01T16:00:30Z");
  await extendSchedules(ctx());
  expect(await readPlanRow(pool, id)).toMatchObject({ status: "past_due", amount: 28_900 });
  const page = new URL((await readPlanRow(pool, id)).invoice_url).searchParams.get("session_id") ?? "";
  const card = { name: "Ada", email: "ada@mail.example", phone: "(603) 555-0101" };
  await payTestCheckout(ctx(), page, { ...card, number: "4242 4242 4242 4242", expiry: "12/30", cvc: "123" });
  await settleSubscription(ctx(), (await readPlanRow(pool, id)).subscription_id);
  expect(await readPlanRow(pool, id)).toMatchObject({ status: "active", amount: 31_790 });
  expect(await chargesOf(id)).toEqual([28_900, 28_900]);
  expect((await readPlanRow(pool, id)).needs_attention).toBeNull();
});

/** A plan whose rise of July 1 it has got already, as the last charge before has been made. */
async function raisedEarly() {
  const id = await startPlan(ctx(), pool);
  await raise([id]);
  await extendSchedules(ctx());
  await queues.run("plan-subscription");
  expect(await pricesOf(id)).toMatchObject([{ status: "applied", starts_on: "2026-07-01" }]);
  return { id, own: () => ctx({ actor: { kind: "plan link", plan_id: id } }) };
}

test("until its first charge a rise is announced, and the price of before is what is paid", async () => {
  const { id, own } = await raisedEarly();
  expect(await readPlan(own(), id)).toMatchObject({
    price: "$289.00",
    next_price: { price: "$317.90", from: "2026-07-01", rise: true, kept: false },
  });
  const { announced, plans } = await readRisePage(staff(), null);
  expect(announced).toMatchObject([{ plan_id: id, before: "$289.00", after: "$317.90" }]);
  expect(plans).toEqual([]);
  expect(await raise([id], "2026-08-01")).toMatchObject({ ok: false, reason: "invalid", field: "plans" });
  clock.set("2026-07-01T05:00:00Z");
  expect(await readPlan(own(), id)).toMatchObject({ price: "$317.90", next_price: null });
  expect((await readRisePage(staff(), null)).announced).toEqual([]);
});

test("a rise that the plan has already can be kept until its first charge", async () => {
  const { id, own } = await raisedEarly();
  expect(await keepPlan(own(), { id, seen: "2026-07-01" })).toEqual({ ok: true });
  expect(await readPlan(own(), id)).toMatchObject({ next_price: { kept: true } });
  clock.set("2026-07-01T05:00:00Z");
  expect(await keepPlan(own(), { id, seen: "2026-07-01" })).toMatchObject({ ok: false, reason: "changed" });
});

test("a rise that the plan has already can be withdrawn until its first charge, at the provider too", async () => {
  const { id, own } = await raisedEarly();
  const { subscription_id } = await readPlanRow(pool, id);
  const there = () => ctx().payments.readSubscription(subscription_id);
  expect(await there()).toMatchObject({ amount: 31_790 });
  const [{ id: price }] = await pricesOf(id);
  expect(await withdrawRise(staff(), { id: price, all: false })).toBe(1);
  expect(await readPlanRow(pool, id)).toMatchObject({ amount: 28_900, tax_amount: 0 });
  await queues.run("plan-rise-mail");
  expect(await mailsOf("plan-rise")).toEqual([]);
  await queues.run("plan-rise-withdrawn-mail");
  expect(await mailsOf("plan-rise-withdrawn")).toMatchObject([
    { subject: "Your plan still costs $289.00 a month" },
  ]);
  expect(await readPlan(own(), id)).toMatchObject({ price: "$289.00", next_price: null });
  await chargeAt(id, "2026-07-01T16:00:30Z");
  expect(await there()).toMatchObject({ amount: 28_900 });
  expect(await chargesOf(id)).toEqual([28_900, 28_900]);
  expect((await readPlanRow(pool, id)).needs_attention).toBeNull();
});

test("a rise that is charged can't be withdrawn", async () => {
  const { id } = await raisedEarly();
  await chargeAt(id, "2026-07-01T16:00:30Z");
  const [{ id: price }] = await pricesOf(id);
  expect(await withdrawRise(staff(), { id: price, all: false })).toBe(0);
  expect(await readPlanRow(pool, id)).toMatchObject({ amount: 31_790 });
});

test("the email about a charge says what it costs", async () => {
  const { id } = await raisedEarly();
  clock.set("2026-06-29T16:00:00Z");
  await announceCharges(ctx());
  await queues.run("plan-charge-mail");
  expect(await mailsOf("plan-charge")).toMatchObject([
    { subject: "$317.90 on Jul 01, 2026 for your plan", text: expect.stringContaining("charge $317.90 for") },
  ]);
  expect(await readPlan(ctx({ actor: { kind: "plan link", plan_id: id } }), id)).toMatchObject({
    price: "$289.00",
  });
});

test("a plan that ends before the first charge of its rise ends at the price that it paid", async () => {
  const { id, own } = await raisedEarly();
  await endPlan(own(), { id });
  expect(await pricesOf(id)).toMatchObject([{ status: "dropped" }]);
  expect(await readPlan(own(), id)).toMatchObject({ price: "$289.00", next_price: null });
});
