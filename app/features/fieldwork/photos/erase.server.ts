import { inArray } from "drizzle-orm";
import { visit_photos } from "~/db/schema/photos";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { deleteFiles } from "~/platform/files/remove.server";

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
