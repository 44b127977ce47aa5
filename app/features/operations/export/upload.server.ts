import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { exports } from "~/db/schema/exports";
import { fileSize } from "~/features/operations/backup/backup";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { BrokenZip, openZip } from "~/platform/files/zip-reader.server";
import { BrokenUpload } from "~/platform/request/upload.server";
import { expiryOf, exportPath, makeExportFolder } from "./create.server";
import { exportFileName } from "./export";

export const CHECK_EXPORT = "check-export";
/** Bytes. */
const MAX_UPLOAD = 20 * 1000 ** 3;

export type UploadOutcome = { ok: true } | { ok: false; message: string };

/** Stores an uploaded export in pieces; a job then checks it. What is no whole ZIP leaves nothing behind. */
export async function uploadExport(
  ctx: StaffCtx,
  content: AsyncIterable<Buffer>,
  maxBytes = MAX_UPLOAD,
): Promise<UploadOutcome> {
  const id = randomUUID();
  const file = exportFileName(ctx.now, "uploaded", id);
  const place = exportPath(ctx.dataDir, file);
  const draft = `${place}.part`;
  try {
    await makeExportFolder(ctx.dataDir);
    await pipeline(atMost(content, maxBytes), createWriteStream(draft, { mode: 0o600, flush: true }));
    const { size: bytes } = await stat(draft);
    if (bytes === 0) return refuse("Choose the ZIP of an export first.");
    await (await openZip(draft)).close();
    await rename(draft, place);
    await ctx.db.transaction(async (tx) => {
      await tx.insert(exports).values({
        ...{ id, origin: "uploaded", status: "checking", file, bytes },
        ...{ expires_at: expiryOf(ctx.now), created_at: ctx.now, updated_at: ctx.now },
      });
      await ctx.jobs.enqueue(tx, CHECK_EXPORT, { id });
      const details = { file, bytes };
      await recordAudit(tx, ctx, { action: "export.uploaded", entity: "export", entity_id: id, details });
    });
    return { ok: true };
  } catch (error) {
    await rm(place, { force: true });
    if (error instanceof BrokenZip || error instanceof BrokenUpload) return refuse(error.message);
    if ((error as NodeJS.ErrnoException).code === "ENOSPC")
      return refuse("There is no space left on the disk.");
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

const refuse = (message: string) => ({ ok: false as const, message });

async function* atMost(content: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new BrokenUpload(`The file is larger than ${fileSize(maxBytes)}.`);
    yield piece;
  }
}
