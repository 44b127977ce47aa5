import { getTableColumns, getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { rangeText } from "../../../app/db/schema/columns";
import type { Database } from "../../../app/platform/database/database.server";

/**
 * Inserts many rows with one statement and one parameter: a row a value each is too many parameters, and slow. All rows have the
 * columns of the first one; the others take their defaults.
 */
export async function insertAll<Table extends PgTable>(
  tx: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = getTableColumns(table);
  const names = Object.keys(first).map((key) => ({ key, name: columns[key]?.name ?? key }));
  const values = rows.map((row) =>
    Object.fromEntries(names.map(({ key, name }) => [name, storable(row[key as keyof typeof row])])),
  );
  const list = sql.join(
    names.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const into = sql.identifier(getTableName(table));
  await tx.execute(sql`insert into ${into} (${list})
    select ${list} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(values)}::jsonb)`);
}

/** A value as JSON that PostgreSQL turns into its column's type; instants write themselves. */
function storable(value: unknown): unknown {
  return isRange(value) ? rangeText(value) : (value ?? null);
}

function isRange(value: unknown): value is { start: Temporal.Instant; end: Temporal.Instant } {
  return value instanceof Object && "start" in value && value.start instanceof Temporal.Instant;
}
