import { and, eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import { formatDuration } from "~/features/booking/length";
import { formatExtras } from "~/features/booking/manage/visit";
import { bookingsOf } from "~/features/booking/queries.server";
import { defineList } from "~/features/office/lists/define.server";
import { numbered, type Search } from "~/features/office/lists/find.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { inUnits } from "~/lib/csv";
import { formatDate, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import { countUpTo, readCount } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { searchContacts } from "./contacts.server";
import { type Fold, foldedList, readFolds } from "./fold.server";
import { BOOKING_LIST, type BookingListQuery, folds, type OfficeFold, type OfficeRow, UNKNOWN } from "./list";
import { searchBookings } from "./search.server";

export const bookingList = defineList(BOOKING_LIST, {
  select,
  id: bookings.id,
  date: bookings.starts_at,
  keys: { date: bookings.starts_at, amount: bookings.total_amount },
  edge: ({ starts_at, total_amount }, sort) => (sort === "date" ? starts_at : total_amount),
  wanted: async (ctx, query) => {
    const { status, customer: asked, plan, when } = query.filters;
    const [customer, { timezone }] = await Promise.all([
      asked ? bookingsOf(ctx.db, asked) : null,
      readCompany(ctx),
    ]);
    const days = officeDays(ctx.now, timezone);
    const filter = and(
      customer?.where,
      status && eq(bookings.status, status),
      plan ? eq(bookings.plan_id, plan) : undefined,
      onDays(when, days),
    );
    const scope = { far: days.far, filter, customer: customer?.where };
    const parts = folds(query) ? foldedList(scope, query.sort) : undefined;
    return { search: await searchFor(ctx.db, query), filter, parts, scope, of: customer?.name };
  },
  count: async ({ db }, { filters: { status, ...others } }, { filter }) => {
    if (Object.keys(others).length > 0)
      return countUpTo(db, db.select({ id: bookings.id }).from(bookings).where(filter));
    return { total: await readCount(db, "bookings", status), more: false };
  },
  rows: async (found, { ctx, wanted: { parts, scope } }) => {
    const far = found.flatMap((row) => planOfFar(row, scope));
    const foldsOf = parts ? await readFolds(ctx.db, far, scope) : new Map<string, Fold>();
    return found.map((row) => rowOf(row, foldsOf.get(planOfFar(row, scope)[0] ?? "")));
  },
  shown: (rows) => rows.reduce((sum, { fold }) => sum + (fold?.count ?? 1), 0),
  /** Nothing is folded in the file. */
  columns: [
    ["Booking", ({ number }) => formatNumber(number)],
    ["Customer", ({ customer }) => customer ?? UNKNOWN.customer],
    ["Phone", ({ phone }) => phone],
    ["Email", ({ customer_email }) => customer_email],
    ["Service", ({ service }) => service ?? UNKNOWN.service],
    ["Hours", ({ duration_hours }) => duration_hours],
    ["Bedrooms", ({ bedrooms }) => bedrooms],
    ["Bathrooms", ({ bathrooms }) => bathrooms],
    ["Half baths", ({ half_baths }) => half_baths],
    ["Square feet", ({ square_feet }) => square_feet],
    ["Extras", ({ extras }) => formatExtras(extras)],
    ["Date", ({ scheduled_date }) => scheduled_date],
    ["Time", ({ scheduled_time }) => formatTime(scheduled_time)],
    ["Street", ({ address_line1 }) => address_line1],
    ["Apartment, suite", ({ address_line2 }) => address_line2],
    ["City", ({ city }) => city],
    ["State", ({ state }) => state],
    ["ZIP code", ({ zip_code }) => zip_code],
    ["Amount", ({ total_amount }) => inUnits(total_amount)],
    ["Currency", ({ currency }) => currency],
    ["Status", ({ status }) => status],
    ["Paid", ({ order_status }) => order_status === "completed"],
    ["Test payment", ({ provider }) => isTestPayment(provider)],
    ["Crew", ({ crew }) => crew],
    ["Booked at", ({ created_at }) => created_at.toString()],
  ],
});

/** The plan of a visit that is far ahead. */
function planOfFar({ plan_id, starts_at }: Found, { far }: Pick<OfficeDays, "far">): string[] {
  return plan_id !== null && Temporal.Instant.compare(starts_at, far) >= 0 ? [plan_id] : [];
}

/** Of a booking what a row, or a line of a file, says: half of it. */
function select(db: Database) {
  const { id, number, plan_id, starts_at, scheduled_date, scheduled_time, duration_hours, created_at } =
    bookings;
  const { address_line1, address_line2, city, state, zip_code, total_amount, customer_email } = bookings;
  const { status, calendar_sequence, needs_attention } = bookings;
  const { bedrooms, bathrooms, half_baths, square_feet, extras } = bookings;
  return db
    .select({
      ...{ id, number, plan_id, starts_at, scheduled_date, scheduled_time, duration_hours, created_at },
      ...{ address_line1, address_line2, city, state, zip_code, total_amount, customer_email },
      ...{ status, calendar_sequence, needs_attention },
      ...{ bedrooms, bathrooms, half_baths, square_feet, extras },
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

/** A name, a street or a town, a service, a phone number, an email or its number; null when nothing is searched. */
async function searchFor(db: Database, { q }: BookingListQuery): Promise<Search | null> {
  if (!q) return null;
  const found = await Promise.all([searchBookings(db, q, { services: true }), searchContacts(db, q)]);
  return [...found.flat(), ...numbered(bookings.number, q)];
}

function onDays(when: string | undefined, { today, tomorrow }: OfficeDays): SQL | undefined {
  const ahead = gte(bookings.starts_at, today);
  if (when === "past") return lt(bookings.starts_at, today);
  if (when === "today") return and(ahead, lt(bookings.starts_at, tomorrow));
  if (when === "unassigned") return and(ahead, isUnassigned);
  return when === "upcoming" ? ahead : undefined;
}

/** What takes place and has no crew. The index bookings_unassigned has the same condition. */
const isUnassigned = sql`${isNull(bookings.crew_id)} and ${bookings.status} in ('pending', 'confirmed')`;

function rowOf(booking: Found, fold: Fold | undefined): OfficeRow {
  const erased = booking.address_line1 === ERASED_STREET;
  return {
    id: booking.id,
    number: formatNumber(booking.number),
    customer: booking.customer ?? UNKNOWN.customer,
    phone: booking.phone ?? UNKNOWN.phone,
    service: booking.service ?? UNKNOWN.service,
    duration: formatDuration(booking.duration_hours),
    date: formatDate(booking.scheduled_date),
    time: formatTime(booking.scheduled_time),
    street: erased || !booking.address_line1 ? UNKNOWN.address : booking.address_line1,
    town: [booking.city, booking.state].filter(Boolean).join(", "),
    amount: booking.plan_id ? "By plan" : formatCents(booking.total_amount, booking.currency ?? undefined),
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
    count: visits,
    visits: `${visits} more visits of this plan`,
    days: `${formatDate(first)} through ${formatDate(last)}`,
    cancelled: cancelled > 0 ? `${cancelled === visits ? "All" : cancelled} of them cancelled` : null,
  };
}

/** A plan's visits later than this many days from today are folded into one row of the list. */
const UNFOLDED_DAYS = 30;

/** Where the tabs of the list begin, and where a plan's visits fold: `far` is the first moment after the unfolded days. */
export type OfficeDays = Record<"today" | "tomorrow" | "far", Temporal.Instant>;

/** The days of the company around this moment. */
function officeDays(now: Temporal.Instant, zone: string): OfficeDays {
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const start = (days: number) => today.add({ days }).toZonedDateTime(zone).toInstant();
  return { today: start(0), tomorrow: start(1), far: start(UNFOLDED_DAYS + 1) };
}
