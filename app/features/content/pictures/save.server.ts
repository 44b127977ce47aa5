import { eq } from "drizzle-orm";
import { site_picture_files, site_pictures } from "~/db/schema/texts";
import { recordAudit } from "~/platform/audit.server";
import { may } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { PICTURE_FAULTS } from "~/platform/files/picture";
import { deleteFiles } from "~/platform/files/remove.server";
import { storeForPages } from "~/platform/files/store-file.server";
import { readUses } from "./queries.server";

type Refused = { ok: false; reason: "not found" } | { ok: false; reason: "invalid"; message: string };
export type PictureOutcome = { ok: true; number: number } | Refused;

const FAULTS = {
  ...PICTURE_FAULTS,
  "store down": "The picture can’t be stored right now. Try again in a minute.",
  "store full": "There is no space left for the picture.",
};

const mayEdit = ({ actor }: StaffCtx) => may(actor.role, "content.edit");

type NewPicture = { id: string; alt: string | null; content: Buffer };

/** Adds a picture. `id` is the form's: sent twice, it adds one. */
export async function addPicture(ctx: StaffCtx, { id, alt, content }: NewPicture): Promise<PictureOutcome> {
  if (!mayEdit(ctx)) return { ok: false, reason: "not found" };
  const known = await findById(ctx.db, id);
  if (known) return { ok: true, number: known };
  const stored = await storeForPages(ctx, content);
  if (!stored.ok) return { ok: false, reason: "invalid", message: FAULTS[stored.reason] };
  return ctx.db.transaction(async (tx): Promise<PictureOutcome> => {
    const timestamps = { created_at: ctx.now, updated_at: ctx.now };
    const [added] = await tx
      .insert(site_pictures)
      .values({ id, alt, ...factsOf(stored.files), ...timestamps })
      .onConflictDoNothing({ target: site_pictures.id })
      .returning({ number: site_pictures.number });
    if (!added) {
      await deleteFiles(tx, ctx, idsOf(stored.files));
      return { ok: true, number: (await findById(tx, id)) ?? 0 };
    }
    await nameFiles(tx, id, stored.files);
    await record(tx, ctx, "picture.added", added.number);
    return { ok: true, number: added.number };
  });
}

/** Puts another picture in the place of one: every text that shows it shows the new one. */
export async function replacePicture(
  ctx: StaffCtx,
  { number, content }: { number: number; content: Buffer },
): Promise<PictureOutcome> {
  if (!mayEdit(ctx)) return { ok: false, reason: "not found" };
  const stored = await storeForPages(ctx, content);
  if (!stored.ok) return { ok: false, reason: "invalid", message: FAULTS[stored.reason] };
  return ctx.db.transaction(async (tx): Promise<PictureOutcome> => {
    const id = await lockPicture(tx, number);
    const old = id ? await dropFiles(tx, id) : idsOf(stored.files);
    if (id) {
      await nameFiles(tx, id, stored.files);
      await tx
        .update(site_pictures)
        .set({ ...factsOf(stored.files), updated_at: ctx.now })
        .where(eq(site_pictures.id, id));
      await record(tx, ctx, "picture.replaced", number);
    }
    await deleteFiles(tx, ctx, old);
    return id ? { ok: true, number } : { ok: false, reason: "not found" };
  });
}

/** Changes what a picture shows where it is a cover, and what the next text that it is added to begins with. */
export function describePicture(
  ctx: StaffCtx,
  { number, alt }: { number: number; alt: string | null },
): Promise<PictureOutcome> {
  return ctx.db.transaction(async (tx): Promise<PictureOutcome> => {
    const id = mayEdit(ctx) ? await lockPicture(tx, number) : undefined;
    if (!id) return { ok: false, reason: "not found" };
    await tx.update(site_pictures).set({ alt, updated_at: ctx.now }).where(eq(site_pictures.id, id));
    await record(tx, ctx, "picture.described", number);
    return { ok: true, number };
  });
}

type DeleteOutcome =
  | { ok: true; number: number }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "in use" };

/** Deletes a picture with its files, unless a text shows it. */
export function deletePicture(ctx: StaffCtx, number: number): Promise<DeleteOutcome> {
  return ctx.db.transaction(async (tx): Promise<DeleteOutcome> => {
    await lockUntilCommit(tx, "site texts"); // so that no text is saved meanwhile that shows it
    const id = mayEdit(ctx) ? await lockPicture(tx, number) : undefined;
    if (!id) return { ok: false, reason: "not found" };
    if ((await readUses(tx)).has(number)) return { ok: false, reason: "in use" };
    const files = await dropFiles(tx, id);
    await tx.delete(site_pictures).where(eq(site_pictures.id, id));
    await deleteFiles(tx, ctx, files);
    await record(tx, ctx, "picture.deleted", number);
    return { ok: true, number };
  });
}

type StoredFile = {
  id: string;
  name: string;
  sha256: string;
  width: number | null;
  height: number | null;
};

const idsOf = (files: StoredFile[]) => files.map(({ id }) => id);

/** Key and size of a picture, by its widest file. */
function factsOf(files: StoredFile[]) {
  const widest = files.findLast(({ name }) => name.endsWith(".webp"));
  if (!widest?.width || !widest.height) throw new Error("The picture has no file for pages.");
  return { key: widest.sha256.slice(0, 12), width: widest.width, height: widest.height };
}

async function nameFiles(tx: Database, picture_id: string, files: StoredFile[]) {
  await tx
    .insert(site_picture_files)
    .values(files.map(({ id: file_id, name }) => ({ picture_id, file_id, name })));
}

async function dropFiles(tx: Database, picture_id: string): Promise<string[]> {
  const gone = await tx
    .delete(site_picture_files)
    .where(eq(site_picture_files.picture_id, picture_id))
    .returning({ file_id: site_picture_files.file_id });
  return gone.map(({ file_id }) => file_id);
}

async function findById(tx: Database, id: string): Promise<number | undefined> {
  const [found] = await tx
    .select({ number: site_pictures.number })
    .from(site_pictures)
    .where(eq(site_pictures.id, id));
  return found?.number;
}

async function lockPicture(tx: Database, number: number): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: site_pictures.id })
    .from(site_pictures)
    .where(eq(site_pictures.number, number))
    .for("update");
  return found?.id;
}

function record(tx: Database, ctx: StaffCtx, action: string, number: number): Promise<void> {
  return recordAudit(tx, ctx, { action, entity: "picture", entity_id: String(number) });
}
