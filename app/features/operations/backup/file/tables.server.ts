import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database/database.server";

/** A table from the system catalog, without generated columns. */
export type Table = {
  name: string;
  columns: { name: string; type: string }[];
  /** Primary key columns in order. */
  key: string[];
  /** Identity columns. */
  identity: string[];
  /** Tables that its foreign keys reference. */
  points_to: string[];
};

/** Neither backed up nor replaced: `backups` and `exports` list this machine's files, and `erasures` must outlive a restore. */
const OWN_TABLES = ["backups", "exports", "erasures"];

/** `company`: contents of a backup. `all`: also what describes this machine. */
export type Scope = "company" | "all";

/** The schema whose tables a name without one means: `public`, or the scratch schema of an older export. */
export const HERE = sql`quote_ident(current_schema())::regnamespace`;

/** Lists the tables, referenced ones first. Unlogged tables are left out, because a restart may empty them. */
export async function readTables(db: Database, scope: Scope = "company"): Promise<Table[]> {
  const { rows } = await db.execute<Table>(sql`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)), '[]')
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary) as key,
      (select coalesce(json_agg(a.attname), '[]')
        from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as identity,
      (select coalesce(json_agg(distinct r.relname), '[]')
        from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as points_to
    from pg_class c
    where c.relnamespace = ${HERE} and c.relkind = 'r' and c.relpersistence = 'p'
      and (${scope === "all"} or c.relname not in ${OWN_TABLES})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`);
  return inOrder(rows);
}

/** @throws if foreign keys form a cycle */
function inOrder(tables: Table[]): Table[] {
  const done = new Set<string>();
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name, points_to }) => !done.has(name) && points_to.every((to) => done.has(to)),
    );
    if (ready.length === 0) throw new Error("Tables point to each other in a circle.");
    for (const table of ready) done.add(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/** Migration level: creation time of the newest applied migration, in milliseconds. */
export async function readSchemaVersion(db: Database): Promise<number> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select max(created_at) as at from drizzle.__drizzle_migrations`,
  );
  return Number(rows[0]?.at ?? 0);
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
