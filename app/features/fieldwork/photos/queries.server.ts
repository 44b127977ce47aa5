import { asc, eq } from "drizzle-orm";
import { crew_members } from "~/db/schema/office";
import { visit_photos } from "~/db/schema/photos";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
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
