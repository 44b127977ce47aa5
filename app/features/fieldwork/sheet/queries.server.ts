// Rooms: a sheet lists the visits (booking) of a crew (scheduling), with the company's number and time zone (operations).
import { and, asc, eq, isNull } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { crew_members } from "~/db/schema/office";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { viewOf } from "~/features/booking/queries.server";
import { driveFrom, readItems, readVisits, stopOf } from "~/features/fieldwork/day/queries.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { dialableOf } from "~/features/operations/settings/site/site";
import { roadsOf } from "~/features/scheduling/roads/queries.server";
import { isUuid } from "~/lib/ids";
import type { StaffCtx } from "~/platform/context.server";
import type { SheetStop, Sheets } from "./sheet";

/**
 * The route sheets of a day (yyyy-MM-dd, company time): of all crews with visits, or of the one that is asked for. Paper is lost
 * and read by anybody: what looks like an entry code stays out.
 */
export async function readSheets(
  ctx: StaffCtx,
  { date, crew }: { date: string; crew: string | null },
): Promise<Sheets> {
  const settings = await readSettings(ctx);
  const company = { name: settings["general.company_name"], phone: dialableOf(settings["general.phone"]) };
  if (crew !== null && !isUuid(crew)) return { date, company, sheets: [] };
  const [visits, team, members] = await Promise.all([
    readVisits(ctx, { first: date, last: date, ...(crew && { crew_id: crew }) }),
    ctx.db
      .select({ id: crews.id, name: crews.name })
      .from(crews)
      .orderBy(asc(crews.sort_order), asc(crews.name)),
    ctx.db
      .select({ crew_id: crew_members.crew_id, name: crew_members.name })
      .from(crew_members)
      .where(and(isNull(crew_members.left_at), crew ? eq(crew_members.crew_id, crew) : undefined))
      .orderBy(asc(crew_members.name)),
  ]);
  const items = await readItems(ctx, visits, "en");
  const [zone, roads] = [settings["general.timezone"], roadsOf(settings)];
  const byCrew = Map.groupBy(visits, ({ booking }) => booking.crew_id);
  const stopsOf = (own: typeof visits) =>
    own.map((visit, index): SheetStop => {
      const { id, number, starts, ends, address, service, extras, pets, parking, ...said } = stopOf(
        visit,
        zone,
      );
      const { rooms } = viewOf({ booking: visit.booking, service, order: null });
      return {
        ...{ id, number, starts, ends, address, service, rooms, extras, pets, parking },
        drive: driveFrom(own[index - 1], visit, roads),
        customer: visit.customer || UNKNOWN.customer,
        phone: visit.phone,
        notes: [said.home_notes, said.notes].flatMap((text) => text?.trim() || []),
        items: items(visit),
      };
    });
  return {
    date,
    company,
    sheets: team.flatMap(({ id, name }) => {
      const own = byCrew.get(id);
      const names = members.flatMap((member) => (member.crew_id === id ? [member.name] : []));
      return own ? [{ id, crew: name, members: names, stops: stopsOf(own) }] : [];
    }),
  };
}
