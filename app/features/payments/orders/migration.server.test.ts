import { expect, test, vi } from "vitest";
import { migrateDatabase, migrationLevels } from "~/platform/migrations.server";
import { emptyDatabase } from "../../../../tests/support/database";

vi.setConfig({ testTimeout: 120_000 });

let day = 0;

/** A visit for $172.52 and its order, as version 33 stored them. */
function visit(order: Record<string, unknown>, { status = "confirmed", lines = PRICE }: Stored = {}): string {
  day += 1;
  const at = (hour: number) => `timestamptz '2026-01-01 ${hour}:00Z' + ${day} * interval '1 day'`;
  const columns = { currency: "USD", provider: "stripe", ...order };
  const values = Object.values(columns).map((value) => (typeof value === "number" ? value : `'${value}'`));
  return `with visit as (
      insert into bookings (service_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, status,
        total_amount, tax_amount, price_lines, policy, address_line1, city, state, zip_code)
      values ('old', date '2026-01-01' + ${day}, '09:00', 3, ${at(14)}, ${at(17)}, tstzrange(${at(14)}, ${at(17)}), '${status}',
        15900, 1352, '${lines}', '{}', '1 Main St', 'Epsom', 'NH', '03234') returning id)
    insert into orders (booking_id, ${Object.keys(columns)}) select id, ${values} from visit`;
}

type Stored = { status?: string; lines?: string };

const PRICE = JSON.stringify([
  { label: "Old service", amount: 9900 },
  { label: "3 bedrooms", amount: 4000 },
  { label: "Inside oven", amount: 2000 },
  { label: "Tax (8.5%)", amount: 1352 },
]);

const OLD_SITE = [
  `insert into services (id, title, description, price_per_hour, service_type)
   values ('old', 'Old service', 'Of long ago', 4000, 'residential')`,
  visit({ number: 1, amount: 17_252, status: "completed", payment_session_id: "cs_1", payment_id: "pi_1" }),
  visit({ number: 2, amount: 17_252, status: "completed", provider: "office-cash" }),
  visit({ number: 3, amount: 17_252, status: "pending", provider: "office" }),
  visit({ number: 4, amount: 8626, status: "pending", provider: "office" }, { status: "cancelled" }), // a late fee
  visit({ number: 5, amount: 17_252, status: "failed", payment_session_id: "cs_5" }, { status: "cancelled" }),
  visit({ number: 6, amount: 17_252, status: "pending", paid_amount: 100, payment_session_id: "cs_6" }),
  visit({ number: 7, amount: 12_000, status: "completed" }, { lines: "[]" }), // before prices had lines
  `insert into refunds (order_id, amount, reason, status, idempotency_key)
   select id, 5000, 'Sorry', 'completed', 'k' from orders where number = 1`,
  `insert into plans (service_id, status, frequency, first_date, slot_time, visit_minutes, amount, price_lines, currency,
     policy, address_line1, city, state, zip_code, provider)
   values ('old', 'active', 'weekly', '2026-01-05', '10:00', 180, 28900,
     '[{"label": "Old service, monthly", "amount": 28900}]', 'USD', '{}', '3 Main St', 'Epsom', 'NH', '03234', 'stripe')`,
  `insert into orders (number, plan_id, amount, currency, status, provider, payment_id, invoice_id)
   select 8, id, 20000, 'USD', 'completed', 'stripe', 'pi_8', 'in_8' from plans`,
];

test("existing orders get lines that equal them to the cent, and a charge for what was taken", async () => {
  const { pool } = await emptyDatabase();
  await migrateDatabase(pool, { upTo: migrationLevels()[32] ?? 0 });
  for (const statement of OLD_SITE) await pool.query(statement);
  const rowsOf = async (sql: string) => (await pool.query(sql)).rows;
  const amounts = () => rowsOf("select number, amount, status from orders order by number");
  const before = await amounts();
  const revenue = () => rowsOf("select kind, sum(amount)::int as amount from figures group by 1 order by 1");
  const figures = await revenue();

  await migrateDatabase(pool);

  expect(await amounts()).toEqual(before);
  expect(await revenue()).toEqual(figures);
  expect(
    await rowsOf(`select o.number from orders o
      where o.amount <> (select sum(l.amount) from order_lines l where l.order_id = o.id)`),
  ).toEqual([]);
  const lines =
    await rowsOf(`select o.number, string_agg(l.kind || ' ' || l.amount, ', ' order by l.position) as lines
    from orders o join order_lines l on l.order_id = o.id group by 1 order by 1`);
  const priced = "service 9900, rooms 4000, extra 2000, tax 1352";
  expect(lines.map((row) => row.lines)).toEqual([
    ...[priced, priced, priced],
    `${priced}, cancelled -17252, fee 8626`,
    ...[priced, priced],
    "correction 12000",
    "service 28900, correction -8900",
  ]);
  expect(
    await rowsOf(`select o.number, o.charged, o.due, c.purpose, c.payment_id from orders o
      left join charges c on c.order_id = o.id order by 1`),
  ).toEqual([
    { number: 1, charged: 17_252, due: 0, purpose: "checkout", payment_id: "pi_1" },
    { number: 2, charged: 17_252, due: 0, purpose: "office", payment_id: null },
    { number: 3, charged: 0, due: 17_252, purpose: null, payment_id: null },
    { number: 4, charged: 0, due: 8626, purpose: null, payment_id: null },
    { number: 5, charged: 0, due: 0, purpose: null, payment_id: null },
    { number: 6, charged: 100, due: 0, purpose: "checkout", payment_id: "cs_6" },
    { number: 7, charged: 12_000, due: 0, purpose: "checkout", payment_id: null },
    { number: 8, charged: 20_000, due: 0, purpose: "plan", payment_id: "pi_8" },
  ]);
  expect(
    await rowsOf("select r.charge_id = c.id as same from refunds r join charges c using (order_id)"),
  ).toEqual([{ same: true }]);
});

test("the database keeps an order equal to its lines and charges", async () => {
  const { pool } = await emptyDatabase();
  await migrateDatabase(pool);
  for (const statement of OLD_SITE.slice(0, 2)) await pool.query(statement);
  const order = async () => (await pool.query("select amount, charged, due from orders")).rows[0];
  const one = "(select id from orders)";
  await pool.query(`insert into order_lines (order_id, position, kind, label, amount) values
    (${one}, 1, 'service', 'Old service', 10000), (${one}, 2, 'extra', 'Oven', 2500)`);
  await pool.query(`insert into charges (order_id, purpose, status, amount, currency, provider)
    values (${one}, 'checkout', 'completed', 9000, 'USD', 'stripe'), (${one}, 'pay_link', 'pending', 3500, 'USD', 'stripe')`);
  expect(await order()).toEqual({ amount: 12_500, charged: 9000, due: 3500 });
  await pool.query("update charges set status = 'completed'");
  expect(await order()).toEqual({ amount: 12_500, charged: 12_500, due: 0 });
  await pool.query("delete from order_lines where position = 2");
  expect(await order()).toEqual({ amount: 10_000, charged: 12_500, due: 0 });
});
