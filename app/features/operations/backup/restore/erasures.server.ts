import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { asc } from "drizzle-orm";
import { z } from "zod";
import { erasures, restored_jobs } from "~/db/schema/office";
import { eraseAgain } from "~/features/identity/privacy/erase.server";
import { BrokenBackup, backupPath, makeFolder } from "~/features/operations/backup/file/file.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/** List of erased account ids next to the backups. Contains no personal data. */
const FILE = "erased-accounts.json";

const listSchema = z.array(z.object({ user_id: z.uuid(), erased_at: z.string() }));
export type Erasures = z.output<typeof listSchema>;

/** Writes the list of erased accounts next to the backups, so that it outlives the database. */
export async function writeErasures({ db, dataDir }: Pick<Ctx, "db" | "dataDir">): Promise<void> {
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
 * Reads the lists of erased accounts next to the given backup and next to this machine's backups. @throws BrokenBackup for
 * an unreadable list, because erased customers would come back
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

/** After a restore, erases again the accounts that were erased since the backup, according to this site's list and `listed`. */
export async function repeatErasures(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now" | "vault">,
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
