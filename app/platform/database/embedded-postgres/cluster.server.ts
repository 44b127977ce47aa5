import { existsSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Client } from "pg";
import { StartupError } from "~/platform/startup-error.server";
import type { Program } from "./program.server";

export const SUPERUSER = "postgres";
/** Owns the tables. An ordinary user otherwise, as on a managed server. */
export const USER = "whitebirch";
/** The site's user; grants.server.ts lists its rights. */
export const SITE_USER = "whitebirch_site";
export const DATABASE = "whitebirch";

const DUPLICATE_ROLE = "42710";
const DUPLICATE_DATABASE = "42P04";

/**
 * Creates the cluster if there is none: in a temporary folder first, so that an interrupted start leaves no half of one.
 */
export async function createCluster(program: Program, cluster: string, durable: boolean): Promise<void> {
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  await program.run("initdb", [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    "--auth=trust", // only the folder's owner reaches the socket
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--data-checksums",
    ...(durable ? [] : ["--no-sync"]),
  ]);
  await rename(draft, cluster);
}

/** @throws StartupError when another user created the cluster, which PostgreSQL then can't read */
export async function clusterExists(cluster: string): Promise<boolean> {
  if (!existsSync(cluster)) return false;
  const { uid } = await stat(cluster);
  if (uid === process.getuid?.()) return true;
  throw new StartupError(
    `${cluster} belongs to the user with id ${uid}. Start as that user, or choose another DATA_DIR.`,
  );
}

/** Creates missing users and the database. The owner may create databases, because each backup is verified in one. */
export async function createDatabase(socketDir: string): Promise<void> {
  const client = new Client({ host: socketDir, user: SUPERUSER, database: "postgres", ssl: false });
  await client.connect();
  try {
    await unless(DUPLICATE_ROLE, client.query(`create role ${USER} login`));
    await client.query(`alter role ${USER} createdb`);
    await unless(DUPLICATE_ROLE, client.query(`create role ${SITE_USER} login`));
    await unless(DUPLICATE_DATABASE, client.query(`create database ${DATABASE} owner ${USER}`));
  } finally {
    await client.end();
  }
}

async function unless(code: string, query: Promise<unknown>): Promise<void> {
  try {
    await query;
  } catch (error) {
    if ((error as { code?: string }).code !== code) throw error;
  }
}
