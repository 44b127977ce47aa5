import { globSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { migrateDatabase, migrationLevels } from "~/platform/migrations.server";
import { emptyDatabase } from "../../../../tests/support/database";

vi.setConfig({ testTimeout: 120_000 });

/** A visit that was paid in two parts, of which money went back in every way, as the version before the ledger stored it. */
const OLD_SITE = [
  `insert into services (id, title, description, price_per_hour, service_type)
   values ('old', 'Old service', 'Of long ago', 4000, 'residential')`,
  `insert into bookings (service_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, status,
     total_amount, price_lines, policy, address_line1, city, state, zip_code)
   values ('old', '2026-01-05', '09:00', 3, '2026-01-05 14:00Z', '2026-01-05 17:00Z',
     '[2026-01-05 14:00Z,2026-01-05 17:00Z)', 'confirmed', 15900, '[]', '{}', '1 Main St', 'Epsom', 'NH', '03234')`,
  `insert into orders (booking_id, amount, currency, status, provider)
   select id, 15900, 'usd', 'completed', 'stripe' from bookings`,
  `insert into charges (order_id, purpose, status, amount, currency, provider, payment_id, completed_at)
   select o.id, purpose, ends, taken, 'usd', way, payment, '2026-01-05 18:00Z' from orders o, (values
     ('checkout', 'completed', 10000, 'stripe', 'pi_1'), ('office', 'completed', 5900, 'office-cash', null),
     ('pay_link', 'failed', 100, 'stripe', null)) as one(purpose, ends, taken, way, payment)`,
  `insert into refunds (order_id, charge_id, amount, reason, status, idempotency_key, provider_refund_id, completed_at)
   select c.order_id, c.id, back, '?', ends, key, theirs, '2026-01-06 18:00Z' from charges c, (values
     ('stripe', 1000, 'completed', 'a', 're_1'), ('stripe', 500, 'completed', 'b', null),
     ('office-cash', 900, 'completed', 'c', null), ('stripe', 300, 'failed', 'd', 're_2'),
     ('stripe', 200, 'pending', 'e', 're_3'), ('stripe', 8000, 'completed', 'dispute:du_1', null)
   ) as one(way, back, ends, key, theirs) where c.provider = way and c.status = 'completed'`,
  `insert into disputes (id, order_id, amount, currency, status, withdrawn, reason, opened_at, updated_at)
   select dispute, o.id, 8000, 'usd', ends, withdrawn, '?', now(), '2026-01-07 18:00Z' from orders o, (values
     ('du_1', 'lost', true), ('du_2', 'won', true), ('du_3', 'open', false)) as one(dispute, ends, withdrawn)`,
];

/** The place of the ledger's migration, which comes after that of the version before. */
const LEDGER_PLACE = globSync("db/migrations/*.sql")
  .sort()
  .findIndex((file) => file.endsWith("_books.sql"));

const LEDGER = [
  { kind: "charge", amount: 5900, provider: "office-cash", provider_id: null },
  { kind: "charge", amount: 10_000, provider: "stripe", provider_id: "pi_1" },
  { kind: "refund", amount: -1000, provider: "stripe", provider_id: "re_1" },
  { kind: "refund", amount: -900, provider: "office-cash", provider_id: null },
  { kind: "refund", amount: -500, provider: "office", provider_id: null },
  { kind: "dispute_withdrawn", amount: -8000, provider: "stripe", provider_id: "du_1" },
  { kind: "dispute_withdrawn", amount: -8000, provider: "stripe", provider_id: "du_2" },
  { kind: "dispute_won", amount: 8000, provider: "stripe", provider_id: "du_2" },
];

test.each([
  ["existing money gets its events when the ledger comes", false],
  ["new money gets the same events by the triggers", true],
])("%s", async (_what, ledgerFirst) => {
  const { pool } = await emptyDatabase();
  await migrateDatabase(pool, { upTo: migrationLevels().at(ledgerFirst ? -1 : LEDGER_PLACE - 1) ?? 0 });
  for (const statement of OLD_SITE) await pool.query(statement);
  await migrateDatabase(pool);
  const { rows } = await pool.query(
    `select kind, amount, provider, provider_id, currency, to_char(at at time zone 'UTC', 'MM-DD') as day
     from money_events`,
  );
  const days = { charge: "01-05", refund: "01-06", dispute_withdrawn: "01-07", dispute_won: "01-07" };
  const expected = LEDGER.map((event) => ({
    ...event,
    currency: "USD",
    day: days[event.kind as keyof typeof days],
  }));
  const sorted = (all: object[]) => all.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort();
  expect(sorted(rows)).toEqual(sorted(expected));
});
