import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, max, min, or, sql } from "drizzle-orm";
import { book_comparisons, book_differences, money_events } from "~/db/schema/books";
import { credit_balances, credit_transfers } from "~/db/schema/credit";
import { charges, disputes, order_lines, orders, refunds } from "~/db/schema/payments";
import { formatProvider } from "~/features/payments/office/rules";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Movement } from "~/platform/outside/payment-gateway";
import type { CreditBook, LedgerEvent, OrderBook, PendingRefund } from "./books";
import { formatSides, formatSubject } from "./difference";

export const isOpen = isNull(book_differences.settled_at);

/** Orders in one query. */
const BATCH = 500;

/** The orders that something happened to since a time, and those with an open difference. */
async function findOrders(tx: Database, since: Temporal.Instant): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${orders} where ${orders.created_at} >= ${since.toString()}
    union select order_id from ${money_events} where ${money_events.at} >= ${since.toString()} and order_id is not null
    union select order_id from ${credit_transfers}
      where ${credit_transfers.at} >= ${since.toString()} and order_id is not null
    union select order_id from ${order_lines} where ${order_lines.created_at} >= ${since.toString()}
    union select order_id from ${refunds} where ${refunds.created_at} >= ${since.toString()}
    union select order_id from ${book_differences} where ${book_differences.settled_at} is null and order_id is not null`);
  return rows.map(({ id }) => id);
}

/** What is stored about each order of which something happened since a time, a batch after the other. */
export async function* readOrderBooks(tx: Database, since: Temporal.Instant): AsyncGenerator<OrderBook> {
  const ids = await findOrders(tx, since);
  for (let from = 0; from < ids.length; from += BATCH)
    yield* await readBatch(tx, ids.slice(from, from + BATCH));
}

async function readBatch(tx: Database, ids: string[]): Promise<OrderBook[]> {
  const { id, amount, charged, returned, currency } = orders;
  const lines = sql<number>`(select coalesce(sum(l.amount), 0)::int from order_lines l where l.order_id = orders.id)`;
  const credit = sql<number>`(select coalesce(sum(case t.to_account when 'orders' then t.amount else -t.amount end), 0)::int
    from credit_transfers t where t.order_id = orders.id and 'orders' in (t.from_account, t.to_account))`;
  const found = await tx
    .select({ id, amount, charged, returned, currency, lines, credit })
    .from(orders)
    .where(inArray(orders.id, ids));
  const taken = byOrder(await tx.select().from(charges).where(inArray(charges.order_id, ids)));
  const given = byOrder(await tx.select().from(refunds).where(inArray(refunds.order_id, ids)));
  const contested = byOrder(await tx.select().from(disputes).where(inArray(disputes.order_id, ids)));
  const events = byOrder(
    await tx
      .select()
      .from(money_events)
      .where(inArray(money_events.order_id, ids))
      .orderBy(asc(money_events.id)),
  );
  return found.map((order) => ({
    ...order,
    charges: taken.get(order.id) ?? [],
    refunds: given.get(order.id) ?? [],
    disputes: contested.get(order.id) ?? [],
    events: events.get(order.id) ?? [],
  }));
}

/** The balances of the customers whose credit changed since a time, with what all their transfers add up to. */
export async function readCreditBooks(tx: Database, since: Temporal.Instant): Promise<CreditBook[]> {
  const { rows } = await tx.execute<CreditBook>(sql`
    with moved as (
      select at, currency, to_customer as customer_id, amount from ${credit_transfers} where to_customer is not null
      union all select at, currency, from_customer, -amount from ${credit_transfers} where from_customer is not null
    ), sums as (
      select customer_id, currency, sum(amount)::int as transfers from moved
      where customer_id in (select customer_id from moved where at >= ${since.toString()}) group by customer_id, currency
    )
    select sums.customer_id, sums.currency, coalesce(b.amount, 0) as balance, sums.transfers
    from sums left join ${credit_balances} b on b.customer_id = sums.customer_id and b.currency = sums.currency
    union all
    select b.customer_id, b.currency, b.amount, 0 from ${credit_balances} b
    where b.amount <> 0 and not exists (select from moved where moved.customer_id = b.customer_id and moved.currency = b.currency)`);
  return rows;
}

function byOrder<Row extends { order_id: string | null }>(rows: Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ order_id }) => order_id ?? "");
}

/** The providers that took money since a time. */
export async function readProviders({ db }: Pick<Ctx, "db">, since: Temporal.Instant): Promise<string[]> {
  const rows = await db
    .selectDistinct({ provider: money_events.provider })
    .from(money_events)
    .where(and(gte(money_events.at, since), isNotNull(money_events.provider_id)));
  return rows.map(({ provider }) => provider);
}

/** When the oldest open difference with a provider moved; null if there is none. */
export async function readOldestOpen({ db }: Pick<Ctx, "db">, provider: string) {
  const [row] = await db
    .select({ at: min(book_differences.moved_at) })
    .from(book_differences)
    .where(and(isOpen, eq(book_differences.provider, provider)));
  return row?.at ?? null;
}

/** Our side of a provider's books: the events since a time, and all others of what these and the movements are about. */
export async function readProviderSide(
  tx: Database,
  { provider, since, movements }: { provider: string; since: Temporal.Instant; movements: Movement[] },
) {
  const lately = and(eq(money_events.provider, provider), isNotNull(money_events.provider_id));
  const recent = await tx
    .select()
    .from(money_events)
    .where(and(lately, gte(money_events.at, since)));
  const events = new Map<number, LedgerEvent>(recent.map((event) => [event.id, event]));
  const known = new Map<string, string>();
  const told = movements.map(({ id }) => id);
  const ids = [...new Set([...told, ...recent.flatMap(({ provider_id }) => provider_id ?? [])])];
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = ids.slice(from, from + BATCH);
    const named = await tx.select().from(money_events).where(inArray(money_events.provider_id, some));
    for (const event of named) events.set(event.id, event);
  }
  const payments = [...new Set(movements.map(({ payment_id }) => payment_id))];
  for (let from = 0; from < payments.length; from += BATCH)
    for (const [id, order] of await ordersOf(tx, payments.slice(from, from + BATCH))) known.set(id, order);
  return {
    events: [...events.values()],
    orders: known,
    pending: await readPending(tx),
    began: await readBeginning(tx, provider),
  };
}

async function ordersOf(tx: Database, payments: string[]): Promise<[payment: string, order: string][]> {
  const taken = await tx
    .select({ payment: charges.payment_id, order: charges.order_id })
    .from(charges)
    .where(inArray(charges.payment_id, payments));
  const named = await tx
    .select({ payment: orders.payment_id, session: orders.payment_session_id, order: orders.id })
    .from(orders)
    .where(or(inArray(orders.payment_id, payments), inArray(orders.payment_session_id, payments)));
  const of = (id: string | null, order: string): [string, string][] => (id ? [[id, order]] : []);
  return [
    ...named.flatMap(({ payment, session, order }) => [...of(session, order), ...of(payment, order)]),
    ...taken.flatMap(({ payment, order }) => of(payment, order)),
  ];
}

function readPending(tx: Database): Promise<PendingRefund[]> {
  return tx
    .select({
      id: refunds.provider_refund_id,
      payment_id: sql<
        string | null
      >`coalesce(${charges.payment_id}, ${orders.payment_id}, ${orders.payment_session_id})`,
      amount: refunds.amount,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .leftJoin(charges, eq(charges.id, refunds.charge_id))
    .where(eq(refunds.status, "pending"));
}

/** When the first thing was to be paid at a provider. */
export async function readBeginning(tx: Database, provider: string): Promise<Temporal.Instant | null> {
  const order = await tx
    .select({ at: min(orders.created_at) })
    .from(orders)
    .where(eq(orders.provider, provider));
  const charge = await tx
    .select({ at: min(charges.created_at) })
    .from(charges)
    .where(eq(charges.provider, provider));
  const times = [...order, ...charge].flatMap(({ at }) => at ?? []);
  return times.sort(Temporal.Instant.compare)[0] ?? null;
}

/** When all books were last compared; null if they never were. */
export async function readLastCompared({ db }: Pick<Ctx, "db">): Promise<Temporal.Instant | null> {
  const [row] = await db.select({ at: max(book_comparisons.at) }).from(book_comparisons);
  return row?.at ?? null;
}

/** Open differences with their order's number, those found first at the top; `found_at`: only those of one night. */
export async function readOpenDifferences(
  { db }: Pick<Ctx, "db">,
  { limit, offset = 0, found_at }: { limit: number; offset?: number; found_at?: Temporal.Instant },
) {
  const which = and(isOpen, found_at && eq(book_differences.found_at, found_at));
  const [total] = await db.select({ count: count() }).from(book_differences).where(which);
  const rows = await db
    .select({ difference: book_differences, number: orders.number })
    .from(book_differences)
    .leftJoin(orders, eq(orders.id, book_differences.order_id))
    .where(which)
    .orderBy(asc(book_differences.found_at), desc(book_differences.id))
    .limit(limit)
    .offset(offset);
  const differences = rows.map(({ difference, number }) => {
    const shown = { ...difference, number, provider: formatProvider(difference.provider ?? "") };
    const { id, order_id, found_at } = difference;
    return { id, order_id, found_at, subject: formatSubject(shown), sides: formatSides(shown) };
  });
  return { count: total?.count ?? 0, differences };
}
