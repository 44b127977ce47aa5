import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { dumpSite } from "~/features/operations/backup/file/dump.server";
import { type BackupFile, throwawayRecipient } from "~/features/operations/backup/file/encrypt.server";
import {
  BrokenBackup,
  backupPath,
  compareDigests,
  makeFolder,
  readHeader,
  writeBackup,
} from "~/features/operations/backup/file/file.server";
import type { Header } from "~/features/operations/backup/file/format";
import { type Loaded, loadBackup } from "~/features/operations/backup/file/load.server";
import { digestTables } from "~/features/operations/backup/file/rows.server";
import { NoScratchDatabase, withScratch } from "~/features/operations/backup/file/scratch.server";
import { readTables } from "~/features/operations/backup/file/tables.server";
import type { Ctx } from "~/platform/context.server";
import { type Connection, type Database, openDatabase } from "~/platform/database/database.server";
import { migrateDatabase, migrationLevels } from "~/platform/migrations.server";

/** `connection` belongs to a user who may create databases. */
export type Tester = Pick<Ctx, "now" | "vault" | "log" | "dataDir"> & { connection: Connection };

/**
 * Restores a backup into a scratch database at the backup's migration level, compares row counts and checksums of every
 * table, and applies the later migrations. `use` gets the result. @throws BrokenBackup, NoScratchDatabase
 */
export async function testRestore(
  world: Tester,
  file: BackupFile,
  use: (db: Database, loaded: Loaded) => Promise<unknown> = async () => {},
): Promise<void> {
  const { schema } = assertKnownVersion(await readHeader(file));
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
 * Tests a backup and passes `use` one that loads here: the same file, or an upgraded copy if it was made before the newest
 * migration. Without rights to create a scratch database, only an older backup fails. @throws BrokenBackup,
 * NoScratchDatabase
 */
export async function withTestedBackup<Result>(
  world: Tester,
  file: BackupFile,
  use: (current: BackupFile) => Promise<Result>,
): Promise<Result> {
  const { schema } = assertKnownVersion(await readHeader(file));
  if (schema === migrationLevels().at(-1)) {
    await testRestore(world, file).catch((error) => {
      if (!(error instanceof NoScratchDatabase)) throw error;
    });
    return use(file);
  }
  const current = backupPath(world.dataDir, `upgraded-${randomUUID()}.jsonl.gz`);
  await makeFolder(world.dataDir);
  try {
    const recipient = typeof file === "string" ? null : await throwawayRecipient();
    let upgraded: BackupFile = current;
    await testRestore(world, file, async (db, older) => {
      const made = await dumpSite({ ...world, db, older: { ...older, file } }, (text) =>
        writeBackup(current, text, recipient),
      );
      upgraded = made.written;
    });
    return await use(upgraded);
  } finally {
    await rm(current, { force: true });
  }
}

function assertKnownVersion(header: Header): Header {
  if (migrationLevels().includes(header.schema)) return header;
  throw new BrokenBackup("The backup was made by a version that this one can't read.");
}
