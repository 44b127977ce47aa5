import { and, asc, between, eq, gt, inArray, or, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { visit_events } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { home_photos, visit_photos } from "~/db/schema/photos";
import { homeOf } from "~/features/customers/codes/home.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { addDays, companyToday, formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { CrewCtx, Ctx } from "~/platform/context.server";
import { fileLink } from "~/platform/files/serve.server";
import type { PhotoView } from "./photo";

type Reading = Pick<Ctx, "db" | "now" | "links" | "once">;

/** The photos of a visit in the order they were taken. Ask first whether the reader may see the visit. */
export async function readPhotos(ctx: Reading, booking_id: string): Promise<PhotoView[]> {
  const [rows, settings] = await Promise.all([
    ctx.db
      .select({ photo: visit_photos, by: crew_members.name })
      .from(visit_photos)
      .innerJoin(crew_members, eq(crew_members.id, visit_photos.member_id))
      .where(eq(visit_photos.booking_id, booking_id))
      .orderBy(asc(visit_photos.happened_at), asc(visit_photos.id)),
    readSettings(ctx),
  ]);
  return rows.map(({ photo: { id, kind, report_id, file_id, happened_at }, by }) => ({
    ...{ id, kind, report_id, by },
    taken: formatMoment(happened_at, settings["general.timezone"]),
    href: fileLink(ctx, file_id),
    small: fileLink(ctx, file_id, { size: "small" }),
  }));
}

/** What customers see of a visit's photos, if the office wants: those before and after, not those of reports. */
export async function readPhotosOfCustomer(ctx: Reading, booking_id: string): Promise<PhotoView[]> {
  const settings = await readSettings(ctx);
  if (!settings["crews.customer_photos"]) return [];
  return (await readPhotos(ctx, booking_id)).filter(({ kind }) => kind !== "report");
}

/**
 * The photos of homes where the crew has a visit today or tomorrow, or one of yesterday that still goes on: all, or the one with
 * this id. Those of a visit are in the order they were added.
 */
export async function readHomePhotosOfDay(ctx: CrewCtx, id?: string) {
  if (id !== undefined && !isUuid(id)) return [];
  const today = companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);
  const { scheduled_date, ends_at } = bookings;
  const isBegun = sql`exists (select from ${visit_events} tap where tap.booking_id = ${bookings.id})`;
  const goesOn = and(
    eq(scheduled_date, addDays(today, -1)),
    or(gt(ends_at, ctx.now), and(eq(bookings.status, "confirmed"), isBegun)),
  );
  return ctx.db
    .select({
      booking_id: bookings.id,
      ...{ id: home_photos.id, caption: home_photos.caption, file_id: home_photos.file_id },
    })
    .from(bookings)
    .innerJoin(home_photos, eq(home_photos.property_id, homeOf(bookings)))
    .where(
      and(
        eq(bookings.crew_id, ctx.actor.crew_id),
        inArray(bookings.status, ["confirmed", "completed"]),
        or(between(scheduled_date, today, addDays(today, 1)), goesOn),
        id === undefined ? undefined : eq(home_photos.id, id),
      ),
    )
    .orderBy(asc(home_photos.created_at), asc(home_photos.id));
}
