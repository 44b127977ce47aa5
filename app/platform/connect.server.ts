import { existsSync } from "node:fs";
import path from "node:path";
import { lockDataDir } from "./database/data-dir-lock.server";
import {
  type Connection,
  type Database,
  INSUFFICIENT_PRIVILEGE,
  openDatabase,
  postgresCode,
} from "./database/database.server";
import { embeddedSite, startEmbeddedPostgres } from "./database/embedded-postgres.server";
import { grantDailyWork, mayActAs, readDatabaseUser } from "./database/grants.server";
import type { Env } from "./env.server";
import { installQueues } from "./jobs/jobs.server";
import type { Log } from "./log.server";
import { migrateDatabase } from "./migrations.server";
import { StartupError } from "./startup-error.server";
import { step } from "./steps.server";

/** What to close at the end, newest first. */
export type Closers = (() => Promise<void> | void)[];

export async function undo(closers: Closers): Promise<void> {
  for (const closer of closers.splice(0).reverse()) await closer();
}

/** The connections of the site's own user and of the owner of the tables; the same object when there is one user. */
export type Connections = { site: Connection; owner: Connection };

/** Connects to DATABASE_URL, or starts the embedded database of the data folder, which this process then owns. */
export async function connect(env: Env, log: Log, closers: Closers): Promise<Connections> {
  if (env.databaseUrl) {
    const site = { connectionString: env.databaseUrl };
    return { site, owner: env.databaseOwnerUrl ? { connectionString: env.databaseOwnerUrl } : site };
  }
  const lock = lockDataDir(env.dataDir);
  closers.push(lock.release);
  const postgres = await step(`Starting PostgreSQL in ${env.dataDir}`, () =>
    startEmbeddedPostgres({ dataDir: env.dataDir }),
  );
  let stopping = false;
  closers.push(() => {
    stopping = true;
    return postgres.stop();
  });
  postgres.exited.then((how) => {
    if (stopping) return;
    log.fatal({ how }, "the embedded PostgreSQL ended by itself");
    process.exit(1);
  });
  return { site: postgres.site, owner: postgres.connection };
}

/**
 * Connects as the site's user, also while the site runs: starts the embedded database only if it doesn't run. Creates nothing:
 * without a database the connection fails when it is used.
 */
export async function connectBeside(env: Env, log: Log, closers: Closers): Promise<Connection> {
  if (env.databaseUrl) return { connectionString: env.databaseUrl };
  const { connection, runs } = await embeddedSite(env.dataDir);
  if (runs || !existsSync(path.join(env.dataDir, "postgres"))) return connection;
  return (await connect(env, log, closers)).site;
}

/**
 * Migrates as the owner, then grants the site's user its rights.
 * @throws StartupError that says what is wrong with the users
 */
export async function prepareTables({ site, owner }: Connections): Promise<void> {
  const opened = openDatabase(owner, { max: 1 });
  try {
    const user = site === owner ? undefined : await siteUser(site, opened.db);
    await migrateDatabase(opened.pool);
    if (!user) return;
    await installQueues(owner);
    await grantDailyWork(opened.pool, user);
  } catch (error) {
    if (postgresCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartupError(
      "The database must be migrated, and its user isn't allowed to do that. Set DATABASE_OWNER_URL, or run npm run migrate with it.",
    );
  } finally {
    await opened.close();
  }
}

async function siteUser(site: Connection, owner: Database): Promise<string> {
  const opened = openDatabase(site, { max: 1 });
  try {
    const [here, there] = [await readDatabaseUser(opened.db), await readDatabaseUser(owner)];
    if (here.database !== there.database)
      throw new StartupError("DATABASE_URL and DATABASE_OWNER_URL must name the same database.");
    if (await mayActAs(owner, here.name, there.name))
      throw new StartupError(
        "The user of DATABASE_URL has all the rights of the user of DATABASE_OWNER_URL. Name a user with fewer rights, or unset DATABASE_OWNER_URL.",
      );
    return here.name;
  } finally {
    await opened.close();
  }
}
