import { Semaphore } from "async-mutex";
import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import { upload_parts, uploads } from "~/db/schema/files";
import type { Ctx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import { withMutex } from "~/platform/jobs/mutex.server";
import { MAX_PICTURE_BYTES } from "./picture";
import { deleteFiles } from "./remove.server";
import { type StoreOutcome, storePicture } from "./store-file.server";

/** An upload as its sender names it. `holder`: who may go on with it, such as "phone 0b3c…". */
export type Named = { id: string; holder: string };

/** `bytes` of an upload have to arrive; those before `offset` have. `file_id` once it is finished. */
export type Progress = { bytes: number; offset: number; file_id: string | null };

type UploadCtx = Pick<Ctx, "db" | "now">;
type Missing = { ok: false; reason: "missing" };
/** The next part must begin at `offset`. */
type Misplaced = { ok: false; reason: "offset"; offset: number };

/** Unfinished uploads of one holder. */
const MAX_OPEN = 50;

/** Uploads whose content is in memory at a time. */
const finishing = new Semaphore(3);

/** How far an upload is; null if the holder has none of this id. */
export async function readUpload({ db }: Pick<Ctx, "db">, { id, holder }: Named): Promise<Progress | null> {
  const [upload] = await db
    .select({ bytes: uploads.bytes, offset: uploads.received, file_id: uploads.file_id })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.holder, holder)));
  return upload ?? null;
}

/** Begins an upload of so many bytes, or goes on with it. */
export async function openUpload(
  ctx: UploadCtx,
  { id, holder, bytes }: Named & { bytes: number },
): Promise<
  | ({ ok: true; isNew: boolean } & Progress)
  | Missing
  | { ok: false; reason: "empty" | "too many bytes" | "too many" | "other size" }
> {
  if (bytes < 1) return { ok: false, reason: "empty" };
  if (bytes > MAX_PICTURE_BYTES) return { ok: false, reason: "too many bytes" };
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, `uploads ${holder}`);
    const present = await readUpload({ db: tx }, { id, holder });
    if (present && present.bytes !== bytes) return { ok: false, reason: "other size" };
    if (present) return { ok: true, isNew: false, ...present };
    const [open] = await tx
      .select({ count: count() })
      .from(uploads)
      .where(and(eq(uploads.holder, holder), isNull(uploads.file_id)));
    if ((open?.count ?? 0) >= MAX_OPEN) return { ok: false, reason: "too many" };
    const opened = await tx
      .insert(uploads)
      .values({ id, holder, bytes, created_at: ctx.now, updated_at: ctx.now })
      .onConflictDoNothing()
      .returning({ id: uploads.id });
    if (opened.length === 0) return { ok: false, reason: "missing" }; // somebody else's
    return { ok: true, isNew: true, bytes, offset: 0, file_id: null };
  });
}

/** Adds a part that begins at `offset`. A part that arrived before does not fit, and the outcome says which does. */
export async function appendUpload(
  ctx: UploadCtx,
  { id, holder, offset, content }: Named & { offset: number; content: Buffer },
): Promise<{ ok: true; offset: number } | Missing | Misplaced | { ok: false; reason: "too many bytes" }> {
  return ctx.db.transaction(async (tx) => {
    const [added] = await tx
      .update(uploads)
      .set({ received: sql`${uploads.received} + ${content.length}`, updated_at: ctx.now })
      .where(
        and(
          eq(uploads.id, id),
          eq(uploads.holder, holder),
          eq(uploads.received, offset),
          sql`${uploads.received} + ${content.length} <= ${uploads.bytes}`,
        ),
      )
      .returning({ offset: uploads.received });
    if (added) {
      if (content.length > 0) await tx.insert(upload_parts).values({ upload_id: id, start: offset, content });
      return { ok: true, ...added };
    }
    const present = await readUpload({ db: tx }, { id, holder });
    if (!present) return { ok: false, reason: "missing" };
    if (present.offset === offset) return { ok: false, reason: "too many bytes" };
    return { ok: false, reason: "offset", offset: present.offset };
  });
}

export type FinishOutcome =
  | { ok: true; file_id: string }
  | Exclude<StoreOutcome, { ok: true }>
  | Missing
  | Misplaced;

/**
 * Stores the picture of an upload that has arrived. Finished twice, it is the same file. An upload that is no picture stays,
 * so that asking again gets the same answer.
 */
export function finishUpload(
  ctx: UploadCtx & Pick<Ctx, "files" | "log" | "jobs">,
  named: Named,
): Promise<FinishOutcome> {
  const { id, holder } = named;
  const finish = async (): Promise<FinishOutcome> => {
    const upload = await readUpload(ctx, named);
    if (!upload) return { ok: false, reason: "missing" };
    if (upload.file_id) return { ok: true, file_id: upload.file_id };
    if (upload.offset < upload.bytes) return { ok: false, reason: "offset", offset: upload.offset };
    const stored = await storePicture(ctx, await readContent(ctx, id));
    if (!stored.ok) return stored;
    return ctx.db.transaction(async (tx) => {
      const [won] = await tx
        .update(uploads)
        .set({ file_id: stored.file.id, updated_at: ctx.now })
        .where(and(eq(uploads.id, id), eq(uploads.holder, holder), isNull(uploads.file_id)))
        .returning({ id: uploads.id });
      if (won) {
        await tx.delete(upload_parts).where(eq(upload_parts.upload_id, id));
        return { ok: true, file_id: stored.file.id };
      }
      await deleteFiles(tx, ctx, [stored.file.id]); // another process was faster
      const other = await readUpload({ db: tx }, named);
      return other?.file_id ? { ok: true, file_id: other.file_id } : { ok: false, reason: "missing" };
    });
  };
  return finishing.runExclusive(() => withMutex(ctx, `upload ${id}`, finish));
}

/** Gives an upload up. A file that it has become stays. */
export async function removeUpload({ db }: Pick<Ctx, "db">, { id, holder }: Named): Promise<{ ok: true }> {
  await db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.holder, holder)));
  return { ok: true };
}

async function readContent({ db }: Pick<Ctx, "db">, id: string): Promise<Buffer> {
  const parts = await db
    .select({ content: upload_parts.content })
    .from(upload_parts)
    .where(eq(upload_parts.upload_id, id))
    .orderBy(asc(upload_parts.start));
  return Buffer.concat(parts.map(({ content }) => content));
}
