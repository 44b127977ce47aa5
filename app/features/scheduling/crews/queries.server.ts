import { and, asc, count, eq, gt, gte, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { customerName } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { crew_hours, crew_members, crew_time_off } from "~/db/schema/office";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Shift } from "./week";
import { type CrewTimes, whyNotAtWork } from "./working";

export type CrewRow = {
  id: string;
  name: string;
  email: string | null;
  is_active: boolean;
  members: string[];
  shifts: Shift[];
  /** The next days off, or those that are now. */
  off: { first_day: string; last_day: string } | null;
  visits_ahead: number;
};

export type CrewView = CrewRow & {
  people: { id: string; name: string; email: string | null; phone: string | null }[];
  time_off: { id: string; first_day: string; last_day: string; reason: string | null }[];
  visits: VisitAhead[];
  today: string;
};

/** All crews in their order. */
export async function readCrews(ctx: StaffCtx): Promise<CrewRow[]> {
  const { today } = await readToday(ctx);
  const rows = await ctx.db
    .select({
      id: crews.id,
      name: crews.name,
      email: crews.email,
      is_active: crews.is_active,
      members: sql<string[]>`coalesce((select json_agg(m.name order by m.name) from ${crew_members} m
        where m.crew_id = crews.id and m.left_at is null), '[]')`,
      shifts: sql<
        Shift[]
      >`coalesce((select json_agg(h) from ${crew_hours} h where h.crew_id = crews.id), '[]')`,
      off: sql<CrewRow["off"]>`(select to_json(o) from ${crew_time_off} o
        where o.crew_id = crews.id and o.last_day >= ${today} order by o.first_day limit 1)`,
      visits_ahead: ctx.db.$count(bookings, and(sql`${bookings.crew_id} = crews.id`, isAhead(ctx.now))),
    })
    .from(crews)
    .orderBy(asc(crews.sort_order), asc(crews.name));
  return rows.map((row) => ({ ...row, shifts: row.shifts.map(shiftOf) }));
}

/** One crew with everything about it; null when there is none. */
export async function readCrew(ctx: StaffCtx, id: string): Promise<CrewView | null> {
  if (!isUuid(id)) return null;
  const { zone, today } = await readToday(ctx);
  const { db } = ctx;
  const [all, people, hours, time_off] = await Promise.all([
    readCrews(ctx),
    db
      .select()
      .from(crew_members)
      .where(and(eq(crew_members.crew_id, id), isNull(crew_members.left_at)))
      .orderBy(asc(crew_members.name)),
    db.select().from(crew_hours).where(eq(crew_hours.crew_id, id)),
    db
      .select()
      .from(crew_time_off)
      .where(and(eq(crew_time_off.crew_id, id), gte(crew_time_off.last_day, today)))
      .orderBy(asc(crew_time_off.first_day)),
  ]);
  const crew = all.find((one) => one.id === id);
  if (!crew) return null;
  const visits = await readAhead(ctx, id, { hours, time_off }, zone);
  return {
    ...crew,
    people: people.map(({ id, name, email, phone }) => ({ id, name, email, phone })),
    time_off: time_off.map(({ id, first_day, last_day, reason }) => ({ id, first_day, last_day, reason })),
    visits,
    today,
  };
}

async function readToday(ctx: StaffCtx) {
  const zone = (await readSettings(ctx))["general.timezone"];
  return { zone, today: ctx.now.toZonedDateTimeISO(zone).toPlainDate().toString() };
}

function shiftOf({ weekday, starts, ends }: Shift): Shift {
  return { weekday, starts: starts.slice(0, 5), ends: ends.slice(0, 5) };
}

/** An upcoming visit of a crew; `in_the_way`: why the crew's times don't fit it. */
type VisitAhead = {
  id: string;
  date: string;
  time: string;
  ends: string;
  service: string;
  customer: string | null;
  city: string;
  /** Grows when it is moved. */
  sequence: number;
  in_the_way: "time off" | "hours" | null;
};

const SHOWN = 100;

type Reading = Pick<Ctx, "db" | "now">;

async function countAhead({ db, now }: Reading, crewId: string): Promise<number> {
  const [row] = await db
    .select({ visits: count() })
    .from(bookings)
    .where(and(eq(bookings.crew_id, crewId), isAhead(now)));
  return row?.visits ?? 0;
}

/** The next visits of a crew, at most a hundred. `zone` is the company's. */
async function readAhead(
  { db, now }: Reading,
  crewId: string,
  times: CrewTimes,
  zone: string,
): Promise<VisitAhead[]> {
  const rows = await db
    .select({
      id: bookings.id,
      date: bookings.scheduled_date,
      starts: bookings.scheduled_time,
      ends_at: bookings.ends_at,
      service: services.title,
      customer: customerName,
      city: bookings.city,
      sequence: bookings.calendar_sequence,
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(and(eq(bookings.crew_id, crewId), isAhead(now)))
    .orderBy(asc(bookings.starts_at))
    .limit(SHOWN);
  return rows.map(({ starts, ends_at, ...visit }) => {
    const ends = ends_at.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: "second" });
    const why = whyNotAtWork(crewId, times, { date: visit.date, starts, ends });
    return {
      ...visit,
      time: formatTime(starts),
      ends: formatTime(ends.slice(11)),
      in_the_way: why === null || why === "time off" ? why : "hours",
    };
  });
}

/** Not over, not cancelled, not an expired hold. */
export function isAhead(now: Temporal.Instant): SQL | undefined {
  return and(
    inArray(bookings.status, ["pending", "confirmed"]),
    gt(bookings.ends_at, now),
    or(ne(bookings.status, "pending"), isNull(bookings.hold_expires_at), gt(bookings.hold_expires_at, now)),
  );
}

export type ActivityOutcome =
  | { ok: true; name: string }
  | { ok: false; reason: "not found" }
  /** Its visits to come must be given to others first. */
  | { ok: false; reason: "has visits"; visits: number };

/**
 * Takes a crew out of work, or back in. One with visits to come stays: `pickCrew` holds the crew that it gives out until
 * the booking is stored, so no visit can come in between.
 */
export function setCrewActive(
  ctx: StaffCtx,
  { id, active }: { id: string; active: boolean },
): Promise<ActivityOutcome> {
  return ctx.db.transaction(async (tx): Promise<ActivityOutcome> => {
    const [crew] = isUuid(id) ? await tx.select().from(crews).where(eq(crews.id, id)).for("update") : [];
    if (!crew) return { ok: false, reason: "not found" };
    if (crew.is_active === active) return { ok: true, name: crew.name };
    const visits = active ? 0 : await countAhead({ db: tx, now: ctx.now }, id);
    if (visits > 0) return { ok: false, reason: "has visits", visits };
    await tx.update(crews).set({ is_active: active, updated_at: ctx.now }).where(eq(crews.id, id));
    await recordAudit(tx, ctx, {
      action: active ? "crew.activated" : "crew.deactivated",
      entity: "crew",
      entity_id: id,
      details: { before: { is_active: crew.is_active }, after: { is_active: active } },
    });
    return { ok: true, name: crew.name };
  });
}
