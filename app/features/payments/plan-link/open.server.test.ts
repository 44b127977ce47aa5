import { beforeEach, describe, expect, test } from "vitest";
import { ERASED_STREET } from "~/features/booking/booking";
import { expirePlanHolds } from "~/features/payments/checkout/sync.server";
import { reconcilePayments } from "~/features/payments/settlement/reconcile.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { readOfficeSale, readPlanPayPage } from "~/features/plans/phone/queries.server";
import { ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { CARD, openSession, sessionOf, sessionState, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { gatewayOf } from "../../../../tests/support/gateway";
import { aSoldPlan } from "../../../../tests/support/phone-plan";
import { readPlanRow, visitsOf } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { openPlanLink } from "./open.server";
import { withdrawPlan } from "./withdraw.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;
let id: string;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  id = await aSoldPlan(staff());
});

const system = () => ctx({ actor: { kind: "system" } });

async function open(): Promise<string> {
  const opened = await openPlanLink(system(), id);
  if (!opened.ok) throw new Error(opened.message);
  return sessionOf(opened.url);
}

async function pay(session: string) {
  await payTestCheckout(ctx(), session, CARD);
  await settleSession(system(), await sessionState(ctx(), session));
}

const orderRow = async () => (await pool.query("select * from orders where plan_id = $1", [id])).rows[0];
const stateOf = async () => (await readOfficeSale(staff(), id))?.state;
const statuses = async () => new Set((await visitsOf(pool, id)).map((visit) => visit.split(" ")[3]));
const subscriptions = async () => (await pool.query("select 1 from test_checkout_subscriptions")).rowCount;

describe("the link of a plan that was sold by phone", () => {
  test("opens a checkout that starts the plan like one bought online", async () => {
    await pay(await open());
    expect(await readPlanRow(pool, id)).toMatchObject({
      ...{ status: "active", subscription_id: expect.any(String), hold_expires_at: null },
    });
    expect(await orderRow()).toMatchObject({ status: "completed", amount: 28_900 });
    expect(await statuses()).toEqual(new Set(["confirmed"]));
    expect(await queues.waiting("plan-started-mail")).toEqual([{ plan_id: id }]);
    expect(await stateOf()).toBe("begun");
    expect(await openPlanLink(system(), id)).toMatchObject({ ok: false, reason: "over" });
  });

  test("is the same checkout in two tabs and on every press, so one charge and one subscription", async () => {
    const [first, second] = await Promise.all([open(), open()]);
    expect(second).toBe(first);
    expect(await open()).toBe(first);
    await Promise.all([pay(first), pay(first)]);
    expect(await subscriptions()).toBe(1);
    const paid = await pool.query("select 1 from charges where order_id = (select id from orders)");
    expect(paid.rowCount).toBe(1);
  });

  test("keeps the hold, and opens another checkout when the first one has expired", async () => {
    const first = await open();
    clock.advance({ minutes: 40 });
    await reconcilePayments(system());
    expect(await readPlanRow(pool, id)).toMatchObject({
      ...{ status: "pending", hold_expires_at: new Date("2026-06-03T12:00:00Z") },
    });
    expect(await orderRow()).toMatchObject({ status: "pending", payment_session_id: null });
    const second = await open();
    expect(second).not.toBe(first);
    expect(await payTestCheckout(ctx(), first, CARD)).toMatchObject({ ok: false });
    await pay(second);
    expect(await stateOf()).toBe("begun");
    expect(await subscriptions()).toBe(1);
  });

  test("finds out by itself that the checkout has expired", async () => {
    const first = await open();
    clock.advance({ minutes: 40 });
    expect(await open()).not.toBe(first);
  });

  test("is not the customer's only while they are at the checkout: going back leaves the plan held", async () => {
    const session = await open();
    const { rows } = await pool.query("select cancel_url from test_checkout_sessions where id = $1", [
      session,
    ]);
    expect(rows[0].cancel_url).toContain(`/pay/plan/${id}?key=`);
    expect(await stateOf()).toBe("waiting");
  });

  test("opened in the last minutes keeps the visits until that checkout ends, and no longer", async () => {
    clock.advance({ hours: 47, minutes: 55 });
    const session = await open();
    clock.advance({ minutes: 20 });
    await expirePlanHolds(system());
    expect(await stateOf()).toBe("waiting");
    clock.advance({ minutes: 11 });
    await expirePlanHolds(system());
    expect(await readPlanRow(pool, id)).toMatchObject({ status: "ended" });
    expect(await payTestCheckout(ctx(), session, CARD)).toMatchObject({ ok: false });
    expect(await readPlanPayPage(system(), id)).toMatchObject({ state: "expired" });
  });

  test("paid just before the hold ended starts the plan, though the news of it comes later", async () => {
    const session = await open();
    clock.advance({ minutes: 20 });
    await payTestCheckout(ctx(), session, CARD);
    clock.advance({ hours: 48 });
    await expirePlanHolds(system());
    expect(await stateOf()).toBe("begun");
    expect(await statuses()).toEqual(new Set(["confirmed"]));
  });

  test("waits for a bank that takes its time, and says so", async () => {
    const session = await open();
    await settleSession(system(), await sessionState(ctx(), session, { status: "processing" }));
    clock.advance({ hours: 60 });
    await expirePlanHolds(system());
    expect(await stateOf()).toBe("paying");
    expect(await withdrawPlan(staff(), { id })).toMatchObject({ ok: false, reason: "not possible" });
    await settleSession(system(), await sessionState(ctx(), session, { status: "failed" }));
    expect(await stateOf()).toBe("expired");
    expect(await queues.waiting("plan-ended-mail")).toEqual([{ plan_id: id, why: "payment failed" }]);
  });

  test("says that the provider can't be reached, and charges nothing", async () => {
    const { payments } = ctx();
    const real = await gatewayOf({ payments });
    const createSession = async () => {
      throw new ProviderUnavailable("down");
    };
    const down = { ...real, createSession };
    const flaky = { ...payments, current: async () => down, named: async () => down };
    const outcome = await openPlanLink({ ...system(), payments: flaky }, id);
    expect(outcome).toMatchObject({ ok: false, reason: "unavailable" });
    await pay(await open());
    expect(await subscriptions()).toBe(1);
  });

  test("shows neither name nor address, and nothing once the customer is erased", async () => {
    const text = JSON.stringify(await readPlanPayPage(system(), id));
    for (const secret of ["Ruth", "Merrill", "Main Street", "mail.example", "0177"])
      expect(text).not.toContain(secret);
    await pool.query("update plans set address_line1 = $1", [ERASED_STREET]);
    expect(await readPlanPayPage(system(), id)).toBeNull();
    expect(await openPlanLink(system(), id)).toMatchObject({ ok: false, reason: "not found" });
  });
});

describe("staff cancel a plan that is not paid", () => {
  test("its visits are free, its checkout can't be paid, nobody is emailed, and the link says why", async () => {
    const session = await open();
    expect(await withdrawPlan(staff(), { id })).toEqual({ ok: true });
    expect(await payTestCheckout(ctx(), session, CARD)).toMatchObject({ ok: false });
    expect(await statuses()).toEqual(new Set(["cancelled"]));
    expect(await orderRow()).toMatchObject({ status: "failed" });
    expect(await readPlanPayPage(system(), id)).toMatchObject({ state: "withdrawn" });
    expect(await openPlanLink(system(), id)).toMatchObject({ ok: false, reason: "over" });
    await queues.run("plan-link-mail");
    expect((await pool.query("select 1 from mails")).rowCount).toBe(0);
    await openSession(ctx(), { date: "2026-06-09", time: "10:00 AM" });
    expect(await withdrawPlan(staff(), { id })).toMatchObject({ ok: false, reason: "not possible" });
  });

  test("not when the customer has just paid: the plan begins instead", async () => {
    await payTestCheckout(ctx(), await open(), CARD);
    expect(await withdrawPlan(staff(), { id })).toMatchObject({
      ...{ ok: false, message: "The customer has paid: the plan has begun." },
    });
    expect(await readPlanRow(pool, id)).toMatchObject({ status: "active", withdrawn_at: null });
  });

  test("while the customer opens the link: one of both counts, never a plan that is cancelled and payable", async () => {
    const [withdrawn, opened] = await Promise.all([
      withdrawPlan(staff(), { id }),
      openPlanLink(system(), id),
    ]);
    await queues.run("close-checkout");
    const paid = opened.ok ? await payTestCheckout(ctx(), sessionOf(opened.url), CARD) : null;
    const row = await readPlanRow(pool, id);
    if (withdrawn.ok) {
      expect(row).toMatchObject({ status: "ended" });
      expect(paid?.ok ?? false).toBe(false);
    } else expect(row).toMatchObject({ status: "pending" });
  });
});
