import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { asc } from "drizzle-orm";
import { z } from "zod";
import { erasures, restored_jobs } from "~/db/schema/office";
import { eraseAgain } from "~/features/identity/privacy/erase.server";
import { BrokenBackup } from "~/features/operations/backup/file/file.server";
import { backupPath, makeFolder } from "~/features/operations/backup/file/folder.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

/** Lies beside the backups: which accounts were erased, by their ids, in none of which a person can be read. */
const FILE = "erased-accounts.json";

const listSchema = z.array(z.object({ user_id: z.uuid(), erased_at: z.string() }));
export type Erasures = z.output<typeof listSchema>;

/** Writes the list of erased accounts beside the backups, so that it outlives the database. */
export async function keepErasures({ db, dataDir }: Pick<Ctx, "db" | "dataDir">): Promise<void> {
  const list = await db.select().from(erasures).orderBy(asc(erasures.erased_at), asc(erasures.user_id));
  if (list.length === 0) return;
  await makeFolder(dataDir);
  const file = backupPath(dataDir, FILE);
  const draft = `${file}.part`;
  const lines = list.map(({ user_id, erased_at }) => ({ user_id, erased_at: erased_at.toString() }));
  await writeFile(draft, JSON.stringify(lines, null, 1), { mode: 0o600, flush: true });
  await rename(draft, file);
}

/**
 * The lists of erased accounts beside a backup and among this machine's backups.
 * @throws BrokenBackup for a list that can't be read: without it erased customers would come back
 */
export async function readErasures({
  dataDir,
  file,
}: Pick<Ctx, "dataDir"> & { file: string }): Promise<Erasures> {
  const places = new Set([path.join(path.dirname(file), FILE), backupPath(dataDir, FILE)]);
  const lists = await Promise.all([...places].map(readList));
  return lists.flat();
}

async function readList(file: string): Promise<Erasures> {
  try {
    return listSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new BrokenBackup(`The list of erased accounts is damaged: ${path.basename(file)}.`);
  }
}

/** After a restore: who was erased since the backup, by this site's own list or by `listed`, is erased again. */
export async function replayErasures(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  listed: Erasures,
): Promise<void> {
  const known = listed.map(({ user_id, erased_at }) => ({
    user_id,
    erased_at: Temporal.Instant.from(erased_at),
  }));
  if (known.length > 0) await tx.insert(erasures).values(known).onConflictDoNothing();
  const all = await tx.select({ id: erasures.user_id }).from(erasures);
  const later: Ctx["jobs"] = {
    enqueue: async (db, name, data) => void (await db.insert(restored_jobs).values({ name, data })),
  };
  await eraseAgain(
    tx,
    { ...ctx, jobs: later },
    all.map(({ id }) => id),
  );
}
