import { and, between, eq, sql } from "drizzle-orm";
import { customerName } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { orders, refunds } from "~/db/schema/payments";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { searchBookings } from "~/features/booking/office/list/search.server";
import { bookingsOf } from "~/features/booking/queries.server";
import { defineList } from "~/features/office/lists/define.server";
import type { Search } from "~/features/office/lists/find.server";
import { visitOfOrder } from "~/features/payments/orders/queries.server";
import { isProcessing } from "~/features/payments/orders/rules";
import { inUnits } from "~/lib/csv";
import { formatMoment } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { isTestPayment } from "~/lib/test-payment";
import { countUpTo, readCount } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { ORDER_LIST, type OrderListQuery, type OrderRow, orderSearch } from "./list";
import { formatProvider } from "./rules";

export const orderList = defineList(ORDER_LIST, {
  select,
  from: sql`${orders} join ${bookings} on ${visitOfOrder}`,
  id: orders.id,
  keys: { date: orders.created_at },
  edge: ({ created_at }) => created_at,
  wanted: async ({ db }, query) => {
    const { status, customer } = query.filters;
    const of = customer ? await bookingsOf(db, customer) : null;
    const filter = and(of?.where, status && eq(orders.status, status));
    return { search: await searchFor(db, query), filter, of: of?.email };
  },
  count: async ({ db }, { filters: { customer, status } }, { filter }) => {
    if (!customer) return { total: await readCount(db, "orders", status), more: false };
    const found = db.select({ id: orders.id }).from(orders).innerJoin(bookings, visitOfOrder).where(filter);
    return countUpTo(db, found);
  },
  rows: (found, { zone }) => found.map((one) => rowOf(one, zone)),
  columns: [
    ["Order", ({ id }) => id],
    ["Date", ({ created_at }) => created_at.toString()],
    ["Paid at", ({ completed_at }) => completed_at?.toString() ?? null],
    ["Status", ({ status }) => status],
    ["Amount", ({ amount }) => inUnits(amount)],
    ["Refunded", ({ refunded }) => inUnits(refunded)],
    ["Currency", ({ currency }) => currency],
    ["Customer", ({ customer }) => customer ?? UNKNOWN.customer],
    ["Email", ({ email }) => email],
    ["Service", ({ service }) => service ?? UNKNOWN.service],
    ["Booking", ({ booking_id }) => booking_id],
    ["Plan", ({ plan_id }) => plan_id],
    ["Paid through", ({ provider }) => formatProvider(provider)],
    ["Test payment", ({ provider }) => isTestPayment(provider)],
    ["Payment session", ({ payment_session_id }) => payment_session_id],
  ],
});

function select(db: Database) {
  const { id, booking_id, plan_id, amount, currency, status, provider, payment_session_id } = orders;
  const { created_at, completed_at, processing_at, session_closed_at } = orders;
  return db
    .select({
      ...{ id, booking_id, plan_id, amount, currency, status, provider, payment_session_id },
      ...{ created_at, completed_at, processing_at, session_closed_at },
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

/** Null when nothing is searched. */
async function searchFor(db: Database, { q }: OrderListQuery): Promise<Search | null> {
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

function rowOf(order: Awaited<ReturnType<typeof select>>[number], zone: string): OrderRow {
  const { id, status, booking_id, plan_id, amount, currency, refunded, customer, service } = order;
  return {
    ...{ id, status, booking_id, plan_id },
    at: formatMoment(order.created_at, zone),
    processing: isProcessing(order),
    amount: formatCents(amount, currency),
    is_test: isTestPayment(order.provider),
    refunded: refunded > 0 ? formatCents(refunded, currency) : null,
    customer: customer ?? UNKNOWN.customer,
    service: service ?? UNKNOWN.service,
    session_id: order.payment_session_id,
  };
}
