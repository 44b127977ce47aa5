import { and, asc, eq, gte, isNull, ne, type SQL } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { work_feeds } from "~/db/schema/background";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { properties } from "~/db/schema/customers";
import { ERASED_STREET } from "~/features/booking/booking";
import { type CalendarEntry, entriesFile } from "~/features/booking/emails/calendar.server";
import { feedUrl, newFeedToken, tokenOf } from "~/features/booking/manage/feed.server";
import { viewOf } from "~/features/booking/queries.server";
import type { Company } from "~/features/operations/settings/queries.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { FeedChange } from "./board";
import { workEntry } from "./work-entry";

const DAYS_BACK = 14;
/** The most visits in a feed; calendar programs read all of it each time. */
const VISITS_SHOWN = 3000;

/**
 * The calendar behind "TOKEN.ics": the visits of a crew, or of all, from two weeks back on; null for a token that is
 * unknown, or of a crew that is out of work. No hold is promised, and what is cancelled is not there any more.
 */
export async function readWorkCalendar(
  ctx: Pick<Ctx, "db" | "now">,
  company: Company,
  file: string,
): Promise<string | null> {
  const feed = await readFeed(ctx, file);
  if (!feed) return null;
  const entries = await readEntries(ctx, feed.crew_id);
  return entriesFile(entries, company, { name: `${feed.crew ?? "All crews"}, ${company.company_name}` });
}

async function readFeed({ db }: Pick<Ctx, "db">, file: string) {
  const token = tokenOf(file);
  if (!token) return null;
  const [feed] = await db
    .select({ crew_id: work_feeds.crew_id, crew: crews.name, is_active: crews.is_active })
    .from(work_feeds)
    .leftJoin(crews, eq(crews.id, work_feeds.crew_id))
    .where(eq(work_feeds.token, token));
  return feed && feed.is_active !== false ? feed : null;
}

async function readEntries(
  { db, now }: Pick<Ctx, "db" | "now">,
  crewId: string | null,
): Promise<CalendarEntry[]> {
  const rows = await db
    .select({
      booking: bookings,
      service: services.title,
      customer: customerName,
      phone: customerPhone,
      access: properties.special_instructions,
      crew: crews.name,
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(properties, eq(properties.id, bookings.property_id))
    .leftJoin(crews, eq(crews.id, bookings.crew_id))
    .where(
      and(
        crewId === null ? undefined : eq(bookings.crew_id, crewId),
        gte(bookings.starts_at, now.subtract({ hours: DAYS_BACK * 24 })),
        ne(bookings.status, "cancelled"),
        isNull(bookings.hold_expires_at),
        ne(bookings.address_line1, ERASED_STREET),
      ),
    )
    .orderBy(asc(bookings.starts_at), asc(bookings.id))
    .limit(VISITS_SHOWN);
  return rows.map(({ booking, service, ...row }) => {
    const visit = viewOf({ booking, service, order: null });
    const words = workEntry({ ...visit, ...row, notes: booking.notes, forAll: crewId === null });
    return { ...visit, ...words };
  });
}

/** The crew of a feed; null for all crews. */
type Whose = string | null;

const DONE: Record<FeedChange, string> = { create: "created", replace: "replaced", remove: "removed" };

/** Reads the secret address of a crew's or the office's calendar feed; null if none. */
export async function readWorkFeedUrl({ db, origin }: StaffCtx, crew_id: Whose): Promise<string | null> {
  const [feed] = await db.select({ token: work_feeds.token }).from(work_feeds).where(isOf(crew_id));
  return feed ? feedUrl(origin, feed.token) : null;
}

/**
 * Creates a feed (an existing one stays), replaces its address, or removes it. Old addresses stop working. False if
 * there is no such crew.
 */
export function changeWorkFeed(
  ctx: StaffCtx,
  { crew_id, change }: { crew_id: Whose; change: FeedChange },
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    if (crew_id !== null && !(await lockCrew(tx, crew_id))) return false;
    const changed = await WAYS[change](tx, ctx, crew_id);
    if (changed) await recordFeed(tx, ctx, crew_id, change);
    return true;
  });
}

type Way = (tx: Database, ctx: StaffCtx, crew_id: Whose) => Promise<boolean>;

const WAYS: Record<FeedChange, Way> = {
  async create(tx, { now }, crew_id) {
    const made = await tx
      .insert(work_feeds)
      .values({ crew_id, token: newFeedToken(), created_at: now, updated_at: now })
      .onConflictDoNothing({ target: work_feeds.crew_id })
      .returning({ id: work_feeds.id });
    return made.length > 0;
  },
  async replace(tx, { now }, crew_id) {
    const change = { token: newFeedToken(), updated_at: now };
    await tx
      .insert(work_feeds)
      .values({ crew_id, created_at: now, ...change })
      .onConflictDoUpdate({ target: work_feeds.crew_id, set: change });
    return true;
  },
  async remove(tx, _, crew_id) {
    const gone = await tx.delete(work_feeds).where(isOf(crew_id)).returning({ id: work_feeds.id });
    return gone.length > 0;
  },
};

function isOf(crew_id: Whose): SQL {
  return crew_id === null ? isNull(work_feeds.crew_id) : eq(work_feeds.crew_id, crew_id);
}

async function lockCrew(tx: Database, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const found = await tx.select({ id: crews.id }).from(crews).where(eq(crews.id, id)).for("key share");
  return found.length > 0;
}

function recordFeed(tx: Database, ctx: StaffCtx, crew_id: Whose, change: FeedChange) {
  const [entity, entity_id] = crew_id === null ? ["closure", "office"] : ["crew", crew_id];
  const action = `${crew_id === null ? "schedule" : "crew"}.calendar_${DONE[change]}`;
  return recordAudit(tx, ctx, { action, entity, entity_id });
}
