import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { detect } from "chardet";
import { parse } from "csv-parse";
import { eq, sql } from "drizzle-orm";
import { import_rows, import_runs, import_templates } from "~/db/schema/imports";
import { cleanLine } from "~/lib/text";
import { recordAudit } from "~/platform/audit.server";
import type { Vault } from "~/platform/auth/vault.server";
import type { StaffCtx } from "~/platform/context.server";
import { BrokenForm, formParts } from "~/platform/request/multipart.server";
import { recognizeColumns, recognizeVendor } from "./columns";
import { splitHomes } from "./customers/homes";
import { MAX_COLUMNS, MAX_FILE_BYTES, MAX_FILE_MB, MAX_ROWS } from "./rules";
import { aboutOf, recognizeSubject } from "./subjects";

/** Rows that are stored with one statement. */
const BATCH = 1_000;

export type UploadOutcome = { ok: true; id: string } | { ok: false; message: string };

/** Reads the file of the form and stores its lines, each sealed, with the columns as far as they are recognized. */
export async function uploadImport(ctx: StaffCtx, request: Request): Promise<UploadOutcome> {
  const received = await receiveFile(request);
  if (!received.ok) return received;
  const decoded = decodeFile(received.content);
  if (!decoded) return refuse("This is no CSV file. Export the list as CSV, and choose that file.");
  try {
    return await storeFile(ctx, received.name, decoded);
  } catch (error) {
    if (error instanceof Unreadable) return refuse(error.message);
    throw error;
  }
}

const TOO_LARGE = `The file is larger than ${MAX_FILE_MB} MB. Split it, and import the parts.`;
const refuse = (message: string) => ({ ok: false as const, message });

class Unreadable extends Error {
  override name = "Unreadable";
}

async function receiveFile(
  request: Request,
): Promise<{ ok: true; name: string; content: Buffer } | { ok: false; message: string }> {
  const limits = { file: MAX_FILE_BYTES, field: 1_000, parts: 4, total: MAX_FILE_BYTES + 64 * 1024 };
  try {
    for await (const { filename, content } of formParts(request, limits)) {
      if (filename === null) continue;
      if (content === null) return refuse(TOO_LARGE);
      if (content.length > 0)
        return { ok: true, name: cleanLine(filename).slice(-120) || "import.csv", content };
    }
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    return refuse(
      error.message === "The form is too long."
        ? TOO_LARGE
        : "The file was cut off on the way. Send it again.",
    );
  }
  return refuse("Choose a CSV file first.");
}

/**
 * The text of a file: by its byte order mark, else UTF-8 if it is valid, else UTF-16 if it looks like it, else Windows-1252, which
 * American spreadsheets write. Null for what is no text.
 */
export function decodeFile(content: Buffer): { text: string; encoding: string } | null {
  const decode = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(content);
  const marks = { "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff] };
  for (const [encoding, mark] of Object.entries(marks))
    if (mark.every((byte, place) => content[place] === byte)) return { text: decode(encoding), encoding };
  if (!content.subarray(0, 64 * 1024).includes(0)) {
    try {
      return { text: decode("utf-8", true), encoding: "utf-8" };
    } catch {
      return { text: decode("windows-1252"), encoding: "windows-1252" };
    }
  }
  const guess = detect(content.subarray(0, 64 * 1024))?.toLowerCase();
  return guess === "utf-16le" || guess === "utf-16be" ? { text: decode(guess), encoding: guess } : null;
}

/** The sign between cells: the one that the first line has most of. */
function delimiterOf(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  const countOf = (sign: string) => first.split(sign).length;
  return [",", ";", "\t"].sort((one, other) => countOf(other) - countOf(one))[0] ?? ",";
}

/** Where the cells of a line are sealed: they open in no other run or line. */
const placeOf = (run_id: string, line: number) => `import_rows.${run_id}.${line}`;

function sealCells(vault: Vault, run_id: string, line: number, cells: string[]): string {
  return vault.of("imports").seal(JSON.stringify(cells), placeOf(run_id, line));
}

/** The cells of a line; null if they were sealed under an unknown secret. */
export function openCells(
  vault: Vault,
  row: { run_id: string; line: number; sealed: string },
): string[] | null {
  const text = vault.of("imports").open(row.sealed, placeOf(row.run_id, row.line));
  return text === null ? null : (JSON.parse(text) as string[]);
}

export const templateKey = (headers: string[]) =>
  createHash("sha256").update(JSON.stringify(headers)).digest("base64url");

function storeFile(
  ctx: StaffCtx,
  file_name: string,
  { text, encoding }: { text: string; encoding: string },
): Promise<UploadOutcome> {
  const id = randomUUID();
  return ctx.db.transaction(async (tx) => {
    let headers: string[] | null = null;
    let split = splitHomes([]);
    let waiting: { line: number; file_line: number; sealed: string }[] = [];
    let line = 1;
    const store = async () => {
      const lines = waiting.map((one) => one.line);
      const fileLines = waiting.map((one) => one.file_line);
      const sealed = waiting.map((one) => one.sealed);
      await tx.execute(sql`insert into ${import_rows} (run_id, line, file_line, sealed)
        select ${id}, * from unnest(${sql.param(lines)}::integer[], ${sql.param(fileLines)}::integer[],
          ${sql.param(sealed)}::text[])`);
      waiting = [];
    };
    for await (const { cells, file_line } of linesOf(text)) {
      if (headers === null) {
        headers = headersOf(cells);
        split = splitHomes(headers);
        await tx.insert(import_runs).values(await runOf(headers));
        continue;
      }
      for (const row of split(cells)) {
        line += 1;
        if (line - 1 > MAX_ROWS)
          throw new Unreadable(`The file has more than ${MAX_ROWS.toLocaleString("en-US")} rows. Split it.`);
        waiting.push({ line, file_line, sealed: sealCells(ctx.vault, id, line, row) });
        if (waiting.length === BATCH) await store();
      }
    }
    await store();
    if (headers === null || line === 1) throw new Unreadable("The file has no rows below its headings.");
    await tx
      .update(import_runs)
      .set({ row_count: line - 1 })
      .where(eq(import_runs.id, id));
    await recordAudit(tx, ctx, {
      action: "import.uploaded",
      entity: "import",
      entity_id: id,
      details: { count: line - 1 },
    });
    return { ok: true as const, id };

    async function runOf(found: string[]) {
      const [template] = await tx
        .select()
        .from(import_templates)
        .where(eq(import_templates.key, templateKey(found)));
      const subject = template?.subject ?? recognizeSubject(found);
      const { columns } = aboutOf(subject);
      const mapping = template?.mapping ?? recognizeColumns(columns, found);
      const vendor = template?.vendor ?? recognizeVendor(columns, found);
      const stamps = { created_at: ctx.now, updated_at: ctx.now };
      const author_id = ctx.actor.id;
      return {
        ...{ id, file_name, vendor, subject, encoding, headers: found, mapping, author_id },
        choices: template?.choices ?? {},
        state: "mapping" as const,
        ...stamps,
      };
    }
  });
}

function headersOf(cells: string[]): string[] {
  if (cells.length > MAX_COLUMNS) throw new Unreadable(`The file has more than ${MAX_COLUMNS} columns.`);
  const headers = cells.map((cell) => cleanLine(cell).slice(0, 120).toWellFormed()); // it may end within an emoji
  if (headers.filter(Boolean).length < 2)
    throw new Unreadable("The first line must name the columns. Separate them with commas.");
  return headers;
}

/** Bytes of the cells of a line. Quotes and separators may make it twice as long. */
const MAX_LINE = 200_000;
/** Bytes that are read in one go: others are served in between. */
const PIECE = 64 * 1024;

function* piecesOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}

/** Whether a line is longer than any that people fill. The parser doesn't count separators. */
function hasEndlessLine(text: string): boolean {
  let start = 0;
  for (const { index } of text.matchAll(/[\r\n]|$/g)) {
    if (index - start > 2 * MAX_LINE) return true;
    start = index + 1;
  }
  return false;
}

/**
 * The lines of a CSV text, one after the other, without those that are empty. `file_line` counts as a spreadsheet does: empty lines
 * count, and a cell with line breaks is one line.
 */
async function* linesOf(text: string): AsyncGenerator<{ cells: string[]; file_line: number }> {
  if (hasEndlessLine(text))
    throw new Unreadable("A line of the file has no end. Export the list as CSV again.");
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_LINE,
  });
  try {
    let file_line = 0;
    for await (const cells of Readable.from(piecesOf(text)).compose(parser) as AsyncIterable<string[]>) {
      file_line += 1;
      if (cells.every((cell) => cell.trim() === "")) continue;
      // PostgreSQL's text can't contain NUL.
      const clean = cells.slice(0, MAX_COLUMNS + 1).map((cell) => cell.replaceAll("\0", ""));
      yield { cells: clean, file_line };
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("CSV_"))
      throw new Unreadable("The file is no complete CSV: a quote is not closed. Export it again.");
    throw error;
  }
}
