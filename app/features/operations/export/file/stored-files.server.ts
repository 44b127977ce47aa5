import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { files } from "~/db/schema/files";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type FileStore, readWhole, StoreDown, sha256Of } from "~/platform/files/store.server";
import type { ZipContent } from "~/platform/files/zip-writer.server";
import { filePath, type Manifest, smallPath } from "./manifest";

/** Stored files that are listed at a time. */
const BATCH = 200;
/** Milliseconds between tries of a store that doesn't answer. A bucket that is away for a minute ends no export. */
const PAUSES_MS = [1_000, 5_000, 15_000, 45_000];

type FilesCtx = Pick<Ctx, "db" | "files"> & { pausesMs?: number[] };

/**
 * The stored files by id, after the tables: they may take hours, and a file never changes. Counts them in `tally`, with the names of
 * those that the store has no longer, or not as they were. `onProgress` hears which share is done.
 * @throws StoreDown when the store can't be read: an export without its photos must not look whole
 */
export async function* storedFiles(
  { db, files: store, pausesMs = PAUSES_MS }: FilesCtx,
  tally: Manifest["files"],
  onProgress: (share: number) => Promise<void>,
): AsyncGenerator<ZipContent> {
  const isThere = eq(files.status, "stored");
  const total = await db.$count(files, isThere);
  let last: typeof files.$inferSelect | undefined;
  let done = 0;
  while (true) {
    const after = last && gt(files.id, last.id);
    const batch = await db
      .select()
      .from(files)
      .where(and(isThere, after))
      .orderBy(asc(files.id))
      .limit(BATCH);
    for (const file of batch) {
      const content = await contentOf(store, file.sha256, pausesMs);
      if (content) yield { name: filePath(file), compress: false, content: [content] };
      tally[content ? "count" : "missing"] += 1;
      if (!content) tally.names.push(`${filePath(file)} (${await holderOf(db, file.id)})`);
      const small = file.small_sha256 && (await contentOf(store, file.small_sha256, pausesMs));
      if (small) yield { name: smallPath(file), compress: false, content: [small] };
    }
    done += batch.length;
    last = batch.at(-1);
    if (batch.length < BATCH) break;
    await onProgress(done / Math.max(total, 1));
  }
}

/** Null for a file that the store doesn't have, or not as it was stored. @throws StoreDown */
async function contentOf(store: FileStore, sha256: string, pausesMs: number[]): Promise<Buffer | null> {
  for (const pauseMs of [...pausesMs, null]) {
    try {
      const content = await readWhole(store, sha256);
      return content && sha256Of(content) === sha256 ? content : null;
    } catch (error) {
      if (!(error instanceof StoreDown) || pauseMs === null) throw error;
      await sleep(pauseMs);
    }
  }
  return null;
}

/** What a file is, in words, by numbers that the office knows. */
async function holderOf(db: Database, id: string): Promise<string> {
  const { rows } = await db.execute<{ words: string | null }>(sql`select coalesce(
    (select 'photo of visit #' || booking.number from visit_photos photo
      join bookings booking on booking.id = photo.booking_id where photo.file_id = ${id} limit 1),
    (select 'photo of a home of customer #' || customer.number from home_photos photo
      join properties home on home.id = photo.property_id join customers customer on customer.id = home.customer_id
      where photo.file_id = ${id} limit 1),
    (select 'picture of a claim on visit #' || booking.number from claim_pictures picture
      join claims claim on claim.id = picture.claim_id join bookings booking on booking.id = claim.booking_id
      where picture.file_id = ${id} limit 1),
    (select 'picture ' || picture.number || ' of the texts, ' || shown.name from site_picture_files shown
      join site_pictures picture on picture.id = shown.picture_id where shown.file_id = ${id} limit 1),
    (select 'the logo' from admin_settings setting where setting.file_id = ${id} limit 1)) as words`);
  return rows[0]?.words ?? "used nowhere";
}
