import { and, asc, eq, gte, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { crew_hours, crew_members, crew_time_off } from "~/db/schema/office";
import { readSettings } from "~/features/operations/settings/reads.server";
import { isUuid } from "~/lib/ids";
import type { AdminCtx } from "~/platform/context.server";
import { isAhead, readAhead, type VisitAhead } from "./ahead.server";
import type { Shift } from "./week";

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
export async function readCrews(ctx: AdminCtx): Promise<CrewRow[]> {
  const { today } = await readToday(ctx);
  const rows = await ctx.db
    .select({
      id: crews.id,
      name: crews.name,
      email: crews.email,
      is_active: crews.is_active,
      members: sql<string[]>`coalesce((select json_agg(m.name order by m.name) from ${crew_members} m
        where m.crew_id = crews.id), '[]')`,
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
export async function readCrew(ctx: AdminCtx, id: string): Promise<CrewView | null> {
  if (!isUuid(id)) return null;
  const { zone, today } = await readToday(ctx);
  const { db } = ctx;
  const [all, people, hours, time_off] = await Promise.all([
    readCrews(ctx),
    db.select().from(crew_members).where(eq(crew_members.crew_id, id)).orderBy(asc(crew_members.name)),
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

async function readToday(ctx: AdminCtx) {
  const zone = (await readSettings(ctx))["general.timezone"];
  return { zone, today: ctx.now.toZonedDateTimeISO(zone).toPlainDate().toString() };
}

function shiftOf({ weekday, starts, ends }: Shift): Shift {
  return { weekday, starts: starts.slice(0, 5), ends: ends.slice(0, 5) };
}
