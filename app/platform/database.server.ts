import { sql } from "drizzle-orm";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { Pool } from "pg";
import { schema } from "~/db/schema";

/** The database or an open transaction on it: a query can't tell which. */
export type Database = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export type Connection = { connectionString: string } | { host: string; user: string; database: string };

/** A request that waits longer is answered with an error instead of hanging. */
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;

/** Opens a pool of at most `max` connections. A broken one is replaced, never fatal, also in the middle of a transaction. */
export function openDatabase(connection: Connection, { max = 20, onError = () => {} }: DatabaseOptions = {}) {
  const pool = new Pool({
    ...connection,
    max,
    application_name: "white-birch",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", () => {})); // who holds it hears so from the next statement
  const db = drizzle(pool, { schema });
  return { db, pool, close: () => pool.end() };
}

type DatabaseOptions = { max?: number; onError?: (error: Error) => void };

/** Two visits of one crew would overlap. */
export const EXCLUSION_VIOLATION = "23P01";
/** Something else still needs the row. */
export const FOREIGN_KEY_VIOLATION = "23503";
/** Others held a table for longer than somebody wanted to wait. */
export const LOCK_NOT_AVAILABLE = "55P03";

/** PostgreSQL's error code behind a failed query, say `EXCLUSION_VIOLATION`. */
export function postgresCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return undefined;
}

/** Makes every other transaction with this key wait until this one ends. */
export async function lockUntilCommit(tx: Database, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}
