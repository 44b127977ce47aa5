import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { import_rows, import_runs, import_templates } from "~/db/schema/imports";
import { cleanLine } from "~/lib/text";
import { recordAudit } from "~/platform/audit.server";
import type { Vault } from "~/platform/auth/vault.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Fields, formIdOf } from "~/platform/request/form.server";
import { BrokenForm, formParts } from "~/platform/request/multipart.server";
import { recognizeColumns, recognizeVendor } from "./columns";
import { splitHomes } from "./customers/homes";
import { encodingOf, linesOf, Unreadable } from "./file/lines.server";
import { MAX_COLUMNS, MAX_FILE_BYTES, MAX_FILE_MB, MAX_ROWS } from "./rules";
import { aboutOf, recognizeSubject } from "./subjects";

/** Rows that are stored with one statement. */
const BATCH = 1_000;

export type UploadOutcome = { ok: true; id: string } | { ok: false; message: string };

/**
 * Reads the file of the form and stores its lines, each sealed, with the columns as far as they are recognized. A form that is sent
 * twice with the same file stores it once.
 */
export async function uploadImport(ctx: StaffCtx, request: Request): Promise<UploadOutcome> {
  const received = await receiveFile(request);
  if (!received.ok) return received;
  const encoding = encodingOf(received.content);
  if (!encoding) return refuse(whyNoCsv(received.content));
  try {
    return await storeFile(ctx, { ...received, encoding });
  } catch (error) {
    if (error instanceof Unreadable) return refuse(error.message);
    throw error;
  }
}

const TOO_LARGE = `The file is larger than ${MAX_FILE_MB} MB. Split it, and import the parts.`;
const refuse = (message: string) => ({ ok: false as const, message });

type ReceivedFile = { id: string; name: string; content: Buffer };

/** The file of the form, with an id of the form and the file. */
async function receiveFile(
  request: Request,
): Promise<({ ok: true } & ReceivedFile) | { ok: false; message: string }> {
  const limits = { file: MAX_FILE_BYTES, field: 1_000, parts: 4, total: MAX_FILE_BYTES + 64 * 1024 };
  const fields: Fields = {};
  try {
    for await (const { name: field, filename, content } of formParts(request, limits)) {
      if (filename === null) {
        fields[field] = content?.toString() ?? "";
        continue;
      }
      if (content === null) return refuse(TOO_LARGE);
      if (content.length > 0) {
        const id = formIdOf(fields, createHash("sha256").update(content).digest("hex"));
        return { ok: true, id, name: cleanLine(filename).slice(-120) || "import.csv", content };
      }
      if (filename !== "") return refuse("The file is empty. Export the list again.");
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

/** What to do with a file that is no text, by how it begins. */
function whyNoCsv(content: Buffer): string {
  const begins = (hex: string) => content.subarray(0, hex.length / 2).toString("hex") === hex;
  const isWorkbook = begins("504b0304") || begins("d0cf11e0"); // .xlsx, and .xls
  return isWorkbook
    ? "This is a workbook of Excel or Numbers. Open it there, save the sheet as CSV UTF-8, and choose that file."
    : "This is not a CSV file. Export the list as CSV, and choose that file.";
}

/** Lines above the headings that are passed over: spreadsheets have titles there. */
const MOST_TITLES = 10;

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
  { id, name: file_name, content, encoding }: ReceivedFile & { encoding: string },
): Promise<UploadOutcome> {
  return ctx.db.transaction(async (tx) => {
    let headers: string[] | null = null;
    let split = splitHomes([]);
    let waiting: { line: number; file_line: number; sealed: string }[] = [];
    let line = 1;
    let titles = 0;
    const store = async () => {
      const lines = waiting.map((one) => one.line);
      const fileLines = waiting.map((one) => one.file_line);
      const sealed = waiting.map((one) => one.sealed);
      await tx.execute(sql`insert into ${import_rows} (run_id, line, file_line, sealed)
        select ${id}, * from unnest(${sql.param(lines)}::integer[], ${sql.param(fileLines)}::integer[],
          ${sql.param(sealed)}::text[])`);
      waiting = [];
    };
    for await (const { cells, file_line } of linesOf(content, encoding)) {
      if (headers === null) {
        if (cells.filter((cell) => cell.trim()).length < 2 && titles++ < MOST_TITLES) continue;
        headers = headersOf(cells);
        split = splitHomes(headers);
        const made = await tx
          .insert(import_runs)
          .values(await runOf(headers))
          .onConflictDoNothing()
          .returning({ id: import_runs.id });
        if (made.length === 0) return { ok: true as const, id };
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
    if (headers === null) throw new Unreadable(NO_HEADINGS);
    if (line === 1) throw new Unreadable("The file has no rows below its headings.");
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
  if (headers.filter(Boolean).length < 2) throw new Unreadable(NO_HEADINGS);
  if (headers.some((header) => EMAIL.test(header)))
    throw new Unreadable(
      "The first line is somebody’s, and does not name the columns. Put a line such as Name, Email, Phone above it.",
    );
  return headers;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const NO_HEADINGS =
  "No line of the file names its columns. Put a line such as Name, Email, Phone above the rows, with at least two columns.";
