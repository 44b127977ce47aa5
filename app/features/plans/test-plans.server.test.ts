import { beforeEach, expect, test } from "vitest";
import { flagTrials } from "~/features/plans/attention.server";
import { setCrews } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { readPlanRow, startPlan } from "../../../tests/support/plans";

const { pool, ctx, clock, clear, kinds } = await testWorld({
  stripeKeys: { secretKey: "sk_test_of_the_tests", webhookSecret: "whsec_of_the_tests" },
});

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
});

test("once Stripe is used, plans of the test checkout are charged no more, and staff are called", async () => {
  const { payments } = ctx();
  const current = async () => {
    const gateway = await payments.named("test-checkout");
    if (!gateway) throw new Error("no test checkout");
    return gateway;
  };
  const trial = ctx({ payments: { ...payments, current, way: async () => "test checkout" } });
  const id = await startPlan(trial, pool);
  await flagTrials(trial);
  expect((await readPlanRow(pool, id)).needs_attention).toBeNull();
  await pool.query("update plans set needs_attention = 'The refund failed.'");
  for (const _ of ["once", "again"]) await flagTrials(ctx());
  expect((await readPlanRow(pool, id)).needs_attention).toMatch(/^The refund failed\.\nStarted .* End it\.$/);
  clock.set("2026-07-02T16:00:00Z");
  await kinds.find(({ name }) => name === "test-checkout-billing")?.run({});
  expect((await pool.query("select 1 from test_checkout_invoices")).rowCount).toBe(1);
});
