import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { eq } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { backupFileName, fileSize } from "~/features/operations/backup/backup";
import { beginBackup } from "~/features/operations/backup/create.server";
import { isEncryptedFile } from "~/features/operations/backup/file/encrypt.server";
import {
  BrokenBackup,
  backupPath,
  makeFolder,
  readHeader,
} from "~/features/operations/backup/file/file.server";
import { VERIFY_BACKUP } from "~/features/operations/backup/file/job-names";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { BrokenUpload } from "~/platform/request/upload.server";

export type UploadOutcome =
  | { ok: true; encrypted: boolean }
  | { ok: false; reason: "none" | "full" }
  | { ok: false; reason: "broken"; message: string };

/** Maximum size in bytes. Copy a larger file to the server and use `npm run restore`. */
const MAX_UPLOAD = 2 * 1000 ** 3;

/**
 * Stores an uploaded backup in pieces. A job then tests it, and it can be restored like any other. An incomplete or
 * invalid file leaves nothing behind.
 */
export async function uploadBackup(
  ctx: StaffCtx,
  content: AsyncIterable<Buffer>,
  maxBytes = MAX_UPLOAD,
): Promise<UploadOutcome> {
  const { id, file } = await beginBackup(ctx, "uploaded");
  const place = backupPath(ctx.dataDir, file);
  const draft = `${place}.part`;
  try {
    await makeFolder(ctx.dataDir);
    await pipeline(atMost(content, maxBytes), createWriteStream(draft, { mode: 0o600, flush: true }));
    const { size: bytes } = await stat(draft);
    if (bytes === 0) throw new NoFile();
    if (await isEncryptedFile(draft)) {
      await storeEncrypted(ctx, { id, draft, bytes });
      return { ok: true, encrypted: true };
    }
    const { made_at } = await readHeader(draft);
    await rename(draft, place);
    await ctx.db.transaction(async (tx) => {
      await tx.update(backups).set({ status: "checking", bytes }).where(eq(backups.id, id));
      await ctx.jobs.enqueue(tx, VERIFY_BACKUP, { id });
      const details = { file, made_at };
      await recordAudit(tx, ctx, { action: "backup.uploaded", entity: "backup", entity_id: id, details });
    });
    return { ok: true, encrypted: false };
  } catch (error) {
    await rm(draft, { force: true });
    await rm(place, { force: true });
    await ctx.db.delete(backups).where(eq(backups.id, id));
    if (error instanceof NoFile) return { ok: false, reason: "none" };
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return { ok: false, reason: "full" };
    if (error instanceof BrokenBackup || error instanceof BrokenUpload)
      return { ok: false, reason: "broken", message: error.message };
    throw error;
  }
}

/** Keeps a file that only the identity can verify. */
async function storeEncrypted(
  ctx: StaffCtx,
  { id, draft, bytes }: { id: string; draft: string; bytes: number },
): Promise<void> {
  const file = backupFileName(ctx.now, "uploaded", id, { encrypted: true });
  await rename(draft, backupPath(ctx.dataDir, file));
  await ctx.db.transaction(async (tx) => {
    const error = "It's encrypted: verify it with its identity.";
    await tx.update(backups).set({ file, status: "made", bytes, error }).where(eq(backups.id, id));
    const details = { file };
    await recordAudit(tx, ctx, { action: "backup.uploaded", entity: "backup", entity_id: id, details });
  });
}

class NoFile extends Error {}

async function* atMost(content: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > maxBytes)
      throw new BrokenUpload(
        `The file is larger than ${fileSize(maxBytes)}. Copy it to the server and run: npm run restore -- FILE.`,
      );
    yield piece;
  }
}
