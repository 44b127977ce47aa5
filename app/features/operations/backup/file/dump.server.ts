import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import {
  FORMAT,
  FORMAT_VERSION,
  type Header,
  type Manifest,
  type Sequences,
  type WaitingJob,
} from "./format";
import { readWaitingJobs } from "./jobs-kept.server";
import { digester, rowLines, setFormats } from "./rows.server";
import { SEAL_PLACE, SEALED_WORD } from "./seal.server";
import { quoted, readSchemaVersion, readTables, type Scope, type Table } from "./tables.server";

type Source = Pick<Ctx, "db" | "now" | "vault"> & {
  /** Of a backup that is written anew, at later tables: what it keeps of the older one. */
  older?: { header: Header; jobs: WaitingJob[] };
  scope?: Scope;
};

/**
 * Hands the whole site as it is at one moment to `write`, as pieces of text. All tables are held against being emptied
 * first: the snapshot of a transaction does not protect from that.
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

/** Asked outside of the transaction, whose snapshot must be younger than its locks. */
async function namesOf({ db, scope }: Source): Promise<string[]> {
  return (await readTables(db, scope)).map(({ name }) => name);
}

async function* dumpText(tx: Database, { now, vault, older, scope }: Source): AsyncGenerator<string> {
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
  yield line({ end: { tables: manifest, sha256: hash.digest("hex") } });
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;

/** How far each column that numbers itself has counted; what was rolled back or deleted is not counted again. */
async function readSequences(tx: Database, tables: Table[]): Promise<Sequences> {
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
