import { and, eq, inArray } from "drizzle-orm";
import { properties } from "~/db/schema/customers";
import { home_photos } from "~/db/schema/photos";
import type { By } from "~/features/customers/codes/home.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { deleteFiles } from "~/platform/files/remove.server";
import { PHOTO_LIMIT } from "./photo";
import { homesOf } from "./queries.server";

type NotFound = { ok: false; reason: "not found" };
type OfHome = { home: string; by: By };

export type AddPhotosOutcome =
  | { ok: true; added: number }
  | NotFound
  | { ok: false; reason: "too many"; message: string };

type NewPhoto = { id: string; file_id: string };

/**
 * Adds uploaded pictures to a home, all or none. Ids are of the form, so that a form sent twice adds them once; its second files
 * are deleted, as are those of pictures that are refused.
 */
export function addPhotos(
  ctx: UserCtx,
  { home, by, caption, photos }: OfHome & { caption: string | null; photos: NewPhoto[] },
): Promise<AddPhotosOutcome> {
  const dropFiles = (tx: Database, gone: NewPhoto[]) =>
    deleteFiles(
      tx,
      ctx,
      gone.map(({ file_id }) => file_id),
    );
  return ctx.db.transaction(async (tx): Promise<AddPhotosOutcome> => {
    if (!(await lockHome(tx, ctx, { home, by }))) {
      await dropFiles(tx, photos);
      return { ok: false, reason: "not found" };
    }
    const had = await tx
      .select({ id: home_photos.id })
      .from(home_photos)
      .where(eq(home_photos.property_id, home));
    const isKnown = ({ id }: NewPhoto) => had.some((photo) => photo.id === id);
    const fresh = photos.filter((photo) => !isKnown(photo));
    await dropFiles(tx, photos.filter(isKnown));
    if (had.length + fresh.length > PHOTO_LIMIT) {
      await dropFiles(tx, fresh);
      const message = `A home can have at most ${PHOTO_LIMIT} photos. Remove one that is not needed.`;
      return { ok: false, reason: "too many", message };
    }
    if (fresh.length === 0) return { ok: true, added: 0 };
    const rows = fresh.map((photo, place) => {
      const at = ctx.now.add({ microseconds: place }); // keeps the order
      return { ...photo, property_id: home, caption, created_at: at, updated_at: at };
    });
    const added = await tx.insert(home_photos).values(rows).onConflictDoNothing().returning();
    // An id that another home has was made up.
    await dropFiles(
      tx,
      fresh.filter(({ id }) => !added.some((photo) => photo.id === id)),
    );
    if (added.length > 0)
      await record(tx, ctx, home, { action: "property.photos_added", details: { photos: added.length } });
    return { ok: true, added: added.length };
  });
}

type OnePhoto = OfHome & { photo: string };

/** Changes what a photo says that it shows. */
export function editCaption(
  ctx: UserCtx,
  { home, by, photo, caption }: OnePhoto & { caption: string | null },
): Promise<{ ok: true } | NotFound> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(photo) || !(await lockHome(tx, ctx, { home, by }))) return { ok: false, reason: "not found" };
    const changed = await tx
      .update(home_photos)
      .set({ caption, updated_at: ctx.now })
      .where(and(eq(home_photos.id, photo), eq(home_photos.property_id, home)))
      .returning({ id: home_photos.id });
    if (changed.length === 0) return { ok: false, reason: "not found" };
    await record(tx, ctx, home, { action: "property.photo_captioned" });
    return { ok: true };
  });
}

/** Deletes a photo of a home, with its file. */
export function removePhoto(ctx: UserCtx, { home, by, photo }: OnePhoto): Promise<{ ok: true } | NotFound> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(photo) || !(await lockHome(tx, ctx, { home, by }))) return { ok: false, reason: "not found" };
    const gone = await tx
      .delete(home_photos)
      .where(and(eq(home_photos.id, photo), eq(home_photos.property_id, home)))
      .returning({ file_id: home_photos.file_id });
    if (gone.length === 0) return { ok: false, reason: "not found" };
    await deleteFiles(
      tx,
      ctx,
      gone.map(({ file_id }) => file_id),
    );
    await record(tx, ctx, home, { action: "property.photo_removed" });
    return { ok: true };
  });
}

/** Deletes all photos of homes, with their files. */
export async function eraseHomePhotos(tx: Database, ctx: Pick<Ctx, "jobs">, homes: string[]): Promise<void> {
  if (homes.length === 0) return;
  const gone = await tx
    .delete(home_photos)
    .where(inArray(home_photos.property_id, homes))
    .returning({ file_id: home_photos.file_id });
  await deleteFiles(
    tx,
    ctx,
    gone.map(({ file_id }) => file_id),
  );
}

/** Locks a home against other changes of its photos; undefined if it is not the actor's to change. */
async function lockHome(tx: Database, ctx: UserCtx, { home, by }: OfHome) {
  if (!isUuid(home)) return undefined;
  const [found] = await tx
    .select({ id: properties.id })
    .from(properties)
    .where(and(eq(properties.id, home), homesOf(ctx, by, "customers.edit")))
    .for("no key update");
  return found;
}

type Entry = { action: string; details?: { photos: number } };

function record(tx: Database, ctx: UserCtx, home: string, entry: Entry): Promise<void> {
  return recordAudit(tx, ctx, { entity: "property", entity_id: home, ...entry });
}
