import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { dumpSite } from "~/features/operations/backup/file/dump.server";
import {
  BrokenBackup,
  compareDigests,
  readHeader,
  writeBackup,
} from "~/features/operations/backup/file/file.server";
import { backupPath, makeFolder } from "~/features/operations/backup/file/folder.server";
import type { Header } from "~/features/operations/backup/file/format";
import { type Loaded, loadBackup } from "~/features/operations/backup/file/load.server";
import { digestTables } from "~/features/operations/backup/file/rows.server";
import { MayNotTry, withScratch } from "~/features/operations/backup/file/scratch.server";
import { readTables } from "~/features/operations/backup/file/tables.server";
import type { Ctx } from "~/platform/context.server";
import { type Connection, type Database, openDatabase } from "~/platform/database.server";
import { migrateDatabase, migrationLevels } from "~/platform/migrations.server";

/** `connection` is of somebody who may make a database beside it. */
export type Prover = Pick<Ctx, "now" | "vault" | "log" | "dataDir"> & { connection: Connection };

/**
 * Restores a backup into a scratch database, at the migration that it was made at, and compares every table with what the
 * backup says it held: rows and checksums. The migrations since then follow. `use` sees the result.
 * @throws BrokenBackup, MayNotTry
 */
export async function tryOut(
  world: Prover,
  file: string,
  use: (db: Database, loaded: Loaded) => Promise<unknown> = async () => {},
): Promise<void> {
  const { schema } = known(await readHeader(file));
  await withScratch(world, async (connection) => {
    const { db, pool, close } = openDatabase(connection, { max: 3 });
    try {
      await migrateDatabase(pool, { upTo: schema });
      const loaded = await db.transaction(async (tx) => {
        const found = await loadBackup(tx, file);
        compareDigests(found.tables, await digestTables(tx, await readTables(tx)));
        return found;
      });
      await migrateDatabase(pool);
      await use(db, loaded);
    } finally {
      await close();
    }
  });
}

/**
 * Tries a backup out and gives `use` one that loads here: the same, or, when it was made before the newest migration, one
 * that is written anew, at today's tables. Where no scratch database can be made, only the second needs one.
 * @throws BrokenBackup, MayNotTry
 */
export async function withProven<Result>(
  world: Prover,
  file: string,
  use: (current: string) => Promise<Result>,
): Promise<Result> {
  const { schema } = known(await readHeader(file));
  if (schema === migrationLevels().at(-1)) {
    await tryOut(world, file).catch((error) => {
      if (!(error instanceof MayNotTry)) throw error;
    });
    return use(file);
  }
  const current = backupPath(world.dataDir, `anew-${randomUUID()}.jsonl.gz`);
  await makeFolder(world.dataDir);
  try {
    await tryOut(world, file, (db, older) =>
      dumpSite({ ...world, db, older }, (text) => writeBackup(current, text)),
    );
    return await use(current);
  } finally {
    await rm(current, { force: true });
  }
}

function known(header: Header): Header {
  if (migrationLevels().includes(header.schema)) return header;
  throw new BrokenBackup("The backup was made by a version that this one can't read.");
}
