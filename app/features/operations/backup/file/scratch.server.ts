import { randomBytes } from "node:crypto";
import { Client } from "pg";
import type { Ctx } from "~/platform/context.server";
import { type Connection, INSUFFICIENT_PRIVILEGE, postgresCode } from "~/platform/database/database.server";

/** The database user isn't allowed to create a scratch database. */
export class NoScratchDatabase extends Error {
  override name = "NoScratchDatabase";
}

/**
 * Creates an empty database on the same server and drops it afterwards. Drops leftovers of crashed runs first. Runs one at
 * a time; others wait.
 */
export async function withScratch(
  { connection, log }: Pick<Ctx, "log"> & { connection: Connection },
  use: (connection: Connection) => Promise<void>,
): Promise<void> {
  const client = new Client(connection);
  client.on("error", (err) => log.warn({ err }, "the connection beside a scratch database broke"));
  await client.connect();
  try {
    const { rows } = await client.query("select current_database() as name");
    const prefix = `${String(rows[0].name).slice(0, 40)}_scratch_`;
    await client.query("select pg_advisory_lock(hashtextextended('scratch', 0))");
    await dropLeftovers(client, prefix);
    const name = `${prefix}${randomBytes(6).toString("hex")}`;
    await client.query(`create database ${client.escapeIdentifier(name)}`).catch((error) => {
      if (postgresCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new NoScratchDatabase(
        "the database user isn't allowed to create databases. See docs/operations.md.",
      );
    });
    try {
      await use(inDatabase(connection, name));
    } finally {
      await dropScratch(client, name);
    }
  } finally {
    await client.end();
  }
}

/** Only a superuser can terminate an autovacuum worker. Without FORCE, PostgreSQL asks it to leave and waits. */
async function dropScratch(client: Client, name: string): Promise<void> {
  const drop = `drop database if exists ${client.escapeIdentifier(name)}`;
  await client.query(`${drop} with (force)`).catch((error) => {
    if (postgresCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    return client.query(drop);
  });
}

/** A leftover in use belongs to another process, and the drop fails. */
async function dropLeftovers(client: Client, prefix: string): Promise<void> {
  const { rows } = await client.query("select datname from pg_database where starts_with(datname, $1)", [
    prefix,
  ]);
  for (const { datname } of rows) {
    await client.query(`drop database if exists ${client.escapeIdentifier(datname)}`).catch(() => {});
  }
}

/** The same server with another database. */
function inDatabase(connection: Connection, database: string): Connection {
  if (!("connectionString" in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { connectionString: url.href };
}
