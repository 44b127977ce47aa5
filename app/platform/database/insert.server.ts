import { type Column, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type Database, preparedStatement } from "./database.server";

type Row = { table: PgTable; columns: [Column, unknown][] };

/** A row to insert; the database fills in what is missing or undefined. */
export function rowOf<Table extends PgTable>(table: Table, values: Table["$inferInsert"]): Row {
  const given: Record<string, unknown> = values;
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => given[key] !== undefined);
  return { table, columns: columns.map(([key, column]) => [column, given[key]]) };
}

/** Statements by their tables and columns. */
const statements = new Map<string, ReturnType<typeof preparedStatement>>();

/** Inserts a row into each table with one statement. Later rows may refer to earlier ones. */
export async function insertRows(tx: Database, ...rows: [Row, ...Row[]]): Promise<void> {
  const key = JSON.stringify(
    rows.map(({ table, columns }) => [getTableName(table), columns.map(([{ name }]) => name)]),
  );
  const insert = statements.get(key) ?? preparedStatement(insertsOf(rows));
  statements.set(key, insert);
  const values = rows.flatMap(({ columns }, place) =>
    columns.map(([column, value]) => [
      nameOf(column, place),
      value === null ? null : column.mapToDriverValue(value),
    ]),
  );
  await insert(tx, Object.fromEntries(values));
}

/**
 * Inserts many rows into a table as one JSON value: Drizzle takes long to put a statement together that has a value for each cell.
 * What is missing in some of the rows is null there; the database fills in what is missing in all. `more` follows the rows, such as
 * `on conflict do nothing returning id`.
 */
export async function insertList<Table extends PgTable>(
  tx: Database,
  table: Table,
  rows: Table["$inferInsert"][],
  more: SQL = sql``,
): Promise<Record<string, unknown>[]> {
  const given: Record<string, unknown>[] = rows;
  const columns = Object.entries(getTableColumns(table)).filter(([key]) =>
    given.some((row) => row[key] !== undefined),
  );
  const values = given.map((row) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, inJson(column, row[key])])),
  );
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const types = columns.map(
    ([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`,
  );
  const all = sql.join(names, sql`, `);
  const { rows: returned } = await tx.execute(sql`
    insert into ${table} (${all}) select ${all}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (${sql.join(types, sql`, `)}) ${more}`);
  return returned;
}

/** Half an emoji is no JSON for the database; as a value of its own it becomes the replacement character. */
function inJson(column: Column, value: unknown): unknown {
  if (value === null || value === undefined || column.dataType === "json") return value ?? null;
  const driven = column.mapToDriverValue(value);
  return typeof driven === "string" ? driven.toWellFormed() : driven;
}

function insertsOf(rows: [Row, ...Row[]]): SQL {
  const inserts = rows.map(({ table, columns }, place) => {
    const names = columns.map(([{ name }]) => sql.identifier(name));
    const values = columns.map(([column]) => sql.placeholder(nameOf(column, place)));
    return sql`insert into ${table} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`;
  });
  const last = inserts.pop();
  const others = inserts.map((insert, place) => sql`${sql.identifier(`row_${place}`)} as (${insert})`);
  return others.length === 0 ? sql`${last}` : sql`with ${sql.join(others, sql`, `)} ${last}`;
}

function nameOf({ name }: Column, place: number): string {
  return `${name} of ${place}`;
}
