import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { COUNT_LIMIT, keyset, likePattern, type Page, pageOf } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { orders } from "~/db/schema/payments";
import { readCount } from "~/features/office/counts.server";
import { formatDate, timeInWords } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { bookingsOf } from "./bookings-of.server";
import { ERASED_STREET } from "./erased";
import { type BookingListQuery, isStatus, type OfficeExport, type OfficeRow, UNKNOWN } from "./office-list";
import { durationInWords } from "./reads.server";

/** `of`: the email of the customer whose bookings are asked for. */
export type BookingList = Page<OfficeRow> & { total: number; more: boolean; of: string | null };

/** One page of all bookings, with how many the search and the filter find in all. */
export async function readBookingList({ db }: AdminCtx, query: BookingListQuery): Promise<BookingList> {
  const customer = await customerOf(db, query);
  const where = await whereOf(db, query, customer);
  const { where: beyond, orderBy, limit } = keyset(query, KEYS[query.sort]);
  const [found, count] = await Promise.all([
    select(db)
      .where(and(where, beyond))
      .orderBy(...orderBy)
      .limit(limit),
    countOf(db, query, where),
  ]);
  const page = pageOf(query, found, (row) => keyOf(query, row));
  return { ...page, rows: page.rows.map(rowOf), ...count, of: customer?.email ?? null };
}

const KEYS = {
  date: { column: bookings.starts_at, id: bookings.id },
  amount: { column: bookings.total_amount, id: bookings.id },
};

/** Everything that the search and the filter find, as a file needs it, in batches of the list's order. */
export async function* exportBookings({ db }: AdminCtx, asked: BookingListQuery) {
  const where = await whereOf(db, asked, await customerOf(db, asked));
  for (let query: BookingListQuery = { ...asked, cursor: null }; ; ) {
    const { where: beyond, orderBy } = keyset(query, KEYS[query.sort]);
    const found = await select(db)
      .where(and(where, beyond))
      .orderBy(...orderBy)
      .limit(BATCH);
    yield found.map(exportOf);
    const last = found.at(-1);
    if (!last || found.length < BATCH) return;
    query = { ...query, cursor: { side: "after", ...keyOf(query, last) } };
  }
}

const BATCH = 500;

function select(db: Database) {
  return db
    .select({
      booking: bookings,
      service: services.title,
      currency: orders.currency,
      order_status: orders.status,
      customer: customerName,
      phone: customerPhone,
      crew: crews.name,
    })
    .from(bookings)
    .leftJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .leftJoin(crews, eq(crews.id, bookings.crew_id));
}

type Found = Awaited<ReturnType<typeof select>>[number];

function keyOf({ sort }: BookingListQuery, { booking }: Found) {
  const value = sort === "date" ? booking.starts_at.toString() : String(booking.total_amount);
  return { value, id: booking.id };
}

/** The text behind the index `bookings_search` (migration 0003). */
const searched = sql`lower(coalesce(${bookings.customer_name}, '') || ' ' || ${bookings.address_line1} || ' ' || ${bookings.city})`;

/** Whether a booking's customer, street or town has this text in it. */
export function bookingHas(text: string): SQL {
  return sql`${searched} like ${likePattern(text)}`;
}

async function customerOf(db: Database, { filters: { customer } }: BookingListQuery) {
  return customer ? bookingsOf(db, customer) : null;
}

/** Customer, street and town are found through an index of theirs; of services there are few. */
async function whereOf(
  db: Database,
  { q, filters }: BookingListQuery,
  customer: { where: SQL | undefined } | null,
): Promise<SQL | undefined> {
  const { status } = filters;
  const filtered = and(customer?.where, status && isStatus(status) ? eq(bookings.status, status) : undefined);
  if (!q) return filtered;
  const offered = await db
    .select({ id: services.id })
    .from(services)
    .where(sql`lower(${services.title}) like ${likePattern(q)}`);
  const ids = offered.map(({ id }) => id);
  return and(filtered, or(bookingHas(q), ids.length > 0 ? inArray(bookings.service_id, ids) : undefined));
}

async function countOf(db: Database, { q, filters }: BookingListQuery, where: SQL | undefined) {
  if (!q && !filters.customer) return { total: await readCount(db, "bookings", filters.status), more: false };
  const some = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(where)
    .limit(COUNT_LIMIT + 1)
    .as("some");
  const counted = await db.$count(some);
  return { total: Math.min(counted, COUNT_LIMIT), more: counted > COUNT_LIMIT };
}

function rowOf(found: Found): OfficeRow {
  const { booking, currency } = found;
  const erased = booking.address_line1 === ERASED_STREET;
  return {
    id: booking.id,
    customer: found.customer ?? UNKNOWN.customer,
    phone: found.phone ?? UNKNOWN.phone,
    service: found.service ?? UNKNOWN.service,
    duration: durationInWords(booking.duration_hours),
    date: formatDate(booking.scheduled_date),
    time: timeInWords(booking.scheduled_time),
    street: erased || !booking.address_line1 ? UNKNOWN.address : booking.address_line1,
    town: [booking.city, booking.state].filter(Boolean).join(", "),
    amount: formatCents(booking.total_amount, currency ?? undefined),
    status: booking.status,
    needs_attention: booking.needs_attention !== null,
  };
}

function exportOf(found: Found): OfficeExport {
  const { booking } = found;
  return {
    id: booking.id,
    customer: found.customer,
    email: booking.customer_email,
    phone: found.phone,
    service: found.service,
    duration_hours: booking.duration_hours,
    date: booking.scheduled_date,
    time: booking.scheduled_time,
    street: booking.address_line1,
    apartment: booking.address_line2,
    city: booking.city,
    state: booking.state,
    zip_code: booking.zip_code,
    amount: booking.total_amount,
    currency: found.currency,
    status: booking.status,
    paid: found.order_status === "completed",
    crew: found.crew,
    created_at: booking.created_at,
  };
}
