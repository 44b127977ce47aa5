import { and, between, eq, inArray, type SQL, sql } from "drizzle-orm";
import { customerName } from "~/db/customer";
import { batchesOf, keyset, type Page, pageOf } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { orders, refunds } from "~/db/schema/payments";
import { UNKNOWN } from "~/features/booking/office/list/list";
import {
  type BookingSearch,
  findIds,
  readFound,
  type Sought,
  searchBookings,
} from "~/features/booking/office/list/search.server";
import { bookingsOf } from "~/features/booking/queries.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { visitOfOrder } from "~/features/payments/orders/queries.server";
import { isProcessing } from "~/features/payments/orders/rules";
import { formatMoment } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { isTestPayment } from "~/lib/test-payment";
import type { AdminCtx } from "~/platform/context.server";
import { countUpTo, readCount } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import { isOrderStatus, type OrderExport, type OrderListQuery, type OrderRow, orderSearch } from "./list";
import { formatProvider } from "./rules";

/** `of`: the email of the customer whose orders are asked for. */
export type OrderList = Page<OrderRow> & { total: number; more: boolean; of: string | null };

/** One page of all orders, with how many the search and the filter find in all. */
export async function readOrderList(ctx: AdminCtx, query: OrderListQuery): Promise<OrderList> {
  const customer = await customerOf(ctx.db, query);
  const wanted = await wantedOf(ctx.db, query, customer);
  const [settings, { found, ...count }] = await Promise.all([
    readSettings(ctx),
    readFound(
      ctx.db,
      SOURCE,
      { query, ...wanted },
      {
        rows: (limit, ids) => readRows(ctx.db, query, wanted, limit, ids),
        count: () => countOf(ctx.db, query, wanted.filter),
      },
    ),
  ]);
  const page = pageOf(query, found, keyOf);
  const rows = page.rows.map((row) => rowOf(row, settings["general.timezone"]));
  return { ...page, rows, ...count, of: customer?.email ?? null };
}

/** Everything that the search and the filter find, in batches of the list's order. */
export async function* exportOrders({ db }: AdminCtx, asked: OrderListQuery) {
  const wanted = await wantedOf(db, asked, await customerOf(db, asked));
  const batches = batchesOf(asked, (query, limit) => readRows(db, query, wanted, limit), keyOf);
  for await (const found of batches) {
    yield found.map(exportOf);
  }
}

const KEY = { column: orders.created_at, id: orders.id };

function select(db: Database) {
  const { id, booking_id, plan_id, amount, currency, status, provider, payment_session_id } = orders;
  const { created_at, completed_at, processing_at, session_closed_at } = orders;
  return db
    .select({
      order: {
        ...{ id, booking_id, plan_id, amount, currency, status, provider, payment_session_id },
        ...{ created_at, completed_at, processing_at, session_closed_at },
      },
      customer: customerName,
      email: bookings.customer_email,
      service: services.title,
      refunded: sql<number>`(
        select coalesce(sum(${refunds.amount}), 0)::int from ${refunds}
        where ${refunds.order_id} = ${orders.id} and ${refunds.status} not in ('failed', 'cancelled'))`,
    })
    .from(orders)
    .innerJoin(bookings, visitOfOrder)
    .leftJoin(services, eq(services.id, bookings.service_id));
}

type Found = Awaited<ReturnType<typeof select>>[number];

function keyOf({ order }: Found) {
  return { value: order.created_at.toString(), id: order.id };
}

async function customerOf(db: Database, { filters: { customer } }: OrderListQuery) {
  return customer ? bookingsOf(db, customer) : null;
}

/** What is searched, if anything is, and what of it is left. */
async function wantedOf(
  db: Database,
  query: OrderListQuery,
  customer: { where: SQL | undefined } | null,
): Promise<Sought> {
  const { status } = query.filters;
  const ofStatus = status && isOrderStatus(status) ? eq(orders.status, status) : undefined;
  return { search: await searchFor(db, query), filter: and(customer?.where, ofStatus) };
}

/** Null when nothing is searched. */
async function searchFor(db: Database, { q }: OrderListQuery): Promise<BookingSearch | null> {
  if (!q) return null;
  const search = orderSearch(q);
  if (search.by === "customer") return searchBookings(db, search.text, { joined: true });
  if (search.by === "session") return [{ where: eq(orders.payment_session_id, search.id), finds: "few" }];
  const { from, to, text } = search;
  return [
    { where: between(orders.id, from, to), finds: "few" },
    { where: between(orders.booking_id, from, to), finds: "few" },
    { where: between(orders.plan_id, from, to), finds: "few" },
    ...(text === null ? [] : await searchBookings(db, text, { joined: true })),
  ];
}

/** The rows after (or before) the cursor; what is searched is found by its ids first. */
async function readRows(
  db: Database,
  query: OrderListQuery,
  { search, filter }: Sought,
  limit: number,
  ids?: string[],
) {
  const { where: beyond, orderBy } = keyset(query, KEY);
  const which = search
    ? inArray(orders.id, ids ?? (await findIds(db, SOURCE, { query, search, filter, limit })))
    : and(filter, beyond);
  return select(db)
    .where(which)
    .orderBy(...orderBy)
    .limit(limit);
}

const SOURCE = { from: sql`${orders} join ${bookings} on ${visitOfOrder}`, ...KEY };

async function countOf(db: Database, { filters }: OrderListQuery, filter: SQL | undefined) {
  if (!filters.customer) return { total: await readCount(db, "orders", filters.status), more: false };
  const found = db.select({ id: orders.id }).from(orders).innerJoin(bookings, visitOfOrder).where(filter);
  return countUpTo(db, found);
}

function rowOf({ order, customer, service, refunded }: Found, zone: string): OrderRow {
  return {
    id: order.id,
    at: formatMoment(order.created_at, zone),
    status: order.status,
    processing: isProcessing(order),
    amount: formatCents(order.amount, order.currency),
    is_test: isTestPayment(order.provider),
    refunded: refunded > 0 ? formatCents(refunded, order.currency) : null,
    customer: customer ?? UNKNOWN.customer,
    service: service ?? UNKNOWN.service,
    booking_id: order.booking_id,
    plan_id: order.plan_id,
    session_id: order.payment_session_id,
  };
}

function exportOf({ order, customer, email, service, refunded }: Found): OrderExport {
  return {
    id: order.id,
    created_at: order.created_at,
    completed_at: order.completed_at,
    status: order.status,
    amount: order.amount,
    refunded,
    currency: order.currency,
    customer: customer ?? UNKNOWN.customer,
    email,
    service: service ?? UNKNOWN.service,
    booking_id: order.booking_id,
    plan_id: order.plan_id,
    provider: formatProvider(order.provider),
    is_test: isTestPayment(order.provider),
    session_id: order.payment_session_id,
  };
}
