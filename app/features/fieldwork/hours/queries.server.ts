import { and, asc, between, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { customerName } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { visit_events } from "~/db/schema/fieldwork";
import { hour_edits } from "~/db/schema/pay";
import { tapsFrom, type VisitEvent } from "~/features/fieldwork/day/progress";
import type { Database } from "~/platform/database/database.server";
import { type HourEdit, type HourSpan, presentAt, spansOf } from "./hours";
import { lastDayOf, momentsOf } from "./week";

/** Tells homes apart: by the customer's saved home, or else by customer and address. */
export const homeOf = sql<string>`coalesce(${bookings.property_id}::text, lower(concat_ws(' ', ${bookings.customer_id},
  ${bookings.address_line1}, ${bookings.address_line2}, ${bookings.zip_code})))`;

/** A visit with the hours of everybody who was there. */
export type VisitHours = {
  id: string;
  number: number;
  date: string;
  status: "pending" | "confirmed" | "completed" | "cancelled";
  crew_id: string | null;
  customer_id: string | null;
  home: string;
  service_id: string;
  service: string;
  customer: string | null;
  address: string;
  starts_at: Temporal.Instant;
  ends_at: Temporal.Instant;
  spans: HourSpan[];
  /** Why each edit was made, by its id. */
  reasons: Map<string, string>;
  /** When the last tap about somebody's time arrived. */
  received_at: Temporal.Instant | null;
};

/** The visits where a member was on one of the days of a week, by taps or edits. */
export function readMemberWeek(
  db: Database,
  { member_id, monday, zone }: { member_id: string; monday: string; zone: string },
): Promise<VisitHours[]> {
  const { from, to } = momentsOf(monday, zone);
  const [start, end] = [sql`${from.toString()}::timestamptz`, sql`${to.toString()}::timestamptz`];
  return readHours(
    db,
    or(
      sql`${bookings.id} in (select e.booking_id from ${visit_events} e
        where e.happened_at >= ${start} and e.happened_at < ${end} and ${member_id}::uuid = any (e.members))`,
      sql`${bookings.id} in (select h.booking_id from ${hour_edits} h
        where h.member_id = ${member_id} and h.starts_at < ${end} and h.ends_at > ${start})`,
    ),
  );
}

/** The visits of a week: those planned for one of its days, but for history that moved in, and those where somebody was on one of them. */
export function readWeekHours(db: Database, monday: string, zone: string): Promise<VisitHours[]> {
  const { from, to } = momentsOf(monday, zone);
  const [start, end] = [sql`${from.toString()}::timestamptz`, sql`${to.toString()}::timestamptz`];
  return readHours(
    db,
    or(
      and(between(bookings.scheduled_date, monday, lastDayOf(monday)), isNull(bookings.history_of)),
      sql`${bookings.id} in (select e.booking_id from ${visit_events} e where e.happened_at >= ${start} and e.happened_at < ${end})`,
      sql`${bookings.id} in (select h.booking_id from ${hour_edits} h where h.starts_at < ${end} and h.ends_at > ${start})`,
    ),
  );
}

/** The visits that match, by their start. One query after the other, so that it can run in a transaction. */
export async function readHours(db: Database, which: SQL | undefined): Promise<VisitHours[]> {
  const visits = await db
    .select({
      ...{ id: bookings.id, number: bookings.number, date: bookings.scheduled_date, status: bookings.status },
      ...{
        crew_id: bookings.crew_id,
        customer_id: bookings.customer_id,
        home: homeOf,
        service_id: bookings.service_id,
      },
      ...{
        starts_at: bookings.starts_at,
        ends_at: bookings.ends_at,
        scheduled_time: bookings.scheduled_time,
      },
      address: sql<string>`concat_ws(', ', ${bookings.address_line1}, ${bookings.city})`,
      service: services.title,
      customer: customerName,
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(and(which, ne(bookings.status, "pending")))
    .orderBy(asc(bookings.starts_at), asc(bookings.id));
  const ids = visits.map(({ id }) => id);
  const events = await readTaps(db, ids);
  const edits = await readEdits(db, ids);
  return visits.map(({ scheduled_time, ...visit }) => {
    const tapped = events.get(visit.id) ?? [];
    const corrected = edits.get(visit.id) ?? [];
    const received = tapped.map(({ received_at }) => received_at);
    return {
      ...visit,
      spans: spansOf({
        ...{ booking_id: visit.id, taps_from: tapsFrom({ ...visit, scheduled_time }) },
        ...{ events: tapped, edits: corrected },
      }),
      reasons: new Map(corrected.map(({ id, reason }) => [id, reason])),
      received_at: received.toSorted(Temporal.Instant.compare).at(-1) ?? null,
    };
  });
}

type Tap = VisitEvent & { booking_id: string; received_at: Temporal.Instant };

async function readTaps(db: Database, ids: string[]): Promise<Map<string, Tap[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      ...{ booking_id: visit_events.booking_id, id: visit_events.id, kind: visit_events.kind },
      ...{ members: visit_events.members, item_id: visit_events.item_id, undoes: visit_events.undoes },
      ...{ happened_at: visit_events.happened_at, received_at: visit_events.received_at },
    })
    .from(visit_events)
    .where(
      and(inArray(visit_events.booking_id, ids), notInArray(visit_events.kind, ["checked", "unchecked"])),
    );
  const taps = rows.map(({ happened_at, ...tap }) => ({ ...tap, at: happened_at.epochMilliseconds }));
  return Map.groupBy(taps, ({ booking_id }) => booking_id);
}

type Edit = HourEdit & { booking_id: string; reason: string };

async function readEdits(db: Database, ids: string[]): Promise<Map<string, Edit[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(hour_edits).where(inArray(hour_edits.booking_id, ids));
  const edits = rows.map(({ kind, starts_at, ends_at, ...edit }) => ({
    ...edit,
    span:
      kind && starts_at && ends_at
        ? { kind, from: starts_at.epochMilliseconds, to: ends_at.epochMilliseconds }
        : null,
  }));
  return Map.groupBy(edits, ({ booking_id }) => booking_id);
}

/** The minutes at the job of each member who was at a visit. Empty when nobody's hours are known. */
export async function readPresent(db: Database, booking_id: string): Promise<Map<string, number>> {
  const [visit] = await readHours(db, eq(bookings.id, booking_id));
  return visit ? presentAt(visit.spans) : new Map();
}
