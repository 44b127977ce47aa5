import { and, count, desc, eq, lt, not, or, type SQL, sql } from "drizzle-orm";
import { files } from "~/db/schema/files";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type FileStore, keyOf, readWhole, StoreDown } from "~/platform/files/store.server";
import { objectsOf } from "~/platform/files/store-file.server";
import type { BackupFile } from "./encrypt.server";
import { readBackup } from "./file.server";
import type { CarriedFiles } from "./format";

/**
 * Bytes of stored files that a backup carries at most: the logo and the pictures of the site's pages first, then the newest files.
 * Fourteen backups have to fit on a disk.
 */
export const MAX_CARRIED_BYTES = 100 * 1000 ** 2;
const BATCH = 500;
/** How many missing files are named. */
const MAX_NAMED = 100;

type Content = { sha256: string; content: string };

/**
 * Streams the content of stored files for a backup, and counts in `tally` what it carries, leaves out and misses. A bucket
 * is not on this machine: nothing of it is carried, and nothing looked up.
 */
export async function* carryFiles(
  tx: Database,
  store: FileStore,
  tally: CarriedFiles,
  maxBytes = MAX_CARRIED_BYTES,
): AsyncGenerator<Content> {
  const carried = new Set<string>();
  const isStored = eq(files.status, "stored");
  let left = store.isLocal ? maxBytes : 0;
  for (const which of [isOnPages, not(isOnPages)]) {
    if (left <= 0) break;
    for await (const file of newestFirst(tx, and(isStored, which))) {
      left -= file.bytes + (file.small_bytes ?? 0);
      if (left < 0) break;
      const found = await contentOf(
        store,
        objectsOf(file).filter((sha256) => !carried.has(sha256)),
      );
      for (const content of found.contents) {
        carried.add(content.sha256);
        yield content;
      }
      if (found.missing.length === 0) tally.carried += 1;
      else nameMissing(tally, found.missing);
    }
  }
  const [all] = await tx.select({ count: count() }).from(files).where(isStored);
  tally.left_out = (all?.count ?? 0) - tally.carried - tally.missing;
}

/** What every visitor sees. */
const isOnPages = sql<boolean>`(${files.kind} = 'logo'
  or exists (select from site_picture_files shown where shown.file_id = ${files.id}))`;

async function* newestFirst(tx: Database, where: SQL | undefined) {
  let last: typeof files.$inferSelect | undefined;
  while (true) {
    const after = last && or(lt(files.created_at, last.created_at), sameMoment(last));
    const batch = await tx
      .select()
      .from(files)
      .where(and(where, after))
      .orderBy(desc(files.created_at), desc(files.id))
      .limit(BATCH);
    yield* batch;
    last = batch.at(-1);
    if (batch.length < BATCH) return;
  }
}

const sameMoment = ({ created_at, id }: typeof files.$inferSelect) =>
  and(eq(files.created_at, created_at), lt(files.id, id));

async function contentOf(store: FileStore, objects: string[]) {
  const contents: Content[] = [];
  const missing: string[] = [];
  for (const sha256 of objects) {
    const found = await readWhole(store, sha256).catch(nullIfDown);
    if (found) contents.push({ sha256, content: found.toString("base64") });
    else missing.push(sha256);
  }
  return { contents, missing };
}

/** A photo that can't be read must not keep the rest of the site from being backed up. */
function nullIfDown(error: unknown): null {
  if (error instanceof StoreDown) return null;
  throw error;
}

function nameMissing(tally: CarriedFiles, objects: string[]): void {
  tally.missing += 1;
  tally.names = [...tally.names, ...objects.map(keyOf)].slice(0, MAX_NAMED);
}

/**
 * Puts the files that a backup carries into the store, before its rows are loaded: without rows they do no harm, and the
 * sweep removes them. Returns the SHA-256 of all that the store has then. @throws StoreDown, StoreFull
 */
export async function putCarriedFiles(
  { files: store }: Pick<Ctx, "files">,
  file: BackupFile,
): Promise<Set<string>> {
  for await (const part of readBackup(file)) if (part.kind === "file") await store.put(part.content);
  const present = new Set<string>();
  for await (const { sha256 } of store.list()) present.add(sha256);
  return present;
}

/** Files of the database that are not in the store: how many, and under which names some of them belong there. */
export async function readMissingFiles(
  tx: Database,
  present: ReadonlySet<string>,
): Promise<Pick<CarriedFiles, "missing" | "names">> {
  const tally = { place: "", carried: 0, left_out: 0, missing: 0, names: [] };
  const rows = await tx
    .select({ sha256: files.sha256, small_sha256: files.small_sha256 })
    .from(files)
    .where(eq(files.status, "stored"))
    .orderBy(desc(files.created_at), desc(files.id));
  for (const row of rows) {
    const missing = objectsOf(row).filter((sha256) => !present.has(sha256));
    if (missing.length > 0) nameMissing(tally, missing);
  }
  return { missing: tally.missing, names: tally.names };
}
