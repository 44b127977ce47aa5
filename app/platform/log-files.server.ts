import { createReadStream, mkdirSync } from "node:fs";
import { appendFile, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import pino, { type DestinationStream } from "pino";

const FOLDER = "logs";
const CURRENT = "site.log";
/** So much of the log is kept, in so many files. */
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_FILES = 5;
/** Lines are written together: at most so many bytes wait, and for so long. */
const WAIT_MS = 250;

/**
 * Where the log goes: standard output, and files in the data folder that push out the oldest. The folder is made with the
 * first line. When the files can't be written, the lines are still on standard output.
 */
export function logDestination(
  dataDir: string,
  { maxBytes = MAX_BYTES, output = pino.destination(1) as DestinationStream } = {},
): DestinationStream & { flush: () => Promise<void> } {
  const file = path.join(dataDir, FOLDER, CURRENT);
  let waiting: string[] = [];
  let size: number | undefined;
  let broken = false;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write() {
    const text = waiting.join("");
    waiting = [];
    if (text === "" || broken) return;
    try {
      if (size === undefined) {
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
        size = await stat(file).then(
          (found) => found.size,
          () => 0,
        );
      }
      if (size > 0 && size + text.length > maxBytes) {
        await rotate(file);
        size = 0;
      }
      await appendFile(file, text, { mode: 0o600 });
      size += Buffer.byteLength(text);
    } catch (error) {
      broken = true;
      output.write(
        `${JSON.stringify({ level: 40, msg: `the log is not kept in files: ${(error as Error).message}` })}\n`,
      );
    }
  }

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    write(line) {
      output.write(line);
      waiting.push(line);
      timer ??= setTimeout(flush, WAIT_MS);
    },
    flush,
  };
}

/** site.log becomes site.log.1, that site.log.2 and so on; the last goes. */
async function rotate(file: string): Promise<void> {
  await rm(`${file}.${MAX_FILES - 1}`, { force: true });
  for (let number = MAX_FILES - 2; number >= 0; number -= 1) {
    const from = number === 0 ? file : `${file}.${number}`;
    await rename(from, `${file}.${number + 1}`).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
}

/** The lines that are kept, oldest first. */
export async function* keptLogLines(dataDir: string): AsyncGenerator<string> {
  const folder = path.join(dataDir, FOLDER);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(CURRENT));
  const age = (name: string) => Number(name.slice(CURRENT.length + 1) || 0);
  for (const name of names.sort((one, other) => age(other) - age(one))) {
    let rest = "";
    for await (const text of createReadStream(path.join(folder, name), "utf8")) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest) yield rest;
  }
}
