import { createHash } from "node:crypto";
import { type Placeholder, type Query, type SQL, sql } from "drizzle-orm";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { type PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import { Pool, type QueryResult } from "pg";
import { schema } from "~/db/schema";

/** The database or an open transaction on it: a query can't tell which. */
export type Database = PgDatabase<NodePgQueryResultHKT, typeof schema>;

/** What a statement is given now, or later by this name. */
export type Given<Value = string> = Value | Placeholder;

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
  pool.on("error", (error) => {
    if (!pool.ending) onError(error); // the database may hang up first
  });
  pool.on("connect", (client) => client.on("error", () => {})); // who holds it hears so from the next statement
  const db = drizzle(pool, { schema });
  const begin = db.transaction.bind(db);
  db.transaction = (work, config) =>
    begin((tx) => {
      prepareOften(tx);
      return work(tx);
    }, config);
  return { db, pool, close: () => pool.end() };
}

/** Makes something, say a prepared query, once for each database. */
export function oncePerDatabase<Made>(make: (db: Database) => Made): (db: Database) => Made {
  const made = new WeakMap<Database, Made>();
  return (db) => {
    const known = made.get(db) ?? make(db);
    made.set(db, known);
    return known;
  };
}

type DatabaseOptions = { max?: number; onError?: (error: Error) => void };

/** A transaction on a connection of its own, which is closed again: of the owner of the tables, who is seldom needed. */
export type AsOwner = <Result>(work: (tx: Database) => Promise<Result>) => Promise<Result>;

export function asOwnerAt(connection: Connection): AsOwner {
  return async (work) => {
    const { db, close } = openDatabase(connection, { max: 1 });
    return db.transaction(work).finally(close);
  };
}

/** The database user may not do this. */
export const INSUFFICIENT_PRIVILEGE = "42501";
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

const dialect = new PgDialect();
const MOST_PREPARED = 200;
const names = new Map<string, string>();

/** A statement that a transaction sends is one that is sent all the time once it was sent so often. */
const OFTEN = 20;
const MOST_COUNTED = 1000;
const LONGEST = 5000;
const counts = new Map<string, number>();

/**
 * Lets the database keep the plans of what transactions send all the time: they find rows by their ids, so that one plan is
 * as good as another. Lists, whose best plan depends on what is searched for, are read outside of transactions.
 */
function prepareOften(tx: Database): void {
  const { session } = tx._; // the transaction's own
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, name, ...rest) =>
    prepare(query, fields, name ?? nameIfOften(query.sql, query.params), ...rest);
}

/** What has no values may be several statements in one, which can't be prepared; what is long has as many values as rows. */
function nameIfOften(text: string, values: unknown[]): string | undefined {
  if (values.length === 0 || text.length > LONGEST) return undefined;
  const count = (counts.get(text) ?? 0) + 1;
  if (count > OFTEN) return nameOf(text);
  if (counts.size >= MOST_COUNTED) counts.clear();
  counts.set(text, count);
  return undefined;
}

/**
 * Sends a statement that is sent all the time: each connection lets the database parse and plan it once. Its text must not
 * hold what changes from one time to the next, but for a few parts that are there or not.
 */
export function executePrepared<Row extends Record<string, unknown>>(
  db: Database,
  statement: SQL,
): Promise<QueryResult<Row>> {
  return send<Row>(db, dialect.sqlToQuery(statement));
}

/** The same for a text with its values for $1, $2 and so on. */
export function executeText<Row extends Record<string, unknown>>(
  db: Database,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  return send<Row>(db, { sql: text, params: values });
}

/**
 * The same for a statement in which nothing changes but the values of `sql.placeholder(name)`, which come as the driver takes
 * them. Its text is put together once: that takes longer than to send it.
 */
export function preparedStatement<Row extends Record<string, unknown>>(statement: SQL) {
  let made: Query | undefined;
  return (db: Database, values: Record<string, unknown>): Promise<QueryResult<Row>> => {
    made ??= dialect.sqlToQuery(statement);
    return send<Row>(db, made, values);
  };
}

function send<Row extends Record<string, unknown>>(
  db: Database,
  query: Query,
  values?: Record<string, unknown>,
): Promise<QueryResult<Row>> {
  type Prepared = { execute: QueryResult<Row>; all: unknown; values: unknown };
  return db._.session.prepareQuery<Prepared>(query, undefined, nameOf(query.sql), false).execute(values);
}

/** Two texts never share a name; those that come when there are many have none. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MOST_PREPARED) return undefined;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/** Makes every other transaction with one of these keys wait until this one ends. They are taken in the given order. */
export async function lockUntilCommit(tx: Database, ...keys: string[]): Promise<void> {
  await lock(tx, { keys });
}

const lock = preparedStatement(
  sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${sql.placeholder("keys")}::text[]) as key`,
);
