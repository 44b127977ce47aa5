import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { readSequences } from "~/features/operations/backup/file/dump.server";
import { setFormats } from "~/features/operations/backup/file/rows.server";
import { quoted, readSchemaVersion } from "~/features/operations/backup/file/tables.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { ZipContent } from "~/platform/files/zip-writer.server";
import { counter } from "./figures";
import { FORMAT, FORMAT_VERSION, MANIFEST, type Manifest } from "./manifest";
import { columnsCsv, type Described, readme } from "./notes";
import { headOf, isPlain, lineOf } from "./row";
import { reader, readRows, readSheets, resealed, type Sheet } from "./rows.server";
import { storedFiles } from "./stored-files.server";

type DumpCtx = Pick<Ctx, "db" | "now" | "vault" | "files" | "log"> & {
  /** How long to wait for a store that doesn't answer. */
  pausesMs?: number[];
};
/** Hears how far it is, in percent, and of the manifest at the end. */
type Listener = { onProgress: (percent: number) => Promise<void>; onEnd: (manifest: Manifest) => void };

const LARGE_TABLE_BYTES = 300 * 1024 ** 2;
/** Percent of the work that the tables are. */
const TABLES_SHARE = 60;

/**
 * Everything of the site as the files of a ZIP, one at a time: the tables at one moment, then the stored files. Locks nothing but
 * changes of the tables themselves. The manifest comes last. @throws StoreDown when the store can't be read
 */
export async function* dumpEverything(ctx: DumpCtx, listener: Listener): AsyncGenerator<ZipContent> {
  const manifest: Manifest = {
    ...{
      format: FORMAT,
      version: FORMAT_VERSION,
      schema: 0,
      made_at: ctx.now.toString({ smallestUnit: "second" }),
    },
    company: (await readCompany(ctx)).company_name,
    ...{ tables: {}, sequences: {}, files: { count: 0, missing: 0, names: [] }, figures: {} },
  };
  yield* tablesOf(ctx, manifest, listener);
  const onFiles = (share: number) =>
    listener.onProgress(TABLES_SHARE + Math.floor(share * (99 - TABLES_SHARE)));
  yield* storedFiles(ctx, manifest.files, onFiles);
  yield { name: MANIFEST, compress: true, content: [Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)] };
  listener.onEnd(manifest);
}

/** The tables, read in a transaction of a connection that is kept until they are written. */
async function* tablesOf(ctx: DumpCtx, manifest: Manifest, listener: Listener): AsyncGenerator<ZipContent> {
  const { promise: isWritten, resolve, reject } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<Database>();
  const locked = (await readSheets(ctx.db)).map(({ name }) => quoted(name)).join(", ");
  const transaction = ctx.db.transaction(
    async (tx) => {
      await setFormats(tx);
      await tx.execute(sql.raw(`lock table ${locked} in access share mode`)); // a snapshot doesn't cover TRUNCATE
      open(tx);
      await isWritten;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  transaction.catch(() => {});
  try {
    const tx = await Promise.race([
      opened,
      transaction.then(() => Promise.reject(new Error("It was closed"))),
    ]);
    manifest.schema = await readSchemaVersion(tx);
    const sheets = await readSheets(tx);
    const described = await describe(tx, sheets);
    const texts = { "README.txt": readme(manifest, described), "columns.csv": columnsCsv(described) };
    for (const [name, text] of Object.entries(texts))
      yield { name, compress: true, content: [Buffer.from(text)] };
    const large = await readLargeTables(tx);
    const figures = counter();
    for (const [place, sheet] of sheets.entries()) {
      const content = csvOf(tx, sheet, { ...ctx, manifest, figures });
      yield { name: sheet.file, compress: true, isLarge: large.has(sheet.name), content };
      await listener.onProgress(Math.floor(((place + 1) / sheets.length) * TABLES_SHARE));
    }
    manifest.figures = figures.end();
    manifest.sequences = await readSequences(tx, sheets);
    resolve();
    await transaction;
  } finally {
    reject(new Error("The export ended early"));
  }
}

/** Tables whose CSV may have 4 GB: the database compresses long texts. */
async function readLargeTables(tx: Database): Promise<Set<string>> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and pg_table_size(oid) > ${LARGE_TABLE_BYTES}`,
  );
  return new Set(rows.map(({ name }) => name));
}

type Tally = Pick<DumpCtx, "vault" | "log"> & { manifest: Manifest; figures: ReturnType<typeof counter> };

async function* csvOf(tx: Database, sheet: Sheet, tally: Tally): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const plain = sheet.columns.map(({ name, type }) => isPlain(type) && !/^sealed/.test(name));
  const open = resealed("open", tally.vault, sheet);
  const rowOf = reader(sheet);
  let count = 0;
  const hashed = (text: string) => {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    return bytes;
  };
  yield hashed(headOf(sheet.headings));
  for await (const rows of readRows(tx, sheet)) {
    const opened = rows.map(open).filter((cells) => cells !== null);
    const lost = rows.length - opened.length;
    if (lost > 0)
      tally.log.warn({ table: sheet.name, count: lost }, "sealed rows can't be opened for an export");
    for (const cells of opened) tally.figures.add(sheet.name, rowOf(cells));
    count += opened.length;
    yield hashed(opened.map((cells) => lineOf(cells, plain)).join(""));
  }
  tally.manifest.tables[sheet.file] = { rows: count, sha256: hash.digest("hex") };
}

/** Which table the ids of a column are from, by its foreign keys of one column. */
async function describe(tx: Database, sheets: Sheet[]): Promise<Described[]> {
  const { rows } = await tx.execute<{ name: string; column: string; refers: string }>(sql`
    select c.relname as name, a.attname as column, r.relname as refers
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class r on r.oid = f.confrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
    where f.contype = 'f' and array_length(f.conkey, 1) = 1 and c.relnamespace = 'public'::regnamespace`);
  const refers = new Map(rows.map((row) => [`${row.name}.${row.column}`, row.refers]));
  return sheets.map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => ({ ...column, refers: refers.get(`${name}.${column.name}`) })),
  }));
}
