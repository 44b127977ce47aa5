import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { batchesOf, keyset, type Page, pageOf } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import { bookingsOf, formatDuration } from "~/features/booking/queries.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatDate, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { isTestPayment } from "~/lib/test-payment";
import type { AdminCtx } from "~/platform/context.server";
import { countUpTo, readCount } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import { searchContacts } from "./contacts.server";
import { type OfficeDays, officeDays } from "./days";
import { type Fold, foldedList, readFolds } from "./fold.server";
import {
  type BookingListQuery,
  folds,
  isStatus,
  type OfficeExport,
  type OfficeFold,
  type OfficeRow,
  UNKNOWN,
} from "./list";
import { type BookingSearch, findIds, readFound, type Sought, searchBookings } from "./search.server";

/** `of`: the email of the customer whose bookings are asked for. `shown`: how many bookings the rows stand for. */
export type BookingList = Page<OfficeRow> & {
  shown: number;
  total: number;
  more: boolean;
  of: string | null;
};

/** One page of all bookings, with how many the search and the filter find in all. */
export async function readBookingList(ctx: AdminCtx, query: BookingListQuery): Promise<BookingList> {
  const { db } = ctx;
  const [customer, days] = await Promise.all([customerOf(db, query), daysOf(ctx)]);
  const sought = await wantedOf(db, query, customer, days);
  const scope = { far: days.far, filter: sought.filter, customer: customer?.where };
  const wanted = { ...sought, ...(folds(query) && { parts: foldedList(scope, query.sort) }) };
  const { found, total, more } = await readFound(
    db,
    sourceOf(query),
    { query, ...wanted },
    {
      rows: (limit, ids) => readRows(db, query, wanted, limit, ids),
      count: () => countOf(db, query, wanted.filter),
    },
  );
  const page = pageOf(query, found, (row) => keyOf(query, row));
  const far = page.rows.flatMap((row) => planOfFar(row, days));
  const foldsOf = wanted.parts ? await readFolds(db, far, scope) : new Map<string, Fold>();
  const rows = page.rows.map((row) => rowOf(row, foldsOf.get(planOfFar(row, days)[0] ?? "")));
  const shown = rows.length + [...foldsOf.values()].reduce((more, { visits }) => more + visits - 1, 0);
  return { ...page, rows, shown, total, more, of: customer?.email ?? null };
}

/** The plan of a visit that is far ahead. */
function planOfFar({ booking: { plan_id, starts_at } }: Found, { far }: OfficeDays): string[] {
  return plan_id !== null && Temporal.Instant.compare(starts_at, far) >= 0 ? [plan_id] : [];
}

async function daysOf(ctx: AdminCtx): Promise<OfficeDays> {
  return officeDays(ctx.now, (await readSettings(ctx))["general.timezone"]);
}

const KEYS = {
  date: { column: bookings.starts_at, id: bookings.id },
  amount: { column: bookings.total_amount, id: bookings.id },
};

/** Everything that the search and the filter find, nothing folded, as a file needs it, in batches of the list's order. */
export async function* exportBookings(ctx: AdminCtx, asked: BookingListQuery) {
  const { db } = ctx;
  const wanted = await wantedOf(db, asked, await customerOf(db, asked), await daysOf(ctx));
  const batches = batchesOf(
    asked,
    (query, limit) => readRows(db, query, wanted, limit),
    (row, query) => keyOf(query, row),
  );
  for await (const found of batches) {
    yield found.map(exportOf);
  }
}

/** Of a booking what a row, or a line of a file, says: half of it. */
function select(db: Database) {
  const { id, plan_id, starts_at, scheduled_date, scheduled_time, duration_hours, created_at } = bookings;
  const { address_line1, address_line2, city, state, zip_code, total_amount, customer_email } = bookings;
  const { status, calendar_sequence, needs_attention } = bookings;
  return db
    .select({
      booking: {
        ...{ id, plan_id, starts_at, scheduled_date, scheduled_time, duration_hours, created_at },
        ...{ address_line1, address_line2, city, state, zip_code, total_amount, customer_email },
        ...{ status, calendar_sequence, needs_attention },
      },
      service: services.title,
      currency: orders.currency,
      order_status: orders.status,
      provider: sql<string | null>`coalesce(${orders.provider},
        (select ${plans.provider} from ${plans} where ${plans.id} = ${bookings.plan_id}))`,
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

/** A name, a street or a town, a service, a phone number or an email; null when nothing is searched. */
async function searchFor(db: Database, { q }: BookingListQuery): Promise<BookingSearch | null> {
  if (!q) return null;
  const found = await Promise.all([searchBookings(db, q, { services: true }), searchContacts(db, q)]);
  return found.flat();
}

async function customerOf(db: Database, { filters: { customer } }: BookingListQuery) {
  return customer ? bookingsOf(db, customer) : null;
}

/** What is searched, if anything is, and what of it is left. */
async function wantedOf(
  db: Database,
  query: BookingListQuery,
  customer: { where: SQL | undefined } | null,
  days: OfficeDays,
): Promise<Sought> {
  const { status, plan, when } = query.filters;
  const ofStatus = status && isStatus(status) ? eq(bookings.status, status) : undefined;
  const ofPlan = plan ? eq(bookings.plan_id, plan) : undefined;
  const filter = and(customer?.where, ofStatus, ofPlan, onDays(when, days));
  return { search: await searchFor(db, query), filter };
}

function onDays(when: string | undefined, { today, tomorrow }: OfficeDays): SQL | undefined {
  if (when === "past") return lt(bookings.starts_at, today);
  if (when === "upcoming") return gte(bookings.starts_at, tomorrow);
  return when === "today" ? and(gte(bookings.starts_at, today), lt(bookings.starts_at, tomorrow)) : undefined;
}

const sourceOf = ({ sort }: BookingListQuery) => ({ from: sql`${bookings}`, ...KEYS[sort] });

/** The rows after (or before) the cursor. What is searched is found by its ids first, for the indexes have no more. */
async function readRows(
  db: Database,
  query: BookingListQuery,
  { search, filter }: Sought,
  limit: number,
  ids?: string[],
) {
  const { where: beyond, orderBy } = keyset(query, KEYS[query.sort]);
  const which =
    search || ids
      ? inArray(
          bookings.id,
          ids ?? (await findIds(db, sourceOf(query), { query, search: search ?? [], filter, limit })),
        )
      : and(filter, beyond);
  return select(db)
    .where(which)
    .orderBy(...orderBy)
    .limit(limit);
}

async function countOf(db: Database, { filters }: BookingListQuery, filter: SQL | undefined) {
  const { status: _, ...others } = filters;
  if (Object.keys(others).length > 0)
    return countUpTo(db, db.select({ id: bookings.id }).from(bookings).where(filter));
  return { total: await readCount(db, "bookings", filters.status), more: false };
}

function rowOf(found: Found, fold: Fold | undefined): OfficeRow {
  const { booking, currency } = found;
  const erased = booking.address_line1 === ERASED_STREET;
  return {
    id: booking.id,
    customer: found.customer ?? UNKNOWN.customer,
    phone: found.phone ?? UNKNOWN.phone,
    service: found.service ?? UNKNOWN.service,
    duration: formatDuration(booking.duration_hours),
    date: formatDate(booking.scheduled_date),
    time: formatTime(booking.scheduled_time),
    street: erased || !booking.address_line1 ? UNKNOWN.address : booking.address_line1,
    town: [booking.city, booking.state].filter(Boolean).join(", "),
    amount: booking.plan_id ? "By plan" : formatCents(booking.total_amount, currency ?? undefined),
    status: booking.status,
    sequence: booking.calendar_sequence,
    needs_attention: fold?.needs_attention ?? booking.needs_attention !== null,
    fold:
      booking.plan_id && fold && fold.visits > 1
        ? foldOf(booking.plan_id, booking.scheduled_date, fold)
        : null,
  };
}

function foldOf(plan_id: string, first: string, { visits, cancelled, last }: Fold): OfficeFold {
  return {
    plan_id,
    visits: `${visits} more visits of this plan`,
    days: `${formatDate(first)} through ${formatDate(last)}`,
    cancelled: cancelled > 0 ? `${cancelled === visits ? "All" : cancelled} of them cancelled` : null,
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
    is_test: isTestPayment(found.provider),
    crew: found.crew,
    created_at: booking.created_at,
  };
}
