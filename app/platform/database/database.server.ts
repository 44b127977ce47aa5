import { createHash } from "node:crypto";
import {
  type Column,
  DrizzleQueryError,
  fillPlaceholders,
  type Placeholder,
  type Query,
  type SQL,
  sql,
} from "drizzle-orm";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { type PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import {
  type ClientBase,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  types,
} from "pg";

/**
 * The database or an open transaction on it. `$client` (Drizzle's name) sends its statements, whichever copy of this module
 * opened it: HTTP tests pass theirs to the built site.
 */
export type Database = PgDatabase<NodePgQueryResultHKT> & { $client?: Pool | ClientBase };

/** A statement with its values, or with names for values that come later. */
export type Given<Value = string> = Value | Placeholder;

export type Connection = { connectionString: string } | { host: string; user: string; database: string };

/** Milliseconds. A request that waits longer for a connection fails. */
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;

/** Servers may write dates as their country does, which nothing here reads. */
const onConnect = (client: ClientBase) => client.query("set datestyle to 'ISO'");

/** Opens a pool of at most `max` connections. A broken connection is replaced and never ends the process. */
export function openDatabase(connection: Connection, { max = 20, onError = () => {} }: DatabaseOptions = {}) {
  const pool = new Pool({
    ...connection,
    max,
    application_name: "white-birch",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    onConnect,
  });
  pool.on("error", (error) => {
    if (!pool.ending) onError(error); // after close, the database may hang up first
  });
  pool.on("connect", (client) => client.on("error", () => {})); // the next statement reports it to whoever uses the connection
  const db = drizzle(pool);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      const begun = drizzle(preparing(client));
      return await begun.transaction((tx) => work(on(client, tx)), config);
    } finally {
      client.release();
    }
  };
  return { db, pool, close: () => pool.end() };
}

/** Lets a transaction and its savepoints send prepared statements on its connection. */
function on<Tx extends Database>(client: ClientBase, tx: Tx): Tx {
  const savepoint = tx.transaction.bind(tx);
  tx.transaction = (work, config) => savepoint((inner) => work(on(client, inner)), config);
  return Object.assign(tx, { $client: client });
}

/** Computes a value, such as a prepared query, once per database. */
export function oncePerDatabase<Made>(make: (db: Database) => Made): (db: Database) => Made {
  const made = new WeakMap<Database, Made>();
  return (db) => {
    const known = made.get(db) ?? make(db);
    made.set(db, known);
    return known;
  };
}

type DatabaseOptions = { max?: number; onError?: (error: Error) => void };

/** Runs a transaction on a connection of its own, which is then closed. For the owner of the tables. */
export type AsOwner = <Result>(work: (tx: Database) => Promise<Result>) => Promise<Result>;

export function asOwnerAt(connection: Connection): AsOwner {
  return async (work) => {
    const { db, close } = openDatabase(connection, { max: 1 });
    return db.transaction(work).finally(close);
  };
}

/** PostgreSQL: insufficient privilege. */
export const INSUFFICIENT_PRIVILEGE = "42501";
/** PostgreSQL: two visits of one crew would overlap. */
export const EXCLUSION_VIOLATION = "23P01";
/** PostgreSQL: another row still refers to this one. */
export const FOREIGN_KEY_VIOLATION = "23503";
/** PostgreSQL: another row has this already. */
export const UNIQUE_VIOLATION = "23505";
/** PostgreSQL: the lock timeout passed. */
export const LOCK_NOT_AVAILABLE = "55P03";

/** The PostgreSQL error code of a failed query, such as `EXCLUSION_VIOLATION`. */
export function postgresCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return undefined;
}

const dialect = new PgDialect();
const MOST_PREPARED = 200;
const names = new Map<string, string>();

/** A transaction's statement is prepared from its 21st use on. */
const OFTEN = 20;
const MOST_COUNTED = 1000;
const LONGEST = 5000;
const counts = new Map<string, number>();

/**
 * Prepares frequent statements of a transaction. They find rows by id, so one generic plan suits all values. Lists, whose
 * best plan depends on the search, are read outside of transactions.
 */
function preparing(client: PoolClient): PoolClient {
  const query = (given: QueryConfig, values: unknown[]) =>
    client.query({ ...given, name: given.name ?? nameIfOften(given.text, values) }, values);
  return new Proxy(client, { get: (target, key) => (key === "query" ? query : Reflect.get(target, key)) });
}

/**
 * Only texts with values: others may contain several statements, which can't be prepared. Long texts have a value per row.
 */
function nameIfOften(text: string, values: unknown[]): string | undefined {
  if (values.length === 0 || text.length > LONGEST) return undefined;
  const count = (counts.get(text) ?? 0) + 1;
  if (count > OFTEN) return nameOf(text);
  if (counts.size >= MOST_COUNTED) counts.clear();
  counts.set(text, count);
  return undefined;
}

/**
 * Sends a frequent statement; each connection parses and plans it once. Its text must be the same each time, or one of a
 * few variants.
 */
export function executePrepared<Row extends Record<string, unknown>>(
  db: Database,
  statement: SQL,
): Promise<QueryResult<Row>> {
  return send<Row>(db, dialect.sqlToQuery(statement));
}

/** Like `executePrepared`, for a text with values for $1, $2 and so on. */
export function executeText<Row extends Record<string, unknown>>(
  db: Database,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  return send<Row>(db, { sql: text, params: values });
}

/**
 * Like `executePrepared`, for a statement in which only the values of `sql.placeholder(name)` change. Its text is built
 * once, because building takes longer than sending.
 */
export function preparedStatement<Row extends Record<string, unknown>>(statement: SQL) {
  let made: Query | undefined;
  return (db: Database, values: Record<string, unknown>): Promise<QueryResult<Row>> => {
    made ??= dialect.sqlToQuery(statement);
    return send<Row>(db, made, values);
  };
}

/** Through pg itself: Drizzle's public functions name no raw statement, and build the text anew each time. */
async function send<Row extends Record<string, unknown>>(
  db: Database,
  { sql: text, params }: Query,
  values: Record<string, unknown> = {},
): Promise<QueryResult<Row>> {
  const { $client: client } = db;
  if (!client) throw new Error("Open the database with openDatabase.");
  const filled = fillPlaceholders(params, values);
  try {
    return await client.query<Row>({ name: nameOf(text), text, types: AS_DRIZZLE }, filled);
  } catch (error) {
    throw new DrizzleQueryError(text, filled, error instanceof Error ? error : undefined);
  }
}

/** Dates, times and intervals stay text, and so do lists of them (timestamp, timestamptz, date, interval, numeric). */
const AS_TEXT: ReadonlySet<number> = new Set([
  ...[types.builtins.TIMESTAMPTZ, types.builtins.TIMESTAMP, types.builtins.DATE, types.builtins.INTERVAL],
  ...[1115, 1185, 1182, 1187, 1231],
]);
const AS_DRIZZLE: CustomTypesConfig = {
  getTypeParser: (id: number, format?: "text" | "binary") =>
    AS_TEXT.has(id) ? String : types.getTypeParser(id, format),
};

/** As inArray, with one parameter for thousands of values: Drizzle takes long to put a statement together that has many. */
export const anyOf = (column: Column, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...new Set(values)])}::${sql.raw(column.getSQLType())}[])`;

/** The name of a prepared statement, unique to its text; undefined once MOST_PREPARED are in use. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MOST_PREPARED) return undefined;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/** Blocks every other transaction with one of these keys until this one ends. Locks are taken in the given order. */
export async function lockUntilCommit(tx: Database, ...keys: string[]): Promise<void> {
  await lock(tx, { keys });
}

const lock = preparedStatement(
  sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${sql.placeholder("keys")}::text[]) as key`,
);
