import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Vault } from "~/platform/auth/vault.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import {
  FORMAT,
  FORMAT_VERSION,
  type Header,
  type Manifest,
  type Sequences,
  type WaitingJob,
} from "./format";
import { readWaitingJobs } from "./queue.server";
import { digester, rowLines, setFormats } from "./rows.server";
import { quoted, readSchemaVersion, readTables, type Scope, type Table } from "./tables.server";

type Source = Pick<Ctx, "db" | "now" | "vault"> & {
  /** Header and jobs to keep when an older backup is upgraded to the present tables. */
  older?: { header: Header; jobs: WaitingJob[] };
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

/** Last value of each identity column, so that values of deleted or rolled-back rows are not reused. */
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

const SEAL_PLACE = "backup";
const SEALED_WORD = "white birch";

/** Whether the backup was made with the same APP_SECRET. Otherwise its encrypted values can't be read here. */
export function hasSameSecret(vault: Vault, header: Header): boolean {
  return vault.open(header.seal, SEAL_PLACE) === SEALED_WORD;
}
