import type { Pool } from "pg";

/** Every column that contains a text, as "schema.table.column", in all tables and of any type. */
export async function placesOf(pool: Pool, text: string): Promise<string[]> {
  const found = await Promise.all(
    (await allTables(pool)).map(async (table) => {
      const { rows } = await pool.query(
        `select distinct cell.name from ${table} as one_row, jsonb_each_text(to_jsonb(one_row)) as cell(name, content)
         where strpos(lower(cell.content), lower($1)) > 0`,
        [text],
      );
      return rows.map(({ name }) => `${table}.${name}`);
    }),
  );
  return found.flat().sort();
}

/** The tables that contain a text. */
export async function tablesWith(pool: Pool, text: string): Promise<string[]> {
  const tables = (await placesOf(pool, text)).map((place) => place.replace(/\.[^.]*$/, ""));
  return [...new Set(tables)];
}

/** Every row that contains a text, by table. */
export async function rowsWith(pool: Pool, text: string): Promise<Record<string, string[]>> {
  const entries = (await tablesWith(pool, text)).map(async (table) => {
    const { rows } = await pool.query(
      `select to_jsonb(t)::text as row from ${table} t where strpos(lower(to_jsonb(t)::text), lower($1)) > 0 order by 1`,
      [text],
    );
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** All tables in all schemas except PostgreSQL's own; partitions one by one. */
async function allTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  return rows.map(({ name }) => name);
}
