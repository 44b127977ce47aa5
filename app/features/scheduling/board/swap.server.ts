import { createHash } from "node:crypto";
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import { customerName } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { crew_hours, crew_time_off } from "~/db/schema/office";
import { ERASED_STREET } from "~/features/booking/booking";
import { releaseExpiredHolds } from "~/features/booking/release.server";
import { placeVisit } from "~/features/booking/visit.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { localEnd } from "~/features/scheduling/availability/slots";
import { lockDay } from "~/features/scheduling/crews/pick.server";
import { timesOfCrews, whyNotAtWork } from "~/features/scheduling/crews/working";
import { drivesOf } from "~/features/scheduling/roads/queries.server";
import { milesOfDay } from "~/features/scheduling/roads/rules";
import { shortenDrives } from "~/features/scheduling/roads/swap";
import { formatTime } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Drives } from "./swap";

export async function readDrives(ctx: StaffCtx, date: string): Promise<Drives> {
  const { visits, team, roads, found } = await readDay(ctx.db, ctx, date);
  const to = new Map(found.swaps.map((swap) => [swap.id, swap.to]));
  const nameOf = (id: string) => team.find((crew) => crew.id === id)?.name ?? "";
  const routeOf = (crewId: string, after: boolean) =>
    visits.filter(({ id, crew_id }) => ((after && to.get(id)) || crew_id) === crewId);
  return {
    crews: team.map(({ id, name }) => ({
      id,
      name,
      visits: routeOf(id, false).length,
      before: milesOfDay(routeOf(id, false), roads),
      after: milesOfDay(routeOf(id, true), roads),
    })),
    swaps: visits.flatMap(({ id, number, time, customer, town, crew_id }) => {
      const next = to.get(id);
      return next ? [{ id, number, time, customer, town, from: nameOf(crew_id), to: nameOf(next) }] : [];
    }),
    before: found.before,
    after: found.after,
    unknown: [...new Set(visits.map(({ zip }) => zip))].filter(
      (zip) => roads.milesBetween(zip, KNOWN) === null,
    ),
    seen: found.seen,
  };
}

/** A ZIP code that exists. */
const KNOWN = "03301";

export type SwapOutcome = { ok: true; visits: number } | { ok: false; reason: "changed"; message: string };

/** Gives visits of a day to other crews, all of them or none. Refused when the day is no longer as staff saw it. */
export function swapCrews(
  ctx: StaffCtx,
  { date, seen }: { date: string; seen: string },
): Promise<SwapOutcome> {
  return ctx.db.transaction(async (tx): Promise<SwapOutcome> => {
    await lockDay(tx, date);
    const { visits, found } = await readDay(tx, ctx, date, true);
    if (found.seen !== seen || found.swaps.length === 0) {
      const message = "The day has changed since you looked. Check the new proposal.";
      return { ok: false, reason: "changed", message };
    }
    for (const { range } of visits) await releaseExpiredHolds(tx, ctx, range);
    const ids = found.swaps.map(({ id }) => id);
    // Two visits that change places would be with one crew for a moment.
    await tx.update(bookings).set({ crew_id: null }).where(inArray(bookings.id, ids));
    for (const { id, from, to } of found.swaps) {
      const visit = visits.find((one) => one.id === id)?.row;
      if (!visit) throw new Error("A swap is of a visit of the day");
      await placeVisit(tx, ctx, visit, {
        date,
        time: visit.scheduled_time,
        range: { start: visit.starts_at, end: visit.ends_at },
        blocked: visit.blocked,
        crew_id: to,
      });
      const place = { date, time: formatTime(visit.scheduled_time) };
      await recordAudit(tx, ctx, {
        action: "booking.assigned",
        entity: "booking",
        entity_id: id,
        details: { before: { ...place, crew_id: from }, after: { ...place, crew_id: to } },
      });
    }
    return { ok: true, visits: ids.length };
  });
}

async function readDay(db: Database, ctx: StaffCtx, date: string, lock = false) {
  const settings = await readSettings({ db });
  const zone = settings["general.timezone"];
  const roads = drivesOf(settings);
  const reading = db
    .select({ row: bookings, customer: customerName })
    .from(bookings)
    .where(
      and(
        eq(bookings.scheduled_date, date),
        ne(bookings.status, "cancelled"),
        isNotNull(bookings.crew_id),
        or(isNull(bookings.hold_expires_at), gt(bookings.hold_expires_at, ctx.now)),
      ),
    )
    .orderBy(asc(bookings.id));
  const rows = lock ? await reading.for("update", { of: bookings }) : await reading;
  const all = await db
    .select({ id: crews.id, name: crews.name, is_active: crews.is_active })
    .from(crews)
    .orderBy(asc(crews.sort_order), asc(crews.name));
  const timesOf = timesOfCrews({
    hours: await db.select().from(crew_hours),
    time_off: await db.select().from(crew_time_off),
  });
  const visits = rows.flatMap(({ row, customer }) => {
    const { id, number, crew_id, blocked: range, zip_code: zip, city: town } = row;
    if (!crew_id) return [];
    const settled = row.status !== "confirmed" || Temporal.Instant.compare(row.starts_at, ctx.now) <= 0;
    const fixed = settled || row.crew_requested || row.address_line1 === ERASED_STREET;
    const local = {
      date,
      starts: row.scheduled_time,
      ends: localEnd({ start: row.starts_at, end: row.ends_at }, zone),
    };
    const time = formatTime(row.scheduled_time);
    return [{ id, number, crew_id, range, zip, town, fixed, local, customer, time, row }];
  });
  const active = all.filter(({ is_active }) => is_active).map(({ id }) => id);
  const localOf = new Map(visits.map(({ id, local }) => [id, local]));
  const found = shortenDrives({
    visits,
    crew_ids: active,
    canCome: (crewId, { id }) => {
      const local = localOf.get(id);
      return local !== undefined && whyNotAtWork(crewId, timesOf(crewId), local) === null;
    },
    roads,
  });
  const said = visits.map(({ id, crew_id, row }) => [id, crew_id, row.calendar_sequence]);
  const seen = createHash("sha256").update(JSON.stringify([date, said, found.swaps]));
  const busy = new Set(visits.map(({ crew_id }) => crew_id));
  return {
    visits,
    team: all.filter(({ id, is_active }) => is_active || busy.has(id)),
    roads,
    found: { ...found, seen: seen.digest("base64url").slice(0, 22) },
  };
}
