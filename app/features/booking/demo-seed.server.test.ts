import { beforeEach, expect, test } from "vitest";
import { testCheckoutGateway } from "~/features/payments/test-checkout/gateway.server";
import { seedDemo } from "../../../db/seed/demo";
import { seedMessages } from "../../../db/seed/messages";
import { seedPlans } from "../../../db/seed/plans";
import { differencesIn } from "../../../tests/support/books";
import { testWorld } from "../../../tests/support/ctx";

const { db, pool, ctx, clear } = await testWorld();

beforeEach(async () => {
  await clear();
  await pool.query("delete from seeds");
});

const countBy = async (sql: string) =>
  Object.fromEntries((await pool.query(sql)).rows.map(({ what, count }) => [what, count]));

/** A week of first days, one of them the day on which clocks go forward. */
test.each(["2026-03-04", "2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08", "2026-03-09", "2026-03-10"])(
  "the demo company lives when it is founded on %s",
  async (day) => {
    await seedDemo(db, Temporal.Instant.from(`${day}T15:00:00Z`));
    const statuses = await countBy("select status as what, count(*)::int from bookings group by status");
    expect(Object.keys(statuses).sort()).toEqual(["cancelled", "completed", "confirmed", "pending"]);
    const orders = await countBy("select status as what, count(*)::int from orders group by status");
    expect(orders).toEqual({
      completed: statuses.confirmed + statuses.completed,
      failed: statuses.cancelled,
      pending: statuses.pending,
    });
    const days = await countBy(
      "select scheduled_date::text as what, count(*)::int from bookings group by scheduled_date",
    );
    for (let ahead = -14; ahead < 14; ahead += 1) {
      expect(days).toHaveProperty(Temporal.PlainDate.from(day).add({ days: ahead }).toString());
    }
  },
);

test("what a demo customer paid can be given back, to the cent", async () => {
  const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
  await seedDemo(db, now);
  const { rows } = await pool.query(
    `select o.amount, o.provider, o.payment_session_id as session, s.amount as paid, s.status
     from orders o left join test_checkout_sessions s on s.id = o.payment_session_id where o.status = 'completed'`,
  );
  const payments = testCheckoutGateway({ db, secret: "a secret", now: () => now });
  expect(rows.length).toBeGreaterThan(10);
  for (const { amount, provider, session, paid, status } of rows) {
    expect({ provider, paid, status }).toEqual({ provider: payments.provider, paid: amount, status: "paid" });
    const refund = { payment_id: session, amount, idempotency_key: session };
    expect(await payments.refund(refund)).toMatchObject({ status: "completed" });
  }
});

test("the demo company is founded once", async () => {
  const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
  expect([await seedDemo(db, now), await seedDemo(db, now)]).toEqual([true, false]);
});

test("every visit, plan, payment, home and message of the demo company has its customer at once", async () => {
  const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
  for (const seed of [seedDemo, seedPlans, seedMessages]) await seed(db, now);
  const tables = [
    "bookings",
    "plans",
    "orders",
    "properties",
    "contact_messages",
    "customers",
    "customer_contacts",
  ];
  const sums = tables.map(
    (name) => `(select sum(hashtextextended(to_jsonb(t)::text, 0)) from ${name} t) as ${name}`,
  );
  const read = async () => (await pool.query(`select ${sums}`)).rows;
  const linked = async (table: string) =>
    (await pool.query(`select count(*)::int as rows, count(customer_id)::int as linked from ${table}`))
      .rows[0];
  for (const table of ["bookings", "plans", "orders", "properties"]) {
    const { rows, linked: have } = await linked(table);
    expect([table, have]).toEqual([table, rows]);
    expect(rows).toBeGreaterThan(0);
  }
  const before = await read();
  await pool.query("select adopt_customers()");
  expect(await read()).toEqual(before);
});

test("the books of the demo company agree", async () => {
  const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
  await seedDemo(db, now);
  await seedPlans(db, now);
  expect(await differencesIn(pool, { ...ctx(), now })).toEqual([]);
  expect((await pool.query("select 1 from money_events")).rowCount).toBeGreaterThan(10);
});
