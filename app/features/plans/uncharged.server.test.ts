import { beforeEach, expect, test } from "vitest";
import { payTestCheckout } from "~/features/test-checkout/pay.server";
import { billSubscriptions } from "~/features/test-checkout/subscriptions.server";
import { CARD, setCrews } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { readPlanRow, startPlan } from "../../../tests/support/plans";
import { resumePlan, skipMonth } from "./change.server";
import { settleSubscription } from "./charges.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
});

/** Asks the provider, twice as its events do, and answers what staff are called to. */
async function calls(id: string): Promise<string | null> {
  const { subscription_id } = await readPlanRow(pool, id);
  for (const _ of [1, 2]) await settleSubscription(ctx(), subscription_id);
  return (await readPlanRow(pool, id)).needs_attention;
}

test("a month whose skip was taken back, of which the provider heard too late, calls staff once", async () => {
  const id = await startPlan(ctx(), pool);
  const customer = () => ctx({ actor: { kind: "plan link", plan_id: id } });
  await skipMonth(customer(), { id });
  await queues.run("plan-subscription");
  clock.set("2026-06-30T16:00:00Z");
  expect(await resumePlan(customer(), { id })).toMatchObject({ ok: true });
  expect(await calls(id)).toBeNull();
  clock.set("2026-07-01T17:00:00Z");
  expect(await billSubscriptions(ctx())).toBe(0);
  await queues.run("plan-subscription");
  expect(await calls(id)).toBe(
    "Nothing was charged on Jul 01, 2026 for a month with visits. Charge it another way, or cancel them.",
  );
  expect(await queues.waiting("plan-notice-mail")).toHaveLength(1);
  await pool.query("update plans set needs_attention = null");
  expect(await calls(id)).toBeNull();
  clock.set("2026-08-01T17:00:00Z");
  expect(await billSubscriptions(ctx())).toBe(1);
  expect(await calls(id)).toBeNull();
});

test("a month without visits calls nobody", async () => {
  const id = await startPlan(ctx(), pool);
  await skipMonth(ctx({ actor: { kind: "plan link", plan_id: id } }), { id });
  await queues.run("plan-subscription");
  clock.set("2026-08-01T17:00:00Z");
  expect(await billSubscriptions(ctx())).toBe(1);
  expect(await calls(id)).toBeNull();
});

test("a month that came while another was owed calls staff when that one is paid", async () => {
  const id = await startPlan(ctx(), pool, {}, { ...CARD, number: "4000000000000341" });
  clock.set("2026-07-01T17:00:00Z");
  await billSubscriptions(ctx());
  expect(await calls(id)).toBeNull();
  clock.set("2026-08-01T17:00:00Z");
  await billSubscriptions(ctx());
  expect(await calls(id)).toBeNull();
  const { invoice_url } = await readPlanRow(pool, id);
  await payTestCheckout(ctx(), new URL(invoice_url).searchParams.get("session_id") ?? "", CARD);
  expect(await calls(id)).toContain("Nothing was charged on Aug 01, 2026");
});
