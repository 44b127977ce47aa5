import { globSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { migrateDatabase, migrationLevels } from "~/platform/migrations.server";
import { emptyDatabase } from "../../../../tests/support/database";

vi.setConfig({ testTimeout: 120_000 });

/** A visit of $159.00 that was paid, and a tip of $20.00 by its pay link. */
const OLD_SITE = [
  `insert into services (id, title, description, price_per_hour, service_type)
   values ('old', 'Old service', 'Of long ago', 4000, 'residential')`,
  `insert into bookings (service_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, status,
     total_amount, price_lines, policy, address_line1, city, state, zip_code)
   values ('old', '2026-01-05', '09:00', 3, '2026-01-05 14:00Z', '2026-01-05 17:00Z',
     '[2026-01-05 14:00Z,2026-01-05 17:00Z)', 'completed', 15900, '[]', '{}', '1 Main St', 'Epsom', 'NH', '03234')`,
  `insert into orders (booking_id, amount, currency, status, provider, completed_at)
   select id, 15900, 'USD', 'completed', 'stripe', now() from bookings`,
  `insert into order_lines (order_id, position, kind, label, amount)
   select id, 1, 'service', 'Old service', 15900 from orders`,
  `insert into charges (order_id, purpose, status, amount, tip, currency, provider, completed_at)
   select o.id, purpose, 'completed', taken, tip, 'USD', 'stripe', now() from orders o, (values
     ('checkout', 15900, 0), ('pay_link', 2000, 2000)) as one(purpose, taken, tip)`,
  `insert into order_lines (order_id, position, kind, label, amount) select id, 2, 'tip', 'Tip', 2000 from orders`,
];

/** The place of the migration that keeps tips, which comes after that of the version before. */
const TIPS_PLACE = globSync("db/migrations/*.sql")
  .sort()
  .findIndex((file) => file.endsWith("_tips.sql"));

test.each([
  ["tips of before leave the revenue", TIPS_PLACE - 1],
  ["new tips never are in it", -1],
])("%s, and the order keeps them", async (_what, place) => {
  const { pool } = await emptyDatabase();
  await migrateDatabase(pool, { upTo: migrationLevels().at(place) ?? 0 });
  for (const statement of OLD_SITE) await pool.query(statement);
  await migrateDatabase(pool);
  const revenue = async () =>
    (await pool.query("select sum(amount)::int as cents from figures where kind = 'orders'")).rows[0].cents;
  const order = async () => (await pool.query("select amount, tips, charged, due from orders")).rows[0];
  expect(await order()).toEqual({ amount: 17_900, tips: 2000, charged: 17_900, due: 0 });
  expect(await revenue()).toBe(15_900);
  await pool.query(
    `insert into order_lines (order_id, position, kind, label, amount) select id, 3, 'tip', 'Tip refunded', -500 from orders`,
  );
  expect(await order()).toEqual({ amount: 17_400, tips: 1500, charged: 17_900, due: 0 });
  expect(await revenue()).toBe(16_400);
});
