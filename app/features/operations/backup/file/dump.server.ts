import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Vault } from "~/platform/auth/vault.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { FileStore } from "~/platform/files/store.server";
import type { BackupFile } from "./encrypt.server";
import { readBackup } from "./file.server";
import {
  type CarriedFiles,
  FORMAT,
  FORMAT_VERSION,
  type Header,
  type Manifest,
  type Sequences,
  type WaitingJob,
} from "./format";
import { readWaitingJobs } from "./queue.server";
import { digester, rowLines, setFormats } from "./rows.server";
import { carryFiles } from "./stored-files.server";
import { quoted, readSchemaVersion, readTables, type Scope, type Table } from "./tables.server";

type Source = Pick<Ctx, "db" | "now" | "vault"> & {
  /** An older backup that is upgraded to the present tables: its header, jobs and files are kept. */
  older?: { header: Header; jobs: WaitingJob[]; file: BackupFile };
  /** Whose files it carries, and who hears which. */
  store?: FileStore;
  onFiles?: (files: CarriedFiles) => void;
  scope?: Scope;
};

/**
 * Streams the whole site at one moment to `write` as text. Locks all tables against TRUNCATE first, which a snapshot does
 * not cover.
 */
export function dumpSite<Result>(
  source: Source,
  write: (text: AsyncIterable<string>) => Promise<Result>,
): Promise<Result> {
  return source.db.transaction(
    async (tx) => {
      await setFormats(tx);
      const names = (await namesOf(source)).map(quoted).join(", ");
      await tx.execute(sql.raw(`lock table ${names} in access share mode`));
      return write(dumpText(tx, source));
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Reads the names outside the transaction, because its snapshot must be taken after the locks. */
async function namesOf({ db, scope }: Source): Promise<string[]> {
  return (await readTables(db, scope)).map(({ name }) => name);
}

async function* dumpText(tx: Database, source: Source): AsyncGenerator<string> {
  const { now, vault, older, scope } = source;
  const hash = createHash("sha256");
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  const tables = await readTables(tx, scope);
  const header: Header = {
    format: FORMAT,
    version: FORMAT_VERSION,
    made_at: older?.header.made_at ?? now.toString(),
    schema: await readSchemaVersion(tx),
    seal: older?.header.seal ?? vault.seal(SEALED_WORD, SEAL_PLACE),
  };
  yield hashed(line(header));
  const manifest: Manifest = {};
  for (const table of tables) {
    const digest = digester();
    yield hashed(line({ table: table.name, columns: table.columns.map(({ name }) => name) }));
    for await (const lines of rowLines(tx, table)) {
      digest.add(lines);
      yield hashed(`${lines.join("\n")}\n`);
    }
    manifest[table.name] = digest.end();
  }
  yield hashed(line({ sequences: await readSequences(tx, tables) }));
  for (const job of older?.jobs ?? (await readWaitingJobs(tx))) yield hashed(line({ job }));
  for await (const one of fileLines(tx, source)) yield hashed(line(one));
  yield line({ end: { tables: manifest, sha256: hash.digest("hex") } });
}

/** The content of stored files, then which files there are. */
async function* fileLines(tx: Database, { older, store, onFiles }: Source) {
  if (older) {
    for await (const part of readBackup(older.file)) {
      if (part.kind === "file")
        yield { file: { sha256: part.sha256, content: part.content.toString("base64") } };
      if (part.kind === "files") yield { files: part.files };
    }
  } else if (store) {
    const files: CarriedFiles = { place: store.place, carried: 0, left_out: 0, missing: 0, names: [] };
    for await (const file of carryFiles(tx, store, files)) yield { file };
    yield { files };
    onFiles?.(files);
  }
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;

/** Last value of each identity column, so that values of deleted or rolled-back rows are not reused. */
export async function readSequences(tx: Database, tables: Table[]): Promise<Sequences> {
  const sequences: Sequences = {};
  for (const { name, identity } of tables) {
    for (const column of identity) {
      const { rows } = await tx.execute<{ last: string }>(
        sql`select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${quoted(name)}, ${column})::regclass), 0) as last`,
      );
      sequences[name] = { ...sequences[name], [column]: Number(rows[0]?.last ?? 0) };
    }
  }
  return sequences;
}

const SEAL_PLACE = "backup";
const SEALED_WORD = "white birch";

/** Whether the backup was made with the same APP_SECRET. Otherwise its encrypted values can't be read here. */
export function hasSameSecret(vault: Vault, header: Header): boolean {
  return vault.open(header.seal, SEAL_PLACE) === SEALED_WORD;
}
