import { asc, eq, inArray } from "drizzle-orm";
import { claim_pictures, claims } from "~/db/schema/claims";
import { files } from "~/db/schema/files";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { deleteFiles } from "~/platform/files/remove.server";

/** Deletes the claims about visits, with their pictures. */
export async function eraseClaims(
  tx: Database,
  ctx: Pick<Ctx, "jobs">,
  booking_ids: string[],
): Promise<void> {
  if (booking_ids.length === 0) return;
  const own = tx.select({ id: claims.id }).from(claims).where(inArray(claims.booking_id, booking_ids));
  const gone = await tx
    .delete(claim_pictures)
    .where(inArray(claim_pictures.claim_id, own))
    .returning({ file_id: claim_pictures.file_id });
  await tx.delete(claims).where(inArray(claims.booking_id, booking_ids));
  await deleteFiles(
    tx,
    ctx,
    gone.map(({ file_id }) => file_id),
  );
}

/** The claims about visits for the customer's export; each picture with the name that it has there, and its content in the store. */
export async function readClaimsToExport(tx: Database, booking_ids: string[]) {
  if (booking_ids.length === 0) return [];
  const ofVisits = inArray(claims.booking_id, booking_ids);
  const found = await tx.select().from(claims).where(ofVisits).orderBy(asc(claims.created_at));
  const pictures = await tx
    .select({ claim_id: claim_pictures.claim_id, id: files.id, sha256: files.sha256, type: files.media_type })
    .from(claim_pictures)
    .innerJoin(claims, eq(claims.id, claim_pictures.claim_id))
    .innerJoin(files, eq(files.id, claim_pictures.file_id))
    .where(ofVisits)
    .orderBy(asc(claim_pictures.position));
  return found.map(({ answered_by, ...claim }) => ({
    ...claim,
    pictures: pictures
      .filter(({ claim_id }) => claim_id === claim.id)
      .map(({ id, sha256, type }) => ({ file: `photos/${id}.${type.split("/")[1]}`, sha256 })),
  }));
}
