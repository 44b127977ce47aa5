import { and, asc, count, eq, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { customerName } from "~/db/customer";
import { likePattern } from "~/db/keyset";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { claims } from "~/db/schema/claims";
import { crews } from "~/db/schema/crews";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { searchBookings } from "~/features/booking/office/list/search.server";
import { defineList } from "~/features/office/lists/define.server";
import { numbered } from "~/features/office/lists/find.server";
import { inUnits } from "~/lib/csv";
import { formatMoment } from "~/lib/dates";
import { formatNumber } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import { countUpTo } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import type { ClaimRow } from "./claim";
import { readClaimFigures } from "./figures.server";
import { CLAIM_LIST } from "./list";
import { formatClock } from "./rules";

/** The visit that answers a claim. */
export const again = alias(bookings, "again");

export const claimList = defineList(CLAIM_LIST, {
  select: selectClaims,
  from: sql`${claims} join ${bookings} on ${eq(bookings.id, claims.booking_id)}`,
  id: claims.id,
  date: claims.created_at,
  keys: { date: claims.created_at, due: claims.due_at },
  edge: ({ claim }, sort) => (sort === "due" ? claim.due_at : claim.created_at),
  wanted: async (ctx, { q, filters: { status, outcome, crew } }) => ({
    filter: and(
      status && ofStatus[status](ctx.now),
      outcome && eq(claims.status, outcome),
      crew ? eq(bookings.crew_id, crew) : undefined,
      q ? await has(ctx.db, q) : undefined,
    ),
  }),
  /** With what waits for an answer, the crews to choose from and the figures, whatever is searched for. */
  count: async (ctx, _, { filter }) => {
    const { db } = ctx;
    const found = db
      .select({ id: claims.id })
      .from(claims)
      .innerJoin(bookings, eq(bookings.id, claims.booking_id));
    const [total, waiting, figures, team] = await Promise.all([
      countUpTo(db, found.where(filter)),
      countOpen(ctx),
      readClaimFigures(ctx),
      db
        .select({ id: crews.id, name: crews.name })
        .from(crews)
        .orderBy(asc(crews.sort_order), asc(crews.name)),
    ]);
    return { ...total, waiting, figures, crews: team };
  },
  rows: (found, { ctx, zone }) => found.map((one) => rowOf(one, ctx.now, zone)),
  columns: [
    ["Booking", ({ booking }) => formatNumber(booking.number)],
    ["Opened", ({ claim }) => claim.created_at.toString()],
    ["Answer by", ({ claim }) => claim.due_at.toString()],
    ["Status", ({ claim }) => claim.status],
    ["Visit", ({ booking }) => booking.scheduled_date],
    ["Customer", ({ customer }) => customer || UNKNOWN.customer],
    ["Service", ({ service }) => service],
    ["Crew", ({ crew }) => crew],
    ["About", ({ claim }) => claim.room],
    ["Text", ({ claim }) => claim.words],
    ["Answered", ({ claim }) => claim.answered_at?.toString() ?? null],
    ["Answered by", ({ author }) => author],
    ["Answer", ({ claim }) => claim.answer],
    ["Credit", ({ claim }) => claim.credit && inUnits(claim.credit)],
    ["Currency", ({ claim }) => claim.currency],
    ["Re-clean", ({ again }) => again && formatNumber(again.number)],
  ],
});

const isOpen = eq(claims.status, "open");

const ofStatus: Record<"open" | "overdue" | "answered", (now: Temporal.Instant) => SQL | undefined> = {
  open: () => isOpen,
  overdue: (now) => and(isOpen, lt(claims.due_at, now)),
  answered: () => ne(claims.status, "open"),
};

/** The words of the claim, or its visit's number, customer or address. Claims are few: a page reads them in their order. */
async function has(db: Database, q: string): Promise<SQL | undefined> {
  const pattern = likePattern(q);
  const ofVisit = [...numbered(bookings.number, q), ...(await searchBookings(db, q, { joined: true }))];
  return or(
    sql`lower(${claims.room}) like ${pattern}`,
    sql`lower(${claims.words}) like ${pattern}`,
    ...ofVisit.map(({ where }) => where),
  );
}

async function countOpen({ db, now }: StaffCtx): Promise<{ open: number; overdue: number }> {
  const overdue = sql<number>`count(*) filter (where ${lt(claims.due_at, now)})`.mapWith(Number);
  const [found] = await db.select({ open: count(), overdue }).from(claims).where(isOpen);
  return found ?? { open: 0, overdue: 0 };
}

export function selectClaims(db: Database) {
  return db
    .select({
      id: claims.id,
      claim: claims,
      booking: bookings,
      again,
      customer: customerName.as("customer"),
      service: services.title,
      crew: crews.name,
      author: users.name,
    })
    .from(claims)
    .innerJoin(bookings, eq(bookings.id, claims.booking_id))
    .innerJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(crews, eq(crews.id, bookings.crew_id))
    .leftJoin(again, eq(again.id, claims.re_clean_id))
    .leftJoin(users, eq(users.id, claims.answered_by));
}

/** A claim in the list, at this moment, in this time zone. */
export function rowOf(
  { claim, booking, customer, service, crew }: Awaited<ReturnType<typeof selectClaims>>[number],
  now: Temporal.Instant,
  zone: string,
): ClaimRow {
  const waits = claim.status === "open";
  return {
    ...{ id: claim.id, status: claim.status, room: claim.room, service, crew },
    customer: customer || UNKNOWN.customer,
    number: formatNumber(booking.number),
    at: formatMoment(claim.created_at, zone),
    clock: waits ? formatClock(claim.due_at, now) : null,
    overdue: waits && Temporal.Instant.compare(claim.due_at, now) < 0,
  };
}
