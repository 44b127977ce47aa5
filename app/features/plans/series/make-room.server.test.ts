import { beforeEach, describe, expect, test } from "vitest";
import { readVisit } from "~/features/booking/manage/queries.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { releasePlans } from "~/features/booking/release.server";
import { eraseCustomer } from "~/features/identity/privacy/erase.server";
import { openPayLink } from "~/features/payments/pay-link/open.server";
import { withdrawPlan } from "~/features/payments/plan-link/withdraw.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { endUnpaidPlan } from "~/features/plans/subscribe/start.server";
import { CARD, sessionOf, sessionState } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aSeriesToSell, BEFORE, MADE_ROOM } from "../../../../tests/support/series-sale";
import { readSell } from "./offer.server";
import { readSeriesView } from "./queries.server";

const world = await testWorld();
const { pool, clock, ctx, queues } = world;
let sale: Awaited<ReturnType<typeof aSeriesToSell>>;

beforeEach(async () => {
  sale = await aSeriesToSell(world);
});

const rowsOf = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows;
const system = () => ctx({ actor: { kind: "system" } });
const release = (plan: string) =>
  ctx().db.transaction((tx) => releasePlans(tx, system(), [plan], "hold expired"));
/** The visit of June 16 with its order. */
async function june16(): Promise<{ id: string; order: string; due: number }> {
  const [found] =
    await rowsOf(`select b.id, o.id as order, o.due from bookings b join orders o on o.booking_id = b.id
    where b.series_id is not null and b.scheduled_date = '2026-06-16'`);
  return found;
}
/** The session of the checkout that the customer opened to pay for June 16. */
async function payLink(): Promise<string> {
  const { order, due } = await june16();
  const opened = await openPayLink(system(), { order_id: order, tip: 0, seen: due });
  if (!opened.ok) throw new Error(opened.message);
  return sessionOf(opened.url);
}

describe("visits that make room for a plan", () => {
  test("can't be paid any more: the checkout that a customer opened for one is closed", async () => {
    const session_id = await payLink();
    await sale.sold();
    expect(await queues.waiting("close-checkout")).toEqual([{ session_id }]);
  });

  test("say that a visit of the plan takes their place, and until when they may come back", async () => {
    const { id } = await june16();
    const seen = () => readVisit(ctx({ actor: { kind: "link", booking_id: id } }), id);
    expect(await seen()).toMatchObject({ status: "confirmed", made_room: null });
    const plan = await sale.sold();
    expect(await seen()).toMatchObject({ made_room: { plan_id: plan, is_unpaid: true } });
    await (await sale.paid(plan))();
    expect(await seen()).toMatchObject({ made_room: { plan_id: plan, is_unpaid: false } });
  });

  test("are none whose payment is under way: then the plan is not sold", async () => {
    await payLink();
    await pool.query("update charges set processing_at = now()");
    expect(await sale.sell()).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^A payment for visit #\d+ of the series is under way\./),
    });
    expect(await sale.singles()).toEqual(BEFORE);
  });

  test("stay cancelled after staff brought one back and cancelled it, when nobody pays for the plan", async () => {
    const plan = await sale.sold();
    const { id } = await june16();
    await pool.query("update bookings set crew_id = null where plan_id = $1", [plan]);
    expect(await setBookingStatus(sale.staff(), { id, status: "confirmed" })).toMatchObject({ ok: true });
    expect(await setBookingStatus(sale.staff(), { id, status: "cancelled" })).toMatchObject({ ok: true });
    await withdrawPlan(sale.staff(), { id: plan });
    expect((await sale.singles())[1]).toBe(MADE_ROOM[1]);
  });

  test("are not those that took place before a late payment of the plan arrived", async () => {
    const plan = await sale.sold();
    const settle = await sale.paid(plan);
    await release(plan);
    clock.set("2026-06-17T12:00:00Z");
    await settle();
    expect(await rowsOf("select status from plans")).toEqual([{ status: "active" }]);
    expect(await sale.singles()).toEqual([BEFORE[0], BEFORE[1], MADE_ROOM[2]]);
  });

  test("are not one that the customer paid before a late payment of the plan arrived, and staff hear of it", async () => {
    const plan = await sale.sold();
    const settle = await sale.paid(plan);
    await release(plan);
    const session = await payLink();
    await payTestCheckout(ctx(), session, CARD);
    await settleSession(system(), await sessionState(ctx(), session));
    await settle();
    expect(await sale.singles()).toEqual([BEFORE[0], "06-16 confirmed completed Birch crew", MADE_ROOM[2]]);
    const [{ needs_attention }] = await rowsOf("select needs_attention from plans");
    expect(needs_attention).toMatch(/^Visit #\d+ of its series is paid and stays\. /);
  });
});

test("a series is not sold by a plan that ended unpaid, though the provider had begun its subscription", async () => {
  const plan = await sale.sold();
  const settle = await sale.paid(plan);
  expect(settle).toBeDefined();
  await release(plan);
  const [{ session }] = await rowsOf("select payment_session_id as session from orders where plan_id = $1", [
    plan,
  ]);
  const state = { ...(await sessionState(ctx(), session)), subscription_id: "sub_1" };
  await ctx().db.transaction((tx) => endUnpaidPlan(tx, system(), plan, state));
  expect(await readSeriesView(sale.staff(), sale.id)).toMatchObject({ state: "on", plan: null });
  expect(await readSell(sale.staff(), sale.id)).not.toBeNull();
});

test("a customer is not erased while visits come back from a plan whose time to pay is over", async () => {
  const plan = await sale.sold();
  await pool.query("update bookings set status = 'completed' where scheduled_date = '2026-06-02'");
  clock.advance({ hours: 49 }); // the sweep has not come by yet
  const [{ id, number }] = await rowsOf("select id, number from customers where first_name = 'Ruth'");
  expect(await eraseCustomer(sale.staff(), { id, confirm: String(number) })).toMatchObject({
    ok: false,
    reason: "refused",
  });
  expect((await sale.singles()).slice(1)).toEqual(BEFORE.slice(1));
  expect(await rowsOf("select status from plans where id = $1", [plan])).toEqual([{ status: "ended" }]);
});
