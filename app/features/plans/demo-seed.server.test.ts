import { expect, test } from "vitest";
import { testCheckoutGateway } from "~/features/payments/test-checkout/gateway.server";
import { seedDemo } from "../../../db/seed/demo";
import { seedPlans } from "../../../db/seed/plans";
import { testDatabase } from "../../../tests/support/database";

const { db, pool } = await testDatabase();
const NOW = Temporal.Instant.from("2026-06-05T15:00:00Z");

test("the demo company has two plans that go on and a paused one, paid as the test checkout says", async () => {
  await seedDemo(db, NOW);
  expect([await seedPlans(db, NOW), await seedPlans(db, NOW)]).toEqual([true, false]);
  const { rows: plans } = await pool.query("select * from plans order by created_at desc");
  expect(plans.map(({ status }) => status)).toEqual(["active", "active", "paused"]);
  const payments = testCheckoutGateway({ db, secret: "a secret", now: () => NOW });
  for (const plan of plans) {
    const subscription = await payments.readSubscription(plan.subscription_id);
    expect(subscription?.period_end.epochMilliseconds).toBe(plan.period_end.getTime());
    expect(subscription?.paused).toBe(plan.status === "paused");
    const { rows } = await pool.query(
      "select invoice_id, payment_id, status from orders where plan_id = $1",
      [plan.id],
    );
    const charges = (await payments.listInvoices(plan.subscription_id)).map(({ id }) => id);
    expect(rows.map(({ invoice_id }) => invoice_id).sort()).toEqual(charges.sort());
    const { rows: ahead } = await pool.query(
      "select 1 from bookings where plan_id = $1 and status = 'confirmed' and starts_at > $2",
      [plan.id, NOW.toString()],
    );
    expect(ahead.length > 0).toBe(plan.status === "active");
  }
});
