import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { detect } from "chardet";
import { parse } from "csv-parse";
import { MAX_COLUMNS } from "~/features/moving/rules";

/** A file that can't be imported, with what to do about it. */
export class Unreadable extends Error {
  override name = "Unreadable";
}

/** Bytes by which an encoding is guessed. */
const BEGINNING = 64 * 1024;
const MARKS = { "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff] };

/**
 * The encoding of a file: by its byte order mark, else UTF-8 if it is valid, else UTF-16 if it looks like it, else Windows-1252, which
 * American spreadsheets write. Null for what is no text.
 */
export function encodingOf(content: Buffer): string | null {
  for (const [encoding, mark] of Object.entries(MARKS))
    if (mark.every((byte, place) => content[place] === byte)) return encoding;
  const beginning = content.subarray(0, BEGINNING);
  if (!beginning.includes(0)) return isUtf8(content) ? "utf-8" : "windows-1252";
  const guess = detect(beginning)?.toLowerCase() ?? "";
  return Object.hasOwn(MARKS, guess) ? guess : null;
}

/** Bytes of a line, and of the cells of one. */
const MAX_LINE = 400_000;
/** Bytes that are read in one go: others are served in between. */
const PIECE = 64 * 1024;

/**
 * The content as UTF-8, a piece at a time: a file is never in memory as text.
 * @throws Unreadable for a line that is longer than any that people fill, because the parser doesn't count separators
 */
function* piecesOf(content: Buffer, encoding: string): Generator<Buffer> {
  const decoder = encoding === "utf-8" ? null : new TextDecoder(encoding);
  let length = 0;
  for (let from = 0; from < content.length; from += PIECE) {
    const bytes = content.subarray(from, from + PIECE);
    const isLast = from + PIECE >= content.length;
    const piece = decoder ? Buffer.from(decoder.decode(bytes, { stream: !isLast })) : bytes;
    for (let place = 0; place < piece.length; place += 1) {
      length = piece[place] === LF || piece[place] === CR ? 0 : length + 1;
      if (length > MAX_LINE)
        throw new Unreadable("A line of the file has no end. Export the list as CSV again.");
    }
    yield piece;
  }
}

const [LF, CR] = [0x0a, 0x0d];

/** The sign between cells: the one that the first line with any of them has most of. */
function delimiterOf(content: Buffer, encoding: string): string {
  const [beginning = ""] = piecesOf(content, encoding);
  const lines = beginning.toString().split(/\r?\n/);
  const first = lines.find((line) => /[,;\t]/.test(line)) ?? "";
  const countOf = (sign: string) => first.split(sign).length;
  return [",", ";", "\t"].sort((one, other) => countOf(other) - countOf(one))[0] ?? ",";
}

/**
 * The lines of a CSV file, one after the other, without those that are empty. `file_line` counts as a spreadsheet does: empty lines
 * count, and a cell with line breaks is one line.
 * @throws Unreadable
 */
export async function* linesOf(
  content: Buffer,
  encoding: string,
): AsyncGenerator<{ cells: string[]; file_line: number }> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(content, encoding),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_LINE,
  });
  const lines = Readable.from(piecesOf(content, encoding)).compose(parser) as AsyncIterable<string[]>;
  try {
    let file_line = 0;
    for await (const cells of lines) {
      file_line += 1;
      if (cells.every((cell) => cell.trim() === "")) continue;
      // PostgreSQL's text can't contain NUL.
      const clean = cells.slice(0, MAX_COLUMNS + 1).map((cell) => cell.replaceAll("\0", ""));
      yield { cells: clean, file_line };
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("CSV_"))
      throw new Unreadable("The file is not a complete CSV: a quote is not closed. Export it again.");
    throw error;
  }
}
