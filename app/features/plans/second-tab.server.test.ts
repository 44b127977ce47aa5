import { beforeEach, describe, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import type { CheckoutSession } from "~/platform/outside/payment-gateway";
import { aRequest, bookingOf, CARD, openSession, sessionState } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { aPlanRequest, openPlan, planOf } from "../../../tests/support/plans";
import { askAboutEnded } from "./charge/charges.server";

const { pool, ctx, clock, clear, queues } = await testWorld();
const DRAFT = "5f0c6f0e-2b1a-4c3d-8e4f-9a0b1c2d3e4f";
const OTHER = { time: "2:00 PM" } as const;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

const press = (request = aPlanRequest(OTHER)) => createPayment(ctx(), { request, draft_id: DRAFT });

async function pay(session: string) {
  const paid = await payTestCheckout(ctx(), session, CARD);
  if (!paid.ok) throw new Error(paid.reason);
}

const settle = async (session: string, changes?: Partial<CheckoutSession>) =>
  expect(await settleSession(ctx(), await sessionState(ctx(), session, changes))).toEqual({ ok: true });

const standing = (session: string) => ({
  ok: false,
  status: 409,
  url: `https://site.example/payment-success?session_id=${session}&unchanged=1`,
});

async function running() {
  const plans = "select slot_time::text as what from plans where status = 'active'";
  const visits = "select 'visit' as what from bookings where plan_id is null and status = 'confirmed'";
  return (await pool.query(`${plans} union all ${visits}`)).rows.map(({ what }) => what);
}

const refundsOfOrder = async (session: string) =>
  (
    await pool.query(
      "select r.amount, r.status, r.reason from refunds r join orders o on o.id = order_id where payment_session_id = $1",
      [session],
    )
  ).rows;

describe("a second tab, after a payment that we don't know of yet,", () => {
  test("that wants another plan is led to the plan that was paid", async () => {
    const session = await openPlan(ctx(), {}, DRAFT);
    await pay(session);
    expect(await press()).toMatchObject(standing(session));
    expect(await planOf(pool, session)).toMatchObject({ status: "active", order_status: "completed" });
    expect(await running()).toEqual(["10:00:00"]);
  });

  test("that wants a visit is led to the plan, and the other way round", async () => {
    const plan = await openPlan(ctx(), {}, DRAFT);
    await pay(plan);
    expect(await press(aRequest())).toMatchObject(standing(plan));
    expect(await running()).toEqual(["10:00:00"]);
    await clear();
    const visit = await openSession(ctx(), {}, DRAFT);
    await pay(visit);
    expect(await press()).toMatchObject(standing(visit));
    expect(await running()).toEqual(["visit"]);
  });

  test("that wants the same is led to its plan", async () => {
    const session = await openPlan(ctx(), {}, DRAFT);
    await pay(session);
    expect(await press(aPlanRequest())).toMatchObject({
      ok: true,
      url: `https://site.example/payment-success?session_id=${session}`,
    });
  });
});

test("a second tab's plan opens only once the first one's checkout is closed", async () => {
  const first = await openPlan(ctx(), {}, DRAFT);
  const second = await openPlan(ctx(), OTHER, DRAFT);
  expect(await sessionState(ctx(), first)).toMatchObject({ status: "expired" });
  expect(await sessionState(ctx(), second)).toMatchObject({ status: "open" });
  expect(await payTestCheckout(ctx(), first, CARD)).toMatchObject({ ok: false });
});

/** The first tab's checkout was closed, as we had to believe, and is paid all the same. */
describe("money that comes twice", () => {
  /** Both of one draft; `reopen` makes the first one payable again. */
  async function two(first: string, openSecond: () => Promise<string>) {
    const second = await openSecond();
    await pool.query("update test_checkout_sessions set status = 'open' where id = $1", [first]);
    await pool.query("update orders set session_closed_at = null where payment_session_id = $1", [first]);
    await pay(first);
    await pay(second);
    return second;
  }

  async function goneBack(session: string) {
    await queues.run("refund-order");
    expect(await refundsOfOrder(session)).toEqual([
      { amount: expect.any(Number), status: "completed", reason: "Paid twice for one booking" },
    ]);
  }

  test.each([
    ["first", 0],
    ["second", 1],
  ] as const)("for two plans: the one whose payment is known %s stands", async (_, which) => {
    const first = await openPlan(ctx(), {}, DRAFT);
    const second = await two(first, () => openPlan(ctx(), OTHER, DRAFT));
    const [stands, other] = which === 0 ? [first, second] : [second, first];
    for (const session of [stands, other, stands, other]) await settle(session);
    expect(await planOf(pool, stands)).toMatchObject({ status: "active", draft_id: DRAFT });
    const twice = await planOf(pool, other);
    expect(twice).toMatchObject({ status: "ended", order_status: "completed", needs_attention: null });
    await queues.run("plan-subscription");
    expect(await ctx().payments.readSubscription(twice.subscription_id)).toMatchObject({ status: "ended" });
    await goneBack(other);
    await askAboutEnded(ctx());
    expect(await planOf(pool, other)).toMatchObject({ status: "ended", needs_attention: null });
    expect(await running()).toHaveLength(1);
    await queues.run("plan-refund-mail");
    const { rows } = await pool.query("select text from mails");
    expect(rows).toEqual([{ text: expect.stringContaining("paid for this booking twice") }]);
  });

  test("at once for two plans leaves one", async () => {
    const first = await openPlan(ctx(), {}, DRAFT);
    const second = await two(first, () => openPlan(ctx(), OTHER, DRAFT));
    await Promise.all([first, second, first, second].map((session) => settle(session)));
    expect(await running()).toHaveLength(1);
  });

  test("for a plan, then a visit, goes back for the visit", async () => {
    const plan = await openPlan(ctx(), {}, DRAFT);
    const visit = await two(plan, () => openSession(ctx(), {}, DRAFT));
    await settle(plan);
    await settle(visit);
    expect(await running()).toEqual(["10:00:00"]);
    expect(await bookingOf(pool, visit)).toMatchObject({ status: "cancelled", order_status: "completed" });
    await goneBack(visit);
  });

  test("for a visit, then a plan, goes back for the plan, which ends at its provider", async () => {
    const visit = await openSession(ctx(), {}, DRAFT);
    const plan = await two(visit, () => openPlan(ctx(), {}, DRAFT));
    await settle(visit);
    await settle(plan);
    expect(await running()).toEqual(["visit"]);
    const { subscription_id, status } = await planOf(pool, plan);
    expect(status).toBe("ended");
    await queues.run("plan-subscription");
    expect(await ctx().payments.readSubscription(subscription_id)).toMatchObject({ status: "ended" });
    await goneBack(plan);
  });
});
