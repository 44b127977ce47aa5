import { sql } from "drizzle-orm";
import { type Database, postgresCode } from "~/platform/database/database.server";
import type { BackupFile } from "./encrypt.server";
import { BrokenBackup, readBackup } from "./file.server";
import type { Header, Manifest, Part, Sequences, WaitingJob } from "./format";
import { setFormats } from "./rows.server";
import { quoted, readSchemaVersion, readTables, type Scope, type Table } from "./tables.server";

/** SQLSTATE classes 22 and 23: invalid values and violated constraints. */
const NO_ROW = /^2[23]/;
/** Maximum wait for the locks on all tables. */
const LOCK_TIMEOUT = "20s";

/**
 * Truncates every table and lets `fill` insert rows. Triggers are disabled meanwhile, because the rows already contain
 * what they would add. All other access waits until the transaction ends.
 */
export async function replaceEverything(
  tx: Database,
  fill: (tables: Map<string, Table>) => Promise<void>,
  scope?: Scope,
): Promise<void> {
  await setFormats(tx);
  await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`));
  const tables = await readTables(tx, scope);
  const names = tables.map(({ name }) => quoted(name));
  await tx.execute(sql.raw(`lock table ${names.join(", ")} in access exclusive mode`));
  for (const name of names) await tx.execute(sql.raw(`alter table ${name} disable trigger user`));
  await tx.execute(sql.raw(`truncate ${names.join(", ")} restart identity`));
  // A row may point to one of its own table that comes later.
  await tx.execute(sql`set constraints all deferred`);
  await fill(new Map(tables.map((table) => [table.name, table])));
  await tx.execute(sql`set constraints all immediate`);
  for (const name of names) await tx.execute(sql.raw(`alter table ${name} enable trigger user`));
}

export type Loaded = { header: Header; tables: Manifest; jobs: WaitingJob[] };

/**
 * Replaces all data with a backup and returns the jobs that were waiting. Runs in the caller's transaction. The tables
 * must be at the backup's migration level.
 */
export function loadBackup(tx: Database, file: BackupFile): Promise<Loaded> {
  return loadParts(tx, readBackup(file));
}

/** Like `loadBackup`, from a stream. */
export async function loadParts(tx: Database, parts: AsyncIterable<Part>, scope?: Scope): Promise<Loaded> {
  const found: Partial<Loaded> = {};
  const jobs: WaitingJob[] = [];
  const fill = async (tables: Map<string, Table>) => {
    const version = await readSchemaVersion(tx);
    let insert: ((lines: string[]) => Promise<void>) | undefined;
    for await (const part of parts) {
      if (part.kind === "header") {
        found.header = part.header;
        if (part.header.schema !== version) throw new BrokenBackup("The backup was made by another version.");
      } else if (part.kind === "table") insert = inserter(tx, tables.get(part.name), part.name, part.columns);
      else if (part.kind === "rows") await insert?.(part.lines);
      else if (part.kind === "sequences") await setSequences(tx, tables, part.sequences);
      else if (part.kind === "job") jobs.push(part.job);
      else if (part.kind === "end") found.tables = part.tables;
    }
    await tx.execute(sql.raw(`analyze ${[...tables.keys()].map(quoted).join(", ")}`));
  };
  await replaceEverything(tx, fill, scope);
  if (!found.header || !found.tables) throw new BrokenBackup("The file is empty.");
  return { header: found.header, tables: found.tables, jobs };
}

/** Inserts rows given as arrays of text. */
export function inserter(tx: Database, table: Table | undefined, name: string, columns: string[]) {
  const types = new Map(table?.columns.map((column) => [column.name, column.type]));
  const unknown = columns.find((column) => !types.has(column));
  if (!table) throw new BrokenBackup(`This version doesn't have the table ${name}.`);
  if (unknown) throw new BrokenBackup(`This version doesn't have the column ${name}.${unknown}.`);
  const values = columns.map((column, place) => `(line ->> ${place})::${types.get(column)}`).join(", ");
  const statement = `insert into ${quoted(name)} (${columns.map(quoted).join(", ")}) overriding system value
    select ${values} from jsonb_array_elements(`;
  return async (lines: string[]) => {
    if (lines.length === 0) return;
    await tx.execute(sql`${sql.raw(statement)}${`[${lines.join(",")}]`}::jsonb) as line`).catch((error) => {
      if (!NO_ROW.test(postgresCode(error) ?? "")) throw error;
      throw new BrokenBackup(`A row of ${name} can't be read.`);
    });
  };
}

export async function setSequences(
  tx: Database,
  tables: Map<string, Table>,
  sequences: Sequences,
): Promise<void> {
  for (const [name, columns] of Object.entries(sequences)) {
    for (const [column, last] of Object.entries(columns)) {
      if (last < 1 || !tables.get(name)?.identity.includes(column)) continue;
      await tx.execute(
        sql`select setval(pg_get_serial_sequence(${quoted(name)}, ${column})::regclass, ${last}::bigint)`,
      );
    }
  }
}
