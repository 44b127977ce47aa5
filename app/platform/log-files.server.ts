import { createReadStream, mkdirSync } from "node:fs";
import { appendFile, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import pino, { type DestinationStream } from "pino";

const FOLDER = "logs";
const CURRENT = "site.log";
/** Size and number of the log files that are kept. */
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_FILES = 5;
/** Lines are written in batches; none waits longer. */
const WAIT_MS = 250;

/**
 * Writes the log to standard output and to files in the data folder, which rotate. The folder is created with the first
 * line. If the files can't be written, standard output still gets the lines.
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

/** Rotates: site.log becomes site.log.1, that becomes site.log.2 and so on; the last one is deleted. */
async function rotate(file: string): Promise<void> {
  await rm(`${file}.${MAX_FILES - 1}`, { force: true });
  for (let number = MAX_FILES - 2; number >= 0; number -= 1) {
    const from = number === 0 ? file : `${file}.${number}`;
    await rename(from, `${file}.${number + 1}`).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
}

/** The lines in the files, oldest first. */
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
