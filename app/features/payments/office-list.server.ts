import { and, between, eq, inArray, type SQL, sql } from "drizzle-orm";
import { keyset, PAGE_SIZE, type Page, pageOf } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { orders, refunds } from "~/db/schema/payments";
import { UNKNOWN } from "~/features/booking/office-list";
import {
  type BookingSearch,
  countFound,
  findIds,
  searchBookings,
} from "~/features/booking/office-search.server";
import { readCount } from "~/features/office/counts.server";
import { readSettings } from "~/features/settings/reads.server";
import { momentInWords } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import {
  isOrderStatus,
  type OrderExport,
  type OrderListQuery,
  type OrderRow,
  orderSearch,
} from "./office-list";
import { providerInWords } from "./office-payment";

export type OrderList = Page<OrderRow> & { total: number; more: boolean };

/** One page of all orders, with how many the search and the filter find in all. */
export async function readOrderList(ctx: AdminCtx, query: OrderListQuery): Promise<OrderList> {
  const search = await searchFor(ctx.db, query);
  const [settings, found, count] = await Promise.all([
    readSettings(ctx),
    readRows(ctx.db, query, search, PAGE_SIZE + 1),
    countOf(ctx.db, query, search),
  ]);
  const page = pageOf(query, found, keyOf);
  return { ...page, rows: page.rows.map((row) => rowOf(row, settings["general.timezone"])), ...count };
}

/** Everything that the search and the filter find, in batches of the list's order. */
export async function* exportOrders({ db }: AdminCtx, asked: OrderListQuery) {
  const search = await searchFor(db, asked);
  for (let query: OrderListQuery = { ...asked, cursor: null }; ; ) {
    const found = await readRows(db, query, search, BATCH);
    yield found.map(exportOf);
    const last = found.at(-1);
    if (!last || found.length < BATCH) return;
    query = { ...query, cursor: { side: "after", ...keyOf(last) } };
  }
}

const BATCH = 500;
const KEY = { column: orders.created_at, id: orders.id };

function select(db: Database) {
  return db
    .select({
      order: orders,
      customer: bookings.customer_name,
      email: bookings.customer_email,
      service: services.title,
      refunded: sql<number>`(
        select coalesce(sum(${refunds.amount}), 0)::int from ${refunds}
        where ${refunds.order_id} = ${orders.id} and ${refunds.status} <> 'failed')`,
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .leftJoin(services, eq(services.id, bookings.service_id));
}

type Found = Awaited<ReturnType<typeof select>>[number];

function keyOf({ order }: Found) {
  return { value: order.created_at.toString(), id: order.id };
}

/** Null when nothing is searched. */
async function searchFor(db: Database, { q }: OrderListQuery): Promise<BookingSearch | null> {
  if (!q) return null;
  const search = orderSearch(q);
  if (search.by === "customer") return searchBookings(db, search.text);
  if (search.by === "session") return [{ where: eq(orders.payment_session_id, search.id), finds: "few" }];
  const { from, to, text } = search;
  return [
    { where: between(orders.id, from, to), finds: "few" },
    { where: between(orders.booking_id, from, to), finds: "few" },
    ...(text === null ? [] : await searchBookings(db, text)),
  ];
}

function ofStatus({ filters: { status } }: OrderListQuery): SQL | undefined {
  return status && isOrderStatus(status) ? eq(orders.status, status) : undefined;
}

/** The rows after (or before) the cursor; what is searched is found by its ids first. */
async function readRows(db: Database, query: OrderListQuery, search: BookingSearch | null, limit: number) {
  const filter = ofStatus(query);
  const { where: beyond, orderBy } = keyset(query, KEY);
  const which = search
    ? inArray(orders.id, await findIds(db, { from: JOINED, ...KEY }, { query, search, filter, limit }))
    : and(filter, beyond);
  return select(db)
    .where(which)
    .orderBy(...orderBy)
    .limit(limit);
}

const JOINED = sql`${orders} join ${bookings} on ${bookings.id} = ${orders.booking_id}`;

async function countOf(db: Database, query: OrderListQuery, search: BookingSearch | null) {
  if (!search) return { total: await readCount(db, "orders", query.filters.status), more: false };
  return countFound(db, { from: JOINED, id: orders.id }, { search, filter: ofStatus(query) });
}

function rowOf({ order, customer, service, refunded }: Found, zone: string): OrderRow {
  return {
    id: order.id,
    at: momentInWords(order.created_at, zone),
    status: order.status,
    amount: formatCents(order.amount, order.currency),
    refunded: refunded > 0 ? formatCents(refunded, order.currency) : null,
    customer: customer || UNKNOWN.customer,
    service: service ?? UNKNOWN.service,
    booking_id: order.booking_id,
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
    customer: customer || UNKNOWN.customer,
    email,
    service: service ?? UNKNOWN.service,
    booking_id: order.booking_id,
    provider: providerInWords(order.provider),
    session_id: order.payment_session_id,
  };
}
