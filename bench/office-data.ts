import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client } from "pg";
import { schema } from "~/db/schema";
import { compactCounts } from "~/features/office/compact.server";
import { startEmbeddedPostgres } from "~/platform/embedded-postgres.server";

const CREWS = 100;
const SLOTS = 5;
const ALL = 1_000_000;
/** Coprime to `ALL`, so that the first bookings are spread over all days and crews as the later ones are. */
const STRIDE = 618_033;
const BATCH = 50_000;
/** How many of the days are past. */
const DAYS_BACK = 1750;

/** A PostgreSQL of its own, for a site with a big past. */
export async function openOfficeDatabase() {
  const dataDir = await mkdtemp(path.join(tmpdir(), "white-birch-office-"));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  const client = new Client(postgres.connection);
  const stop = async () => {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  await client.connect();
  await client.query("set statement_timeout = 0");
  return { url: postgres.url, client, stop };
}

/** So many customers and bookings, with their orders, some refunds and their trail. */
export async function fillOffice(
  client: Client,
  { customers, bookings }: { customers: number; bookings: number },
): Promise<void> {
  await client.query(
    `insert into crews (name, sort_order) select 'Crew ' || n, 100 + n from generate_series(1, $1) n
     on conflict do nothing`,
    [CREWS],
  );
  const restore = await dropSlowIndexes(client);
  await client.query(CUSTOMERS, [1, customers + 1]);
  for (let from = 0; from < bookings; from += BATCH) {
    const range = [from, Math.min(from + BATCH, bookings)];
    for (const sql of [BOOKINGS, ORDERS, REFUNDS, TRAIL]) await client.query(sql, range);
  }
  await restore();
  await compactCounts({ db: drizzle(client, { schema }) });
  await client.query("vacuum analyze");
}

/** What is quicker built at the end than row by row: the indexes of the searches, and the rule of one visit a crew. */
async function dropSlowIndexes(client: Client): Promise<() => Promise<void>> {
  const { rows: rules } = await client.query(
    `select conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
     where conrelid = 'bookings'::regclass and contype = 'x'`,
  );
  for (const { name } of rules) await client.query(`alter table bookings drop constraint "${name}"`);
  const { rows } = await client.query(
    "select indexname, indexdef from pg_indexes where indexdef like '%USING gin%' and schemaname = 'public'",
  );
  for (const { indexname } of rows) await client.query(`drop index "${indexname}"`);
  return async () => {
    for (const { indexdef } of rows) await client.query(indexdef);
    for (const { name, rule } of rules) {
      await client.query(`alter table bookings add constraint "${name}" ${rule}`);
    }
  };
}

const id = (kind: number, number: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

const CUSTOMERS = `with people as (
    insert into users (id, name, email, email_verified)
    select ${id(1, "n")}, 'Customer ' || n, 'customer-' || n || '@mail.example', true
    from generate_series($1::int, $2::int - 1) n returning id
  ) select count(*) from people`;

const PLACES = `select k, (k::bigint * ${STRIDE} % ${ALL})::int as n from generate_series($1::int, $2::int - 1) k`;

const BOOKINGS = `
  insert into bookings (id, user_id, service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at,
    blocked, status, total_amount, price_lines, policy, address_line1, city, state, zip_code, customer_name, customer_email,
    created_at)
  select ${id(2, "k")}, (select u.id from users u where u.id = ${id(1, "k % 1000")}),
    (array['regular-cleaning', 'deep-cleaning', 'office-cleaning'])[1 + n % 3], crew.id, day, clock, 1,
    starts, starts + interval '1 hour', tstzrange(starts, starts + interval '90 minutes'),
    case when k % 10 = 0 then 'cancelled' when starts < now() then 'completed' else 'confirmed' end,
    5300 + n % 5000, '[]', '{"full_refund_hours": 24, "late_fee_percent": 50}',
    k || ' Main Street', (array['Pittsfield', 'Concord', 'Laconia', 'Gilford', 'Epsom'])[1 + k % 5], 'NH', '03263',
    (array['Ada', 'Grace', 'Adele', 'Mary', 'Joan'])[1 + k % 5] || ' Number' || k, 'guest-' || k || '@mail.example',
    least(starts - interval '5 days', now())
  from (
    select k, n, day, clock, (day + clock) at time zone 'America/New_York' as starts from (
      select k, n, current_date - ${DAYS_BACK} + n / ${CREWS * SLOTS} as day,
        (array['08:00', '10:00', '12:00', '14:00', '16:00']::time[])[1 + n % ${SLOTS}] as clock
      from (${PLACES}) places
    ) days
  ) visits join crews crew on crew.name = 'Crew ' || (1 + n / ${SLOTS} % ${CREWS})`;

const OF_RANGE = `b.id >= ${id(2, "$1::int")} and b.id < ${id(2, "$2::int")}`;

const ORDERS = `
  insert into orders (id, booking_id, amount, currency, status, provider, payment_session_id, created_at)
  select ('3' || substr(b.id::text, 2))::uuid, b.id, b.total_amount, 'USD',
    case when b.status = 'cancelled' then 'failed' else 'completed' end, 'test', 'test_' || b.id, b.created_at
  from bookings b where ${OF_RANGE}`;

const REFUNDS = `
  insert into refunds (order_id, amount, reason, status, idempotency_key, created_at)
  select o.id, 1000, 'bench', 'completed', 'bench ' || o.id, o.created_at + interval '1 day'
  from bookings b join orders o on o.booking_id = b.id where ${OF_RANGE} and b.total_amount % 100 = 7 and b.status <> 'cancelled'`;

const TRAIL = `
  insert into audit_log (at, actor, action, entity, entity_id, details)
  select b.created_at, case when b.total_amount % 3 = 0 then coalesce('user:' || b.user_id, 'guest') else 'system' end, 'booking.confirmed',
    'booking', b.id::text, jsonb_build_object('amount', b.total_amount)
  from bookings b where ${OF_RANGE}`;
