import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database/database.server";
import { quoted, type Table } from "./tables.server";

/** Rows in memory at a time. */
export const BATCH_ROWS = 500;

/** Row count of a table and SHA-256 of its lines in key order. */
export type Digest = { rows: number; sha256: string };

/** Sets the same value formats on every server until the transaction ends. */
export async function setFormats(tx: Database): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.execute(sql`set local timezone = 'UTC'`);
  await tx.execute(sql`set local datestyle = 'ISO, YMD'`);
  await tx.execute(sql`set local intervalstyle = 'postgres'`);
  await tx.execute(sql`set local extra_float_digits = 1`);
  await tx.execute(sql`set local bytea_output = 'hex'`);
}

/**
 * Streams the rows of a table through a cursor, as JSON lines with every column as text. Ordered by key, independent of
 * the database's collation.
 */
export async function* rowLines(tx: Database, table: Table): AsyncGenerator<string[]> {
  const values = table.columns.map(({ name }) => `${quoted(name)}::text`).join(", ");
  const order = table.key.map((name) => `${quoted(name)}${isText(table, name) ? ' collate "C"' : ""}`);
  await tx.execute(
    sql.raw(
      `declare backup_rows no scroll cursor for select json_build_array(${values})::text as line from ${quoted(table.name)} order by ${order.join(", ") || "1"}`,
    ),
  );
  while (true) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${BATCH_ROWS} from backup_rows`));
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < BATCH_ROWS) break;
  }
  await tx.execute(sql`close backup_rows`);
}

function isText(table: Table, column: string): boolean {
  return table.columns.some(({ name, type }) => name === column && /^(text|character)/.test(type));
}

export function digester() {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add(lines: readonly string[]) {
      rows += lines.length;
      for (const line of lines) hash.update(line).update("\n");
    },
    end: (): Digest => ({ rows, sha256: hash.digest("hex") }),
  };
}

/** Row counts and checksums of the tables, as the transaction sees them. */
export async function digestTables(tx: Database, tables: Table[]): Promise<Record<string, Digest>> {
  await setFormats(tx);
  const digests: Record<string, Digest> = {};
  for (const table of tables) {
    const digest = digester();
    for await (const lines of rowLines(tx, table)) digest.add(lines);
    digests[table.name] = digest.end();
  }
  return digests;
}
