import { mkdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client } from "pg";
import { compactCounts } from "~/features/office/lists/compact.server";
import { startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { addCatalogue } from "../db/seed/catalogue";
import { pastOf } from "./office-past";

/** The large tables. */
const TABLES = [
  "users",
  "profiles",
  "customers",
  "customer_contacts",
  "properties",
  "plans",
  "bookings",
  "orders",
  "refunds",
  "audit_log",
  "reviews",
  "mails",
  "contact_messages",
  "job_applications",
  "newsletter_subscribers",
  "webhook_deliveries",
];
const DERIVED = ["search_texts", "row_counts", "figures"];

export type Size = { customers: number; bookings: number };

/** A PostgreSQL in this folder, for a site with a past; `client` is its superuser. */
export async function openOfficeDatabase(folder: string) {
  mkdirSync(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  const { database } = postgres.connection;
  const client = new Client({ ...postgres.superuser, database });
  await client.connect();
  const stop = async () => {
    await client.end();
    await postgres.stop();
  };
  return { url: postgres.url, client, stop, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Inserts customers and bookings with their orders, refunds, reviews and audit trail, without triggers and indexes.
 * Afterward builds the indexes and adds up the sums.
 */
export async function fillOffice(client: Client, size: Size): Promise<void> {
  await addCatalogue(drizzle(client));
  await client.query(
    "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0; set work_mem = '256MB'",
  );
  const restore = await dropIndexes(client);
  for (const sql of pastOf(size)) {
    await timed(sql, () => client.query(sql));
    if (sql.includes("temp table")) await client.query("analyze");
  }
  await timed("indexes", restore);
  await timed("sums", () => addUp(client));
  await client.query("reset session_replication_role; drop table visits; drop table people");
  await timed("vacuum", () => client.query("vacuum analyze"));
  await client.query("checkpoint");
}

/** Drops indexes and constraints of the large tables; returns a function that restores them. */
async function dropIndexes(client: Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query(
    `select conrelid::regclass as table, conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
     where conrelid = any($1::regclass[]) and contype in ('f', 'p', 'u', 'x')
        or confrelid = any($1::regclass[])
     order by contype = 'f', contype <> 'p'`,
    [TABLES],
  );
  // The exclusion constraint would check visit by visit again, so only its index is built.
  const { rows: ofRules } = await client.query(
    `select pg_get_indexdef(conindid) as indexdef from pg_constraint where conrelid = any($1::regclass[]) and contype = 'x'`,
    [TABLES],
  );
  for (const { table, name } of keys.toReversed()) {
    await client.query(`alter table ${table} drop constraint "${name}"`);
  }
  const { rows: indexes } = await client.query(
    "select indexname, indexdef from pg_indexes where tablename = any($1) and schemaname = 'public'",
    [TABLES],
  );
  for (const { indexname } of indexes) await client.query(`drop index "${indexname}"`);
  return async () => {
    for (const { table, name, rule } of keys.filter(({ rule }) => !rule.startsWith("EXCLUDE"))) {
      await client.query(`alter table ${table} add constraint "${name}" ${rule}`);
    }
    for (const { indexdef } of [...indexes, ...ofRules]) await client.query(indexdef);
  };
}

/** Writes what triggers would have written, with the statements of the migration. */
async function addUp(client: Client): Promise<void> {
  const file = path.join(import.meta.dirname, "../db/migrations/0003_office.sql");
  const statements = (await readFile(file, "utf8")).split("--> statement-breakpoint");
  for (const table of DERIVED) {
    const sums = statements.find((sql) => sql.trim().startsWith(`INSERT INTO "${table}"`));
    if (!sums) throw new Error(`The migration does not fill ${table} any more.`);
    await client.query(`delete from ${table}`);
    await client.query(sums);
  }
  await client.query(
    "insert into row_counts (table_name, status, change) select 'customers', '', count(*) from customers",
  );
  await compactCounts({ db: drizzle(client) });
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (process.env.BENCH_VERBOSE)
    process.stderr.write(`${seconds.padStart(7)} s  ${what.trim().slice(0, 60)}\n`);
}
