import { and, between, eq, sql } from "drizzle-orm";
import { customerName } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { coupon_uses, coupons } from "~/db/schema/coupons";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { subselect } from "~/db/subselect";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { searchBookings } from "~/features/booking/office/list/search.server";
import { bookingsOf } from "~/features/booking/queries.server";
import { defineList } from "~/features/office/lists/define.server";
import { numbered, type Search } from "~/features/office/lists/find.server";
import { refundedOfOrder, visitOfOrder } from "~/features/payments/orders/queries.server";
import { isProcessing } from "~/features/payments/orders/rules";
import { inUnits } from "~/lib/csv";
import { formatMoment } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber, numberIn } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import { countUpTo, readCount } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { ORDER_LIST, type OrderListQuery, type OrderRow, orderSearch } from "./list";
import { formatProvider } from "./rules";

export const orderList = defineList(ORDER_LIST, {
  select,
  from: sql`${orders} join ${bookings} on ${visitOfOrder}`,
  id: orders.id,
  date: orders.created_at,
  keys: { date: orders.created_at },
  edge: ({ created_at }) => created_at,
  wanted: async ({ db }, query) => {
    const { status, customer } = query.filters;
    const of = customer ? await bookingsOf(db, customer) : null;
    const filter = and(of?.where, status && eq(orders.status, status));
    return { search: await searchFor(db, query), filter, of: of?.name };
  },
  count: async ({ db }, { filters: { customer, status } }, { filter }) => {
    if (!customer) return { total: await readCount(db, "orders", status), more: false };
    const found = db.select({ id: orders.id }).from(orders).innerJoin(bookings, visitOfOrder).where(filter);
    return countUpTo(db, found);
  },
  rows: (found, { zone }) => found.map((one) => rowOf(one, zone)),
  columns: [
    ["Order", ({ number }) => formatNumber(number)],
    ["Date", ({ created_at }) => created_at.toString()],
    ["Paid at", ({ completed_at }) => completed_at?.toString() ?? null],
    ["Status", ({ status }) => status],
    ["Amount", ({ amount }) => inUnits(amount)],
    ["Refunded", ({ refunded }) => inUnits(refunded)],
    ["Currency", ({ currency }) => currency],
    ["Customer", ({ customer }) => customer ?? UNKNOWN.customer],
    ["Email", ({ email }) => email],
    ["Service", ({ service }) => service ?? UNKNOWN.service],
    ["Booking", ({ plan_number, booking_number }) => (plan_number ? null : formatNumber(booking_number))],
    ["Plan", ({ plan_number }) => plan_number && formatNumber(plan_number)],
    ["Paid through", ({ provider }) => formatProvider(provider)],
    ["Test payment", ({ provider }) => isTestPayment(provider)],
    ["Payment session", ({ payment_session_id }) => payment_session_id],
    ["Due", ({ due }) => inUnits(due)],
    ["Code", ({ code }) => code],
  ],
});

/** The coupon that lowered the price. */
const codeOfOrder = subselect(sql<string | null>`(select ${coupons.code} from ${coupon_uses}
  join ${coupons} on ${coupons.id} = ${coupon_uses.coupon_id} where ${coupon_uses.order_id} = ${orders.id})`);

function select(db: Database) {
  const { id, number, amount, due, currency, status, provider, payment_session_id } = orders;
  const { created_at, completed_at, processing_at, session_closed_at } = orders;
  return db
    .select({
      ...{ id, number, amount, due, currency, status, provider, payment_session_id },
      booking_number: bookings.number,
      plan_number: plans.number,
      ...{ created_at, completed_at, processing_at, session_closed_at },
      customer: customerName,
      email: bookings.customer_email,
      service: services.title,
      refunded: refundedOfOrder,
      code: codeOfOrder,
    })
    .from(orders)
    .innerJoin(bookings, visitOfOrder)
    .leftJoin(plans, eq(plans.id, orders.plan_id))
    .leftJoin(services, eq(services.id, bookings.service_id));
}

type Numbers = { plan_number: number | null; booking_number: number };

/** Null when nothing is searched. */
async function searchFor(db: Database, { q }: OrderListQuery): Promise<Search | null> {
  if (!q) return null;
  const search = orderSearch(q);
  if (search.by === "session") return [{ where: eq(orders.payment_session_id, search.id), finds: "few" }];
  const { text } = search;
  const [texts, of] = await Promise.all([
    text === null ? [] : searchBookings(db, text, { joined: true }),
    ofNumber(db, q),
  ]);
  return [...numbered(orders.number, q), ...of, ...(search.by === "id" ? byId(search) : []), ...texts];
}

function byId({ from, to }: { from: string; to: string }): Search {
  const ids = [orders.id, orders.booking_id, orders.plan_id];
  return ids.map((id) => ({ where: between(id, from, to), finds: "few" }));
}

/** The orders of the booking or the plan with this number. */
async function ofNumber(db: Database, q: string): Promise<Search> {
  const number = numberIn(q);
  if (number === null) return [];
  const [visits, months] = await Promise.all([
    db.select({ id: bookings.id }).from(bookings).where(eq(bookings.number, number)),
    db.select({ id: plans.id }).from(plans).where(eq(plans.number, number)),
  ]);
  return [
    ...visits.map(({ id }) => ({ where: eq(orders.booking_id, id), finds: "few" as const })),
    ...months.map(({ id }) => ({ where: eq(orders.plan_id, id), finds: "few" as const })),
  ];
}

function whatOf({ plan_number, booking_number }: Numbers): OrderRow["what"] {
  if (plan_number !== null) return { kind: "Plan", number: formatNumber(plan_number) };
  return { kind: "Booking", number: formatNumber(booking_number) };
}

function rowOf(order: Awaited<ReturnType<typeof select>>[number], zone: string): OrderRow {
  const { id, status, amount, due, currency, refunded, customer, service } = order;
  return {
    ...{ id, status },
    number: formatNumber(order.number),
    what: whatOf(order),
    at: formatMoment(order.created_at, zone),
    processing: isProcessing(order),
    amount: formatCents(amount, currency),
    is_test: isTestPayment(order.provider),
    due: due > 0 ? formatCents(due, currency) : null,
    refunded: refunded > 0 ? formatCents(refunded, currency) : null,
    customer: customer ?? UNKNOWN.customer,
    service: service ?? UNKNOWN.service,
    session_id: order.payment_session_id,
  };
}
