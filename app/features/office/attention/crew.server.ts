// Rooms: a visit gets a crew (booking), of those that are free (scheduling), by the company's rules (operations).
import { and, between, eq, gte, inArray, isNull, type SQL } from "drizzle-orm";
import { alias, union } from "drizzle-orm/pg-core";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { crew_time_off } from "~/db/schema/office";
import { moveByStaff } from "~/features/booking/office/move.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import type { Settings } from "~/features/operations/settings/settings";
import { blockedRange, localEnd } from "~/features/scheduling/availability/slots";
import { schedulePath } from "~/features/scheduling/board/board";
import { readFreeCrews } from "~/features/scheduling/crews/pick.server";
import { isAhead } from "~/features/scheduling/crews/queries.server";
import { formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { AttentionCase, CaseAction } from "./attention";
import { defineAttention, GONE, type Handler, type Part, refused, seenIn, totalOf } from "./define.server";
import { caseOf, pathOf, readVisits, todayOf, type VisitRow } from "./visit.server";

/** Gives a visit another crew at its own time; `crew_id` empty: any that is free. `avoid`: the crew that is off. */
const assign: Handler = async (ctx, { id = "", date = "", time = "", crew_id = "", avoid, sequence }) => {
  const wish = { id, date, time, crew_id: crew_id || null, sequence: seenIn(sequence) };
  const outcome = await moveByStaff(ctx, { ...wish, avoid: avoid && isUuid(avoid) ? avoid : undefined });
  if (!outcome.ok) return outcome.reason === "not found" ? GONE : refused(outcome);
  return {
    ok: true,
    toast: { title: "Crew assigned", description: await nameOf(ctx, outcome.after.crew_id) },
  };
};

async function nameOf({ db }: StaffCtx, id: string | null): Promise<string | undefined> {
  if (!id) return;
  const [crew] = await db.select({ name: crews.name }).from(crews).where(eq(crews.id, id));
  return crew?.name;
}

export const unassigned = defineAttention({
  kind: "unassigned",
  one: "visit has no crew",
  many: "visits have no crew",
  read: async (ctx, part) => {
    const where = and(
      isNull(bookings.crew_id),
      gte(bookings.scheduled_date, await todayOf(ctx)),
      inArray(bookings.status, ["pending", "confirmed"]),
      isNull(bookings.needs_attention),
    );
    return readWithCrews(ctx, where, part);
  },
  handlers: { assign },
});

export const off = defineAttention({
  kind: "off",
  one: "visit is on a crew that is off",
  many: "visits are on crews that are off",
  read: async (ctx, part) => {
    const isOff = onCrewThatIsOff(ctx.db, await todayOf(ctx));
    return readWithCrews(ctx, and(isOff, isAhead(ctx.now), isNull(bookings.needs_attention)), part);
  },
  handlers: { assign },
});

async function readWithCrews(ctx: StaffCtx, where: SQL | undefined, part: Part) {
  const rows = await readVisits(ctx.db, where, part);
  const settings = await readSettings(ctx);
  const visits = rows.map((row) => visitOf(row, settings));
  const free = await readFreeCrews(ctx.db, visits);
  const cases = rows.map((row) => crewCase(row, free.get(row.id) ?? []));
  return { count: totalOf(rows), cases };
}

function visitOf(row: VisitRow, settings: Settings) {
  return {
    date: row.date,
    time: Temporal.PlainTime.from(row.time),
    ends: localEnd(row, settings["general.timezone"]),
    town: row.town,
    zip: row.zip,
    blocked: blockedRange(row, settings["booking.travel_buffer_minutes"]),
    moved: { id: row.id, crew_id: row.crew_id },
  };
}

type Choice = { id: string; name: string };

function crewCase(row: VisitRow, free: Choice[]): AttentionCase {
  const place = schedulePath({ view: "day", date: row.date, visit: row.id });
  const move: CaseAction = { label: "Move", href: pathOf(row) };
  return free.length > 0
    ? caseOf(row, [assignAction(row, free), move], null, place)
    : caseOf(row, [move], "no crew is free at that time", place);
}

function assignAction({ id, date, time, crew_id, sequence }: VisitRow, free: Choice[]): CaseAction {
  const seen = { id, date, time: formatTime(time), sequence: String(sequence) };
  return {
    label: "Assign",
    intent: "assign",
    pending: "Assigning...",
    fields: crew_id ? { ...seen, avoid: crew_id } : seen,
    pick: {
      name: "crew_id",
      label: "Crew",
      options: [["", "Any free crew"], ...free.map(({ id, name }) => [id, name] as const)],
    },
  };
}

/** Upcoming visits whose crew is off or inactive. Found through the few days off. */
function onCrewThatIsOff(db: Database, today: string): SQL {
  const ahead = alias(bookings, "ahead");
  const away = db
    .select({ id: ahead.id })
    .from(crew_time_off)
    .innerJoin(
      ahead,
      and(
        eq(ahead.crew_id, crew_time_off.crew_id),
        gte(ahead.scheduled_date, today),
        between(ahead.scheduled_date, crew_time_off.first_day, crew_time_off.last_day),
      ),
    )
    .where(gte(crew_time_off.last_day, today));
  const inactive = db
    .select({ id: ahead.id })
    .from(crews)
    .innerJoin(ahead, and(eq(ahead.crew_id, crews.id), gte(ahead.scheduled_date, today)))
    .where(eq(crews.is_active, false));
  return inArray(bookings.id, union(away, inactive));
}
