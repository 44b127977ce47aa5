import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { parse } from "csv-parse/sync";
import { exportPath, makeExport, startExport } from "~/features/operations/export/create.server";
import type { ExportRow } from "~/features/operations/export/export";
import { FIGURES } from "~/features/operations/export/file/figures";
import type { Manifest } from "~/features/operations/export/file/manifest";
import { readSheets } from "~/features/operations/export/file/rows.server";
import { startTakingBack, takeBack } from "~/features/operations/export/restore.server";
import { uploadExport } from "~/features/operations/export/upload.server";
import { checkExport } from "~/features/operations/export/verify.server";
import type { Vault } from "~/platform/auth/vault.server";
import type { StaffCtx } from "~/platform/context.server";
import { sha256Of } from "~/platform/files/store.server";
import { openZip } from "~/platform/files/zip-reader.server";
import { writeZip } from "~/platform/files/zip-writer.server";
import { migrateDatabase } from "~/platform/migrations.server";
import type { testWorld } from "./ctx";
import { aCustomer } from "./customers";
import { emptyDatabase } from "./database";
import { giveRole } from "./staff";

type World = Awaited<ReturnType<typeof testWorld>>;

/** A signed-in owner of a site. */
export async function anOwner(world: World, tag: string): Promise<() => StaffCtx> {
  const { ctx: own } = await aCustomer(world, tag);
  await giveRole(world.pool, own.actor.id, "owner");
  return () => ({ ...world.ctx(), actor: { ...own.actor, role: "owner" } });
}

/** Exports everything and returns the path of the ZIP. */
export async function exportEverything({ ctx, pool, dataDir }: World, owner: StaffCtx): Promise<string> {
  const id = randomUUID();
  const started = await startExport(owner, id);
  if (!started.ok) throw new Error(started.reason);
  await makeExport(ctx(), id);
  const { rows } = await pool.query<ExportRow>("select status, file, error from exports where id = $1", [id]);
  if (rows[0]?.status !== "made") throw new Error(rows[0]?.error ?? "The export is gone");
  return exportPath(dataDir, rows[0].file);
}

/** Uploads a ZIP and checks it; the row of the upload. */
export async function uploadAndCheck({ ctx, pool, connection }: World, owner: StaffCtx, path: string) {
  const sent = await uploadExport(owner, createReadStream(path));
  if (!sent.ok) return { id: "", status: "refused", error: sent.message };
  const { rows } = await pool.query("select id from exports where status = 'checking'");
  await checkExport({ ...ctx(), connection }, rows[0].id);
  return (await pool.query("select * from exports where id = $1", [rows[0].id])).rows[0];
}

/** Takes a checked upload back, under the secret of `vault`; the row of the upload. */
export async function takeUpload(world: World, owner: StaffCtx, { id, vault }: { id: string; vault: Vault }) {
  const started = await startTakingBack(owner, id);
  if (!started.ok) return { status: "refused", error: started.reason };
  const { ctx, connection, pool } = world;
  await takeBack({ ...ctx({ vault }), connection } as Parameters<typeof takeBack>[0], {
    id,
    session_id: owner.actor.session_id,
  });
  return (await pool.query("select * from exports where id = $1", [id])).rows[0];
}

/** The files of a ZIP as text, by name. */
export async function textsIn(path: string): Promise<Record<string, string>> {
  const contents = Object.entries(await contentsOf(path));
  return Object.fromEntries(contents.map(([name, content]) => [name, content.toString()]));
}

/** The files of a ZIP, by name. */
export async function contentsOf(path: string): Promise<Record<string, Buffer>> {
  const zip = await openZip(path);
  const contents: Record<string, Buffer> = {};
  for (const entry of zip.entries.values()) {
    const pieces: Uint8Array[] = [];
    for await (const piece of zip.read(entry)) pieces.push(piece);
    contents[entry.name] = Buffer.concat(pieces);
  }
  await zip.close();
  return contents;
}

/** The rows of a CSV as objects by heading. */
export function rowsOf(csv: string): Record<string, string>[] {
  return parse(csv, { bom: true, columns: true });
}

/**
 * Writes the ZIP of an export as the site would have written it at an older migration level: without the tables and columns that came
 * later.
 */
export async function asOlder(whole: string, level: number, file: string): Promise<void> {
  const older = await emptyDatabase();
  await migrateDatabase(older.pool, { upTo: level });
  const sheets = new Map((await readSheets(older.db)).map((sheet) => [sheet.file, sheet]));
  const names = new Set([...sheets.values()].map(({ name }) => name));
  const contents = await contentsOf(whole);
  const manifest: Manifest = { ...JSON.parse(String(contents["manifest.json"])), schema: level, tables: {} };
  for (const name of Object.keys(contents).filter((one) => one.endsWith(".csv") && one !== "columns.csv")) {
    const sheet = sheets.get(name);
    if (sheet) {
      const lines = parse(String(contents[name]), {
        bom: true,
        cast: (cell, { quoting }) => ({ cell, isQuoted: quoting }),
      }) as unknown as { cell: string; isQuoted: boolean }[][];
      const places = sheet.headings.map(
        (heading) => lines[0]?.findIndex(({ cell }) => cell === heading) ?? 0,
      );
      const written = lines.map((line) =>
        places.map((place) => {
          const { cell, isQuoted } = line[place] ?? { cell: "", isQuoted: false };
          return isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
        }),
      );
      const content = Buffer.from(written.map((line) => `${line.join(",")}\r\n`).join(""));
      contents[name] = content;
      manifest.tables[name] = { rows: lines.length - 1, sha256: sha256Of(content) };
    } else delete contents[name];
  }
  if (!names.has("files")) {
    manifest.files = { ...manifest.files, count: 0, missing: 0 };
    for (const name of Object.keys(contents)) if (name.startsWith("files/")) delete contents[name];
  }
  for (const { name, table } of FIGURES) if (!names.has(table)) delete manifest.figures[name];
  for (const name of Object.keys(manifest.sequences)) if (!names.has(name)) delete manifest.sequences[name];
  contents["manifest.json"] = Buffer.from(JSON.stringify(manifest));
  await writeContents(file, contents);
}

/** Writes a ZIP of these files. */
export async function writeContents(file: string, contents: Record<string, Buffer>): Promise<void> {
  async function* all() {
    for (const [name, content] of Object.entries(contents))
      yield { name, compress: true, content: [content] };
  }
  await writeZip(file, all(), Temporal.Instant.from("2026-06-01T12:00:00Z"));
}
