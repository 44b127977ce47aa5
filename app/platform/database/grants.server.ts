import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { underMigrationLock } from "~/platform/migrations.server";
import type { Database } from "./database.server";

/**
 * The rights of the site's user per table: rows, but no changes or deletions in the audit trail, the credit ledger and the versions of texts, and nothing but
 * reading in the ledger of money and the balances of credit, which triggers write.
 */
const GRANTS = `
  with wished as (
    select format('%I.%I', n.nspname, c.relname) as relation, c.oid, privilege,
      case when n.nspname = 'drizzle' then privilege = 'select'
        when c.relname in ('audit_log', 'credit_transfers', 'site_text_versions') then privilege in ('select', 'insert')
        when c.relname in ('money_events', 'credit_balances') then privilege = 'select'
        else privilege in ('select', 'insert', 'update', 'delete') end as may
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
    where n.nspname in ('public', 'drizzle', 'pgboss') and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  )
  select case when may then format('grant %s on %s to %I', privilege, relation, $1::text)
    else format('revoke %s on %s from %I', privilege, relation, $1::text) end as statement
  from wished where may <> has_table_privilege($1, oid, privilege)
  union all
  select format('grant usage on schema %I to %I', nspname, $1::text) from pg_namespace
  where nspname in ('public', 'drizzle', 'pgboss') and not has_schema_privilege($1, oid, 'usage')
  union all
  select format('grant usage, select on sequence %I.%I to %I', n.nspname, c.relname, $1::text)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pgboss') and case when c.relkind = 'S' then not has_sequence_privilege($1, c.oid, 'usage') end`;

/**
 * Grants the site's user these rights on the owner's tables and revokes all others, in one step; does nothing when they
 * match.
 */
export function grantDailyWork(owner: Pool, user: string): Promise<void> {
  return underMigrationLock(owner, async (run) => {
    const { rows } = await run(GRANTS, [user]);
    if (rows.length > 0) await run(`begin; ${rows.map(({ statement }) => statement).join("; ")}; commit`);
  });
}

/** The user, database and server of a connection. */
export async function readDatabaseUser(db: Database): Promise<{ name: string; database: string }> {
  const { rows } = await db.execute<{ name: string; database: string }>(
    sql`select current_user as name, current_database() || ' ' || pg_postmaster_start_time() as database`,
  );
  return rows[0] ?? { name: "", database: "" };
}

/** Whether a user is a member of another role, or a superuser. */
export async function mayActAs(db: Database, user: string, other: string): Promise<boolean> {
  const { rows } = await db.execute<{ may: boolean }>(
    sql`select pg_has_role(${user}, ${other}, 'member') as may`,
  );
  return rows[0]?.may === true;
}
