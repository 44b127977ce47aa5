import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { Client } from "pg";
import { backups } from "~/db/schema/office";
import { recordAudit } from "~/features/audit/record.server";
import type { Ctx } from "~/platform/context.server";
import { type Connection, migrateDatabase, openDatabase, postgresCode } from "~/platform/database.server";
import { BrokenBackup, compareDigests } from "./file.server";
import { backupPath } from "./folder.server";
import { loadBackup } from "./load.server";
import { digestTables } from "./rows.server";
import { readTables } from "./tables.server";

const INSUFFICIENT_PRIVILEGE = "42501";

type Verifier = Pick<Ctx, "db" | "actor" | "now" | "log" | "dataDir"> & { connection: Connection };

/**
 * Restores a backup into a scratch database of its own and compares every table with what the backup says it held: rows
 * and checksums. What it shows is written beside the backup.
 */
export async function verifyBackup(ctx: Verifier, { id, file }: { id: string; file: string }): Promise<void> {
  await ctx.db.update(backups).set({ status: "checking", updated_at: ctx.now }).where(eq(backups.id, id));
  const result = await tryOut(ctx, backupPath(ctx.dataDir, file));
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(backups)
      .set(result.status === "verified" ? { ...result, verified_at: ctx.now, error: null } : result)
      .where(eq(backups.id, id));
    const { status, error: reason } = result;
    if (status !== "made")
      await recordAudit(tx, ctx, {
        action: `backup.${status}`,
        entity: "backup",
        entity_id: id,
        details: { file, ...(reason && { reason }) },
      });
  });
}

type Result = { status: "verified" | "corrupt"; error?: string } | { status: "made"; error: string };

async function tryOut(ctx: Verifier, file: string): Promise<Result> {
  try {
    await withScratch(ctx, async (connection) => {
      const { db, pool, close } = openDatabase(connection, { max: 2 });
      try {
        await migrateDatabase(pool);
        await db.transaction(async (tx) => {
          const { tables } = await loadBackup(tx, file);
          compareDigests(tables, await digestTables(tx, await readTables(tx)));
        });
      } finally {
        await close();
      }
    });
    return { status: "verified" };
  } catch (err) {
    if (err instanceof BrokenBackup) return { status: "corrupt", error: err.message };
    if (err instanceof MayNotTry) return { status: "made", error: err.message };
    if (isDataFault(err)) {
      ctx.log.error({ err }, "a backup can't be restored");
      return { status: "corrupt", error: "It can't be restored. The log tells why." };
    }
    ctx.log.error({ err }, "a backup could not be tried out"); // no room for a second database, say
    return { status: "made", error: "It could not be tried out. The log tells why." };
  }
}

class MayNotTry extends Error {}

/** Values that no column takes, or rows that break a rule. */
function isDataFault(error: unknown): boolean {
  return /^2[23]/.test(postgresCode(error) ?? "");
}

/** An empty database beside the site's own, gone afterwards. Those that a crash left behind go first. */
async function withScratch(
  { connection, log }: Verifier,
  use: (connection: Connection) => Promise<void>,
): Promise<void> {
  const client = new Client(connection);
  client.on("error", (err) => log.warn({ err }, "the connection beside a scratch database broke"));
  await client.connect();
  try {
    const { rows } = await client.query("select current_database() as name");
    const prefix = `${String(rows[0].name).slice(0, 40)}_scratch_`;
    await dropLeftovers(client, prefix);
    const name = `${prefix}${randomBytes(6).toString("hex")}`;
    await client.query(`create database ${client.escapeIdentifier(name)}`).catch((error) => {
      if (postgresCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new MayNotTry(
        "Not tried out: the database user may not create databases. docs/operations.md tells how to allow it.",
      );
    });
    try {
      await use(inDatabase(connection, name));
    } finally {
      await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
    }
  } finally {
    await client.end();
  }
}

/** One that is in use belongs to another process, and can't be dropped. */
async function dropLeftovers(client: Client, prefix: string): Promise<void> {
  const { rows } = await client.query("select datname from pg_database where starts_with(datname, $1)", [
    prefix,
  ]);
  for (const { datname } of rows) {
    await client.query(`drop database if exists ${client.escapeIdentifier(datname)}`).catch(() => {});
  }
}

/** The same server, another database. */
function inDatabase(connection: Connection, database: string): Connection {
  if (!("connectionString" in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { connectionString: url.href };
}
