import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Pool } from "pg";
import { LOCK_NOT_AVAILABLE, postgresCode } from "./database/database.server";
import { StartupError } from "./startup-error.server";

const FOLDER = path.join(import.meta.dirname, "../../db/migrations");
const MIGRATION_LOCK = 7_228_001;
/** Readers of a table queue behind a migration that waits for it. It gives way after this time and retries. */
const LOCK_TIMEOUT_MS = 2_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;
const PATIENCE_MS = 5 * 60 * 1000;

type Options = {
  folder?: string;
  /** The migration to stop after; by default the last. */
  upTo?: number;
  lockTimeoutMs?: number;
  patienceMs?: number;
};

/** Runs one or more statements on a connection or in a transaction. */
type Run = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/**
 * Runs the missing migrations, one transaction each. Several processes may call it at once; a lock lets one in at a time.
 * Each migration waits only briefly for locked tables and retries, so that readers don't wait behind it.
 * @throws StartupError when others lock a table for too long
 */
export async function migrateDatabase(pool: Pool, options: Options = {}): Promise<void> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, patienceMs = PATIENCE_MS } = options;
  await underMigrationLock(pool, async (run) => {
    for (const migration of await pending(run, options)) {
      await retryUntil(patienceMs, async () => {
        await run("begin");
        try {
          await run(`set local lock_timeout = ${lockTimeoutMs}`);
          await apply(run, migration);
          await run("commit");
        } catch (error) {
          await run("rollback");
          throw error;
        }
      });
    }
  });
}

/** Runs work under the lock of migrations, without a time limit. */
export async function underMigrationLock(pool: Pool, work: (run: Run) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  const run: Run = (text, values) => client.query(text, values);
  try {
    await run("set statement_timeout = 0; set lock_timeout = 0");
    await run(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await work(run);
  } finally {
    client.release(true); // closing the connection also drops the lock and the changed time limit
  }
}

/** Runs the migrations in the caller's transaction, for a database that nobody else uses yet. */
export async function migrateWithin(run: Run, options: Pick<Options, "upTo"> = {}): Promise<void> {
  for (const migration of await pending(run, options)) await apply(run, migration);
}

/**
 * Runs the migrations up to one, or those after another, in a schema of its own that comes first in the search path. In the caller's
 * transaction; nothing records them.
 */
export async function migrateSchema(
  run: Run,
  schema: string,
  { after = 0, upTo = Infinity }: { after?: number; upTo?: number },
): Promise<void> {
  for (const { sql, folderMillis } of readMigrationFiles({ migrationsFolder: FOLDER })) {
    if (folderMillis <= after || folderMillis > upTo) continue;
    for (const statement of sql) await run(inSchema(statement, schema));
  }
}

/** A migration names its schema in foreign keys, and in functions with the owner's rights. */
function inSchema(statement: string, schema: string): string {
  return statement
    .replaceAll('"public".', `"${schema}".`)
    .replaceAll("search_path = public", `search_path = ${schema}`);
}

/** The timestamps (ms) of all migrations, oldest first. The last one that a database has tells its version. */
export function migrationLevels(folder = FOLDER): number[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis);
}

type Migration = ReturnType<typeof readMigrationFiles>[number];

/** The missing migrations; none in a database that a newer version has migrated. */
async function pending(run: Run, { folder = FOLDER, upTo = Infinity }: Options): Promise<Migration[]> {
  const { rows: known } = await run(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (known[0]?.there !== true) {
    await run(`create schema if not exists drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  }
  const { rows } = await run("select max(created_at) as at from drizzle.__drizzle_migrations");
  const level = Number(rows[0]?.at ?? 0);
  return readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => folderMillis > level && folderMillis <= upTo,
  );
}

/** All statements in one message: PostgreSQL then takes three quarters of the time, and nothing waits for answers. */
async function apply(run: Run, { sql, hash, folderMillis }: Migration): Promise<void> {
  await run(sql.join("\n;\n"));
  await run(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${folderMillis})`,
  );
}

async function retryUntil(patienceMs: number, work: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (postgresCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (performance.now() + pause > deadline) {
        throw new StartupError(
          "The database can't be migrated: a long transaction holds its tables. Let it end, and start again.",
        );
      }
    }
    await sleep(pause);
  }
}
