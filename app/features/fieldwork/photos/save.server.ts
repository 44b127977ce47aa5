import { and, eq, inArray, ne } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { bookings } from "~/db/schema/bookings";
import { visit_events, visit_reports } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { visit_photos } from "~/db/schema/photos";
import { ERASED_STREET } from "~/features/booking/booking";
import type { CrewCtx, Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { deleteFiles } from "~/platform/files/remove.server";
import { PHOTOS_PER_VISIT, type PhotoKind } from "./photo";

type Photo = {
  id: string;
  booking_id: string;
  kind: PhotoKind;
  report_id: string | null;
  /** When it was taken; later than now counts as now. */
  taken_at: Temporal.Instant;
};

export type PhotoRefusal = "not yours" | "too many";

/** Why a phone can't add a photo to a visit; null if it can: it must be its crew's, or begun by its crew, and not erased. */
export async function whyNoPhoto(
  { db, actor }: Pick<CrewCtx, "db" | "actor">,
  { id, booking_id }: { id: string; booking_id: string },
): Promise<PhotoRefusal | null> {
  const [visit] = await db
    .select({ crew_id: bookings.crew_id })
    .from(bookings)
    .where(and(eq(bookings.id, booking_id), ne(bookings.address_line1, ERASED_STREET)))
    .for("key share"); // waits for an erasure
  if (!visit) return "not yours";
  if (visit.crew_id !== actor.crew_id && !(await hasBegun(db, actor.crew_id, booking_id))) return "not yours";
  const others = await db.$count(visit_photos, eq(visit_photos.booking_id, booking_id));
  if (others < PHOTOS_PER_VISIT) return null;
  return (await db.$count(visit_photos, eq(visit_photos.id, id))) > 0 ? null : "too many";
}

/** Adds an uploaded picture to a visit. The same upload twice is one photo. */
export async function savePhoto(
  ctx: CrewCtx,
  { file_id, taken_at, ...photo }: Photo & { file_id: string },
): Promise<{ ok: true } | { ok: false; reason: PhotoRefusal }> {
  return ctx.db.transaction(async (tx) => {
    const reason = await whyNoPhoto({ ...ctx, db: tx }, photo);
    if (reason) return { ok: false, reason };
    const happened_at = Temporal.Instant.compare(taken_at, ctx.now) > 0 ? ctx.now : taken_at;
    await tx
      .insert(visit_photos)
      .values({
        ...photo,
        ...{ file_id, happened_at, member_id: ctx.actor.member_id },
        ...{ created_at: ctx.now, updated_at: ctx.now },
      })
      .onConflictDoNothing();
    return { ok: true };
  });
}

/** Deletes the photos of visits: they show somebody's home. */
export async function erasePhotos(tx: Database, ctx: Pick<Ctx, "jobs">, bookingIds: string[]): Promise<void> {
  const gone = await tx
    .delete(visit_photos)
    .where(inArray(visit_photos.booking_id, bookingIds))
    .returning({ file_id: visit_photos.file_id });
  await deleteFiles(
    tx,
    ctx,
    gone.map(({ file_id }) => file_id),
  );
}

/** Whether somebody of the crew has tapped something at a visit, or told the office something of it. */
async function hasBegun(db: Database, crew_id: string, booking_id: string): Promise<boolean> {
  const tapped = db
    .select({ id: visit_events.id })
    .from(visit_events)
    .innerJoin(crew_members, eq(crew_members.id, visit_events.member_id))
    .where(and(eq(crew_members.crew_id, crew_id), eq(visit_events.booking_id, booking_id)));
  const told = db
    .select({ id: visit_reports.id })
    .from(visit_reports)
    .innerJoin(crew_members, eq(crew_members.id, visit_reports.member_id))
    .where(and(eq(crew_members.crew_id, crew_id), eq(visit_reports.booking_id, booking_id)));
  return (await union(tapped, told).limit(1)).length > 0;
}
