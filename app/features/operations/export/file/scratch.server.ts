import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { setFormats } from "~/features/operations/backup/file/rows.server";
import {
  asOwnerAt,
  type Connection,
  type Database,
  INSUFFICIENT_PRIVILEGE,
  postgresCode,
} from "~/platform/database/database.server";
import { migrateSchema } from "~/platform/migrations.server";

/** The database user isn't allowed to create a schema. The message says what to do. */
export class NoScratch extends Error {
  override name = "NoScratch";
}

/**
 * A schema with the tables of an older version, which only the transaction that made it can see. It must end with `dropScratch`, or be
 * rolled back.
 */
export type Scratch = { name: string; level: number; pathBefore: string };

/**
 * Makes a scratch schema at a migration level. From now on names of tables mean its tables. Needs the right to create schemas in the
 * database, as the first start of a site does, and none to create databases.
 * @throws NoScratch
 */
export async function makeScratch(tx: Database, level: number): Promise<Scratch> {
  const name = `scratch_${randomBytes(6).toString("hex")}`;
  await setFormats(tx);
  const { rows } = await tx.execute<Here>(sql`
    select current_setting('search_path') as path, quote_ident(current_database()) as database,
      quote_ident(current_user) as "user"`);
  const { path, database, user } = rows[0] as Here;
  await tx.execute(sql.raw(`create schema ${name}`)).catch((error) => {
    if (postgresCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new NoScratch(
      `An older version made the export, and the database user isn't allowed to make the schema that it is upgraded in. Let an administrator of the database run: grant create on database ${database} to ${user}. Nothing was changed.`,
    );
  });
  const scratch = { name, level, pathBefore: path };
  await setPath(tx, `${name}, ${scratch.pathBefore}`);
  await migrateSchema(runIn(tx), name, { upTo: level });
  return scratch;
}

type Here = { path: string; database: string; user: string };

/** Applies the later migrations, as an upgrade of a site would. */
export async function upgradeScratch(tx: Database, { name, level }: Scratch): Promise<void> {
  await migrateSchema(runIn(tx), name, { after: level });
}

/** From now on names of tables mean those of the site again; the scratch schema stays until it is dropped. */
export const leaveScratch = (tx: Database, { pathBefore }: Scratch) => setPath(tx, pathBefore);

export async function dropScratch(tx: Database, { name }: Scratch): Promise<void> {
  await tx.execute(sql`set local client_min_messages = 'warning'`);
  await tx.execute(sql.raw(`drop schema ${name} cascade`));
}

class Enough extends Error {}

/** What `work` finds in a scratch schema at a migration level, which is then rolled back. */
export async function withScratch<Result>(
  connection: Connection,
  level: number,
  work: (tx: Database, scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  let found: { result: Result } | undefined;
  await asOwnerAt(connection)(async (tx) => {
    found = { result: await work(tx, await makeScratch(tx, level)) };
    throw new Enough();
  }).catch((error) => {
    if (!(error instanceof Enough)) throw error;
  });
  if (!found) throw new Error("A scratch schema was not made");
  return found.result;
}

const setPath = (tx: Database, path: string) =>
  tx.execute(sql`select set_config('search_path', ${path}, true)`);

const runIn = (tx: Database) => (text: string) => tx.execute(sql.raw(text));
