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
