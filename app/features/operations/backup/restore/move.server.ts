import { sql } from "drizzle-orm";
import { dumpSite } from "~/features/operations/backup/file/dump.server";
import { BrokenBackup, compareDigests, readParts } from "~/features/operations/backup/file/file.server";
import type { Manifest } from "~/features/operations/backup/file/format";
import { loadParts } from "~/features/operations/backup/file/load.server";
import { replaceWaitingJobs } from "~/features/operations/backup/file/queue.server";
import { rebuildSearchTexts } from "~/features/operations/backup/file/replace.server";
import { digestTables } from "~/features/operations/backup/file/rows.server";
import { readSchemaVersion, readTables } from "~/features/operations/backup/file/tables.server";
import type { Ctx } from "~/platform/context.server";
import { type Connection, type Database, openDatabase } from "~/platform/database/database.server";
import { migrateDatabase, migrateWithin } from "~/platform/migrations.server";
import { StartupError } from "~/platform/startup-error.server";

const OLDEST_SERVER = 160_000;

type World = Pick<Ctx, "db" | "now" | "vault" | "log">;

/**
 * `npm run move-to`: copies the whole site at one moment into an empty database, in one transaction. Compares row counts
 * and checksums of every table before it commits. Only reads the site. @throws StartupError that says what is wrong with
 * the other database, which is unchanged
 */
export async function moveSite(world: World, target: Connection): Promise<Manifest> {
  const { db, pool, close } = openDatabase(target, {
    max: 2,
    onError: (err) => world.log.error({ err }, "the connection to the other database broke"),
  });
  try {
    await checkServer(db);
    const level = await readSchemaVersion(world.db);
    const tables = await db.transaction(async (tx) => {
      await refuseNonEmpty(tx);
      await migrateWithin((text) => tx.execute(sql.raw(text)), { upTo: level });
      const moved = await dumpSite({ ...world, scope: "all" }, (text) =>
        loadParts(tx, readParts(text), "all"),
      );
      compareDigests(moved.tables, await digestTables(tx, await readTables(tx, "all")));
      await rebuildSearchTexts(tx);
      await replaceWaitingJobs(tx, moved.jobs);
      return moved.tables;
    });
    await migrateDatabase(pool);
    return tables;
  } finally {
    await close();
  }
}

async function checkServer(db: Database): Promise<void> {
  const { rows } = await db
    .execute<{ version: number; encoding: string }>(sql`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`)
    .catch((error) => {
      const { message } = error.cause instanceof Error ? error.cause : error;
      throw new StartupError(`The other database can't be reached: ${message}.`);
    });
  const { version = 0, encoding = "" } = rows[0] ?? {};
  if (version < OLDEST_SERVER) throw new StartupError("The other server is older than PostgreSQL 16.");
  if (encoding !== "UTF8")
    throw new StartupError(
      `The other database is encoded in ${encoding}. Make it with: create database … encoding 'UTF8'`,
    );
}

/** Refuses a database that is not empty. Objects of extensions don't count. */
async function refuseNonEmpty(tx: Database): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_t%'
      and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1 limit 1`);
  if (rows[0])
    throw new StartupError(
      `The other database is not empty (it has ${rows[0].name}), so nothing was touched. Make an empty one.`,
    );
}

const USAGE = "Usage: npm run move-to postgres://user:password@host:5432/database";

/** Parses the target of `npm run move-to`. @throws StartupError */
export function moveTarget(args: string[]): Connection {
  const [url = "", ...more] = args;
  if (more.length > 0 || !/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new StartupError(USAGE);
  return { connectionString: url };
}

/**
 * `npm run move-to`: moves the site and prints the row count and checksum of each table. @throws StartupError that says
 * what to do
 */
export async function moveCommand(
  world: Parameters<typeof moveSite>[0] & { dataDir: string; ownSecret: boolean; hasOldSecrets: boolean },
  target: Connection,
  print: (line: string) => void,
): Promise<void> {
  const tables = await moveSite(world, target).catch((error) => {
    throw error instanceof BrokenBackup
      ? new StartupError(`${error.message} The other database is as it was.`)
      : error;
  });
  const names = Object.keys(tables).sort();
  const width = Math.max(...names.map((name) => name.length));
  let total = 0;
  for (const name of names) {
    const { rows, sha256 } = tables[name] ?? { rows: 0, sha256: "" };
    total += rows;
    print(`${name.padEnd(width)} ${String(rows).padStart(9)} rows  sha256 ${sha256.slice(0, 16)}`);
  }
  print(
    `Moved: ${total} rows in ${names.length} tables are the same on both sides. The embedded database was not changed.`,
  );
  print(
    "From now on start with DATABASE_URL set to that address, with the same DATA_DIR (backups, logs, stored files),",
  );
  print(
    world.ownSecret
      ? `and with APP_SECRET set to what is in ${world.dataDir}/secret: it opens stored passwords and two-factor sign-in.`
      : "and with the same APP_SECRET.",
  );
  if (world.hasOldSecrets)
    print(
      world.ownSecret
        ? `Set APP_SECRET_OLD to the lines of ${world.dataDir}/secret.old, separated by commas: links in older emails need them.`
        : "Keep APP_SECRET_OLD, too.",
    );
}
