// Rooms: a stop is a visit (booking) of a service with its drive (scheduling) and entry codes (customers), told with the
// company's number and time zone (operations).
import { and, asc, between, count, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { properties } from "~/db/schema/customers";
import { entry_codes } from "~/db/schema/entry-codes";
import { checklist_items, visit_events, visit_reports } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { visit_photos } from "~/db/schema/photos";
import { subselect } from "~/db/subselect";
import { ERASED_STREET } from "~/features/booking/booking";
import { viewOf } from "~/features/booking/queries.server";
import { withoutCodes } from "~/features/customers/codes/codes";
import { homeOf } from "~/features/customers/codes/home.server";
import { dismissedOfBooking } from "~/features/customers/codes/notes.server";
import { revealWindow } from "~/features/customers/codes/rules";
import { crewPhotoPath } from "~/features/customers/photos/photo";
import { LONG_HOURS, minutesByDay } from "~/features/fieldwork/hours/hours";
import { readMemberWeek } from "~/features/fieldwork/hours/queries.server";
import { mondayOf } from "~/features/fieldwork/hours/week";
import { readHomePhotosOfDay } from "~/features/fieldwork/photos/queries.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { dialableOf } from "~/features/operations/settings/site/site";
import { roadsOf } from "~/features/scheduling/roads/queries.server";
import { driveMinutes, type Roads } from "~/features/scheduling/roads/rules";
import { addDays, companyToday, formatTime } from "~/lib/dates";
import { firstNameOf } from "~/lib/text";
import type { CrewCtx, Ctx } from "~/platform/context.server";
import type { CrewPhone } from "../phones/recognize.server";
import type { CrewDay, Item, Stop } from "./day";
import { byPlan, isUnderWay, progressOf, tapsFrom, type VisitEvent } from "./progress";

/** The day of a phone's member: only the visits of their crew. */
export async function readDay(ctx: CrewCtx, phone: CrewPhone): Promise<CrewDay> {
  const settings = await readSettings(ctx);
  const zone = settings["general.timezone"];
  const today = companyToday(ctx.now, zone);
  const tomorrow = addDays(today, 1);
  const [near, members, week] = await Promise.all([
    readVisits(ctx, { first: addDays(today, -1), last: tomorrow, crew_id: ctx.actor.crew_id }),
    ctx.db
      .select({ id: crew_members.id, name: crew_members.name })
      .from(crew_members)
      .where(and(eq(crew_members.crew_id, ctx.actor.crew_id), isNull(crew_members.left_at)))
      .orderBy(asc(crew_members.name)),
    readWeek(ctx, today, zone),
  ]);
  const events = await readEventsOf(
    ctx,
    near.map(({ booking }) => booking.id),
  );
  const visits = near.filter(
    ({ booking }) => booking.scheduled_date >= today || isUnderWay(progressOf(events.get(booking.id) ?? [])),
  );
  const ids = visits.map(({ booking }) => booking.id);
  const [items, reports, photos, homePhotos] = await Promise.all([
    readItems(ctx, visits, phone.language),
    readReports(ctx, ids),
    countPhotos(ctx, ids),
    readHomePhotosOfDay(ctx),
  ]);
  const roads = roadsOf(settings);
  const relay = settings["crews.relay_phone"] || null;
  return {
    member: { id: phone.member_id, name: phone.name, language: phone.language },
    crew: { id: phone.crew_id, name: phone.crew, members },
    company: { name: settings["general.company_name"], phone: dialableOf(settings["general.phone"]), zone },
    now: ctx.now.epochMilliseconds,
    locks_at: phone.unlocked_until.epochMilliseconds,
    ...{ today, tomorrow, week },
    stops: visits.map((visit, index) => ({
      ...stopOf(visit, zone),
      on: visit.booking.scheduled_date === tomorrow ? "tomorrow" : "today",
      phone: relay ?? visit.phone,
      drive: driveFrom(visits[index - 1], visit, roads),
      items: items(visit),
      events: events.get(visit.booking.id) ?? [],
      reports: reports.get(visit.booking.id) ?? [],
      photos: photos(visit.booking.id),
      home_photos: homePhotos
        .filter(({ booking_id }) => booking_id === visit.booking.id)
        .map(({ id, caption }) => ({ href: crewPhotoPath(id), caption })),
    })),
  };
}

type Visit = Awaited<ReturnType<typeof readVisits>>[number];

type Asked = { first: string; last: string; crew_id?: string };

/** What a crew does from the first day to the last, in order; without `crew_id`, what all crews do. */
export function readVisits({ db }: Pick<Ctx, "db">, { first, last, crew_id }: Asked) {
  return db
    .select({
      booking: bookings,
      service: services.title,
      customer: customerName,
      phone: customerPhone,
      home: properties,
      dismissed: dismissedOfBooking,
      has_codes: subselect<boolean>(
        sql`exists (select from ${entry_codes} known where known.property_id = ${properties.id})`,
      ),
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(properties, eq(properties.id, homeOf(bookings)))
    .where(
      and(
        crew_id === undefined ? isNotNull(bookings.crew_id) : eq(bookings.crew_id, crew_id),
        between(bookings.scheduled_date, first, last),
        inArray(bookings.status, ["confirmed", "completed"]),
        ne(bookings.address_line1, ERASED_STREET),
      ),
    )
    .orderBy(asc(bookings.starts_at), asc(bookings.id));
}

/** What a stop shows of its visit. */
export function stopOf(visit: Visit, zone: string) {
  const { booking, service, customer, has_codes } = visit;
  const window = revealWindow(booking);
  const view = viewOf({ booking, service, order: null });
  const { bedrooms, bathrooms, half_baths, square_feet } = booking;
  return {
    id: booking.id,
    number: view.number,
    date: booking.scheduled_date,
    starts: formatTime(booking.scheduled_time),
    ends: formatTime(booking.ends_at.toZonedDateTimeISO(zone).toPlainTime().toString()),
    address: view.address,
    map: `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: view.address })}`,
    customer: firstNameOf(customer),
    service,
    rooms: view.rooms === null ? null : { bedrooms, bathrooms, half_baths, square_feet },
    extras: view.extras,
    ...wordsOf(visit),
    codes: has_codes ? { from: window.from.epochMilliseconds, until: window.until.epochMilliseconds } : null,
    status: booking.status as Stop["status"],
    sequence: booking.calendar_sequence,
    items_waived: booking.items_waived,
  };
}

/** What was said of a visit and its home, without entry codes. */
function wordsOf({ booking, home, dismissed }: Visit) {
  const shown = (text: string | null | undefined) => (text ? withoutCodes(text, dismissed) : null);
  return {
    pets: shown(home?.pets),
    parking: shown(home?.parking),
    home_notes: shown(home?.special_instructions),
    notes: shown(booking.notes),
  };
}

/** Minutes of driving from the visit before on the same day; null when nobody counts them. */
export function driveFrom(before: Visit | undefined, visit: Visit, roads: Roads | null): number | null {
  if (!roads || before?.booking.scheduled_date !== visit.booking.scheduled_date) return null;
  return driveMinutes(roads, before.booking.zip_code, visit.booking.zip_code);
}

/** What was tapped at each of these visits as it is planned now. */
export async function readEventsOf(
  { db }: Pick<Ctx, "db">,
  ids: string[],
): Promise<Map<string, VisitEvent[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      booking_id: visit_events.booking_id,
      id: visit_events.id,
      kind: visit_events.kind,
      members: visit_events.members,
      item_id: visit_events.item_id,
      undoes: visit_events.undoes,
      happened_at: visit_events.happened_at,
      starts_at: bookings.starts_at,
      scheduled_time: bookings.scheduled_time,
    })
    .from(visit_events)
    .innerJoin(bookings, eq(bookings.id, visit_events.booking_id))
    .where(inArray(visit_events.booking_id, ids));
  const byVisit = Map.groupBy(rows, ({ booking_id }) => booking_id);
  return new Map([...byVisit].map(([id, own]) => [id, tapsByPlan(own).now]));
}

type Row = Omit<VisitEvent, "at"> & {
  happened_at: Temporal.Instant;
  starts_at: Temporal.Instant;
  scheduled_time: string;
};

/** The taps of one visit, for its plan of now and of before. */
function tapsByPlan(rows: Row[]) {
  const events = rows.map(({ happened_at, starts_at: _, scheduled_time: __, ...row }) => ({
    ...row,
    at: happened_at.epochMilliseconds,
  }));
  return byPlan(events, rows[0] ? tapsFrom(rows[0]) : 0);
}

/** The items of each visit: of its service, then of its home. */
export async function readItems(
  { db }: Pick<Ctx, "db">,
  visits: Visit[],
  language: string,
): Promise<(visit: Visit) => Item[]> {
  const homes = visits.flatMap(({ home }) => home?.id ?? []);
  const sold = visits.map(({ booking }) => booking.service_id);
  if (visits.length === 0) return () => [];
  const rows = await db
    .select()
    .from(checklist_items)
    .where(
      and(
        isNull(checklist_items.archived_at),
        sql`(${inArray(checklist_items.service_id, sold)} or ${homes.length > 0 ? inArray(checklist_items.property_id, homes) : sql`false`})`,
      ),
    )
    .orderBy(asc(checklist_items.sort_order), asc(checklist_items.created_at));
  const itemOf = ({ id, text, text_es, need }: (typeof rows)[number]): Item => ({
    id,
    text: language === "es" ? (text_es ?? text) : text,
    required: need === "required",
  });
  return ({ booking, home }) => [
    ...rows.filter(({ service_id }) => service_id === booking.service_id).map(itemOf),
    ...rows.filter((row) => row.property_id && row.property_id === home?.id).map(itemOf),
  ];
}

async function readReports({ db }: CrewCtx, ids: string[]): Promise<Map<string, Stop["reports"]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      booking_id: visit_reports.booking_id,
      id: visit_reports.id,
      kind: visit_reports.kind,
      words: visit_reports.words,
      happened_at: visit_reports.happened_at,
      answer: visit_reports.answer,
    })
    .from(visit_reports)
    .where(inArray(visit_reports.booking_id, ids))
    .orderBy(asc(visit_reports.happened_at));
  const reports = rows.map(({ happened_at, ...row }) => ({ ...row, at: happened_at.epochMilliseconds }));
  return Map.groupBy(reports, ({ booking_id }) => booking_id);
}

async function countPhotos({ db }: CrewCtx, ids: string[]): Promise<(id: string) => Stop["photos"]> {
  if (ids.length === 0) return () => ({ before: 0, after: 0 });
  const rows = await db
    .select({ id: visit_photos.booking_id, kind: visit_photos.kind, taken: count() })
    .from(visit_photos)
    .where(inArray(visit_photos.booking_id, ids))
    .groupBy(visit_photos.booking_id, visit_photos.kind);
  const of = (id: string, kind: string) => rows.find((row) => row.id === id && row.kind === kind)?.taken ?? 0;
  return (id) => ({ before: of(id, "before"), after: of(id, "after") });
}

/**
 * The member's minutes at jobs on each day of the week of `today`, Monday first, with what the office corrected. What goes on
 * counts until now, unless somebody forgot to finish it.
 */
async function readWeek({ db, actor, now }: CrewCtx, today: string, zone: string): Promise<CrewDay["week"]> {
  const monday = mondayOf(today);
  const ms = now.epochMilliseconds;
  const visits = await readMemberWeek(db, { member_id: actor.member_id, monday, zone });
  const own = visits.flatMap(({ spans }) =>
    spans.flatMap((span) => {
      if (span.member_id !== actor.member_id) return [];
      return span.to === null && ms - span.from < LONG_HOURS * 3_600_000 ? { ...span, to: ms } : span;
    }),
  );
  const minutes = minutesByDay(own, zone);
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map((date) => ({
    date,
    minutes: minutes.get(date)?.job ?? 0,
  }));
}
