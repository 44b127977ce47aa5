import { beforeEach, describe, expect, test } from "vitest";
import { moveByStaff } from "~/features/booking/office/move.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { billSubscriptions } from "~/features/payments/test-checkout/subscriptions.server";
import { endPlanNow, resumePlan, skipMonth, skipVisit } from "~/features/plans/change/change.server";
import { extendSchedules } from "~/features/plans/schedule/advance.server";
import { CARD, setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { readPlanRow, startPlan } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { askAboutCharges } from "./charges.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
});

function byCustomer(plan_id: string) {
  return ctx({ actor: { kind: "plan link", plan_id } });
}

/** A plan whose July is skipped, as the provider knows; it comes on June 9 and 23, July 7 and 21, and so on. */
async function withoutJuly(change: (id: string) => Promise<unknown> = async () => {}) {
  const id = await startPlan(ctx(), pool);
  await change(id);
  expect(await skipMonth(byCustomer(id), { id })).toMatchObject({ ok: true });
  await queues.run("plan-subscription");
  return id;
}

/** What staff are called to at a moment, when the provider has been asked twice. */
async function callsAt(moment: string, id: string): Promise<string | null> {
  clock.set(moment);
  await billSubscriptions(ctx());
  for (const _ of [1, 2]) await askAboutCharges(ctx());
  return (await readPlanRow(pool, id)).needs_attention;
}

async function visitOf(plan: string, date: string): Promise<string> {
  const { rows } = await pool.query("select id from bookings where plan_id = $1 and scheduled_date = $2", [
    plan,
    date,
  ]);
  return rows[0].id;
}

test("a month whose skip was taken back, of which the provider heard too late, calls staff once", async () => {
  const id = await withoutJuly();
  clock.set("2026-06-30T16:00:00Z");
  expect(await resumePlan(byCustomer(id), { id })).toMatchObject({ ok: true });
  expect(await callsAt("2026-07-01T17:30:00Z", id)).toBeNull(); // it may still charge
  await queues.run("plan-subscription");
  const reason =
    "Nothing was charged on Jul 01, 2026 for a month with visits. Charge it another way, or cancel them.";
  expect(await callsAt("2026-07-01T18:00:00Z", id)).toBe(reason);
  expect(await queues.waiting("plan-notice-mail")).toHaveLength(1);
  await pool.query("update plans set needs_attention = null");
  for (const moment of ["2026-07-02T18:00:00Z", "2026-08-01T18:00:00Z", "2026-08-02T18:00:00Z"])
    expect(await callsAt(moment, id)).toBeNull();
});

test("a month that was never charged needs no charge once its visits have gone", async () => {
  const id = await withoutJuly();
  clock.set("2026-06-30T16:00:00Z");
  await resumePlan(byCustomer(id), { id });
  expect(await callsAt("2026-07-02T18:00:00Z", id)).toContain("Nothing was charged on Jul 01, 2026");
  const staff = await staffCtx(world);
  expect(await endPlanNow(staff(), { id })).toMatchObject({ ok: true });
  expect((await readPlanRow(pool, id)).needs_attention).toBeNull();
});

describe("a month that is skipped calls nobody", () => {
  test("when it has no visits", async () => {
    const id = await withoutJuly();
    for (const moment of ["2026-07-01T18:00:00Z", "2026-08-01T18:00:00Z"])
      expect(await callsAt(moment, id)).toBeNull();
  });

  test("when one of its visits had been skipped before", async () => {
    const id = await withoutJuly(async (plan) => {
      const visit = await visitOf(plan, "2026-07-07");
      expect(await skipVisit(byCustomer(plan), { id: visit })).toEqual({ ok: true });
    });
    expect(await callsAt("2026-07-01T18:00:00Z", id)).toBeNull();
  });

  test("when a visit of the paid month before stands in it", async () => {
    const id = await withoutJuly();
    await pool.query("update bookings set scheduled_date = '2026-07-02' where id = $1", [
      await visitOf(id, "2026-06-23"),
    ]);
    expect(await callsAt("2026-07-01T18:00:00Z", id)).toBeNull();
  });
});

describe("a month whose skip is over, that was charged since the provider never heard of it, calls staff", () => {
  const SKIPPED = "2026-06-25T16:00:00Z";
  const OVER = "2026-08-05T16:00:00Z";

  async function callsOf(id: string): Promise<string | null> {
    clock.set(SKIPPED);
    expect(await skipMonth(byCustomer(id), { id })).toMatchObject({ ok: true });
    clock.set(OVER);
    await extendSchedules(ctx());
    return callsAt(OVER, id);
  }

  test("when it has no visits", async () => {
    const id = await startPlan(ctx(), pool);
    expect(await callsOf(id)).toBe(
      "Charged 289.00 USD on Jul 01, 2026 for a month without visits. Refund it.",
    );
  });

  test("when one of its visits had been skipped before", async () => {
    const id = await startPlan(ctx(), pool);
    expect(await skipVisit(byCustomer(id), { id: await visitOf(id, "2026-07-07") })).toEqual({ ok: true });
    expect(await callsOf(id)).toBe(
      "Charged 289.00 USD on Jul 01, 2026 for a month without its visits of Jul 21, 2026. Refund their share, or arrange other times.",
    );
  });

  test("when one of its visits took place ahead of it", async () => {
    const id = await startPlan(ctx(), pool);
    const staff = await staffCtx(world);
    const ahead = { id: await visitOf(id, "2026-07-07"), date: "2026-06-24", time: "2:00 PM", crew_id: null };
    expect(await moveByStaff(staff(), ahead)).toMatchObject({ ok: true });
    expect(await callsOf(id)).toContain("without its visits of Jul 21, 2026");
  });
});

test("a month that came while another was owed calls staff when that one is paid", async () => {
  const id = await startPlan(ctx(), pool, {}, { ...CARD, number: "4000000000000341" });
  for (const moment of ["2026-07-01T18:00:00Z", "2026-08-01T18:00:00Z"])
    expect(await callsAt(moment, id)).toBeNull();
  const { invoice_url } = await readPlanRow(pool, id);
  await payTestCheckout(ctx(), new URL(invoice_url).searchParams.get("session_id") ?? "", CARD);
  const calls = await callsAt("2026-08-01T19:00:00Z", id);
  expect(calls).toContain("Nothing was charged on Aug 01, 2026");
  expect(calls).not.toContain("Jul 01");
});
