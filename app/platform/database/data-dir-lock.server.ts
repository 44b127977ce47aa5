import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartupError } from "~/platform/startup-error.server";

const SQLITE_BUSY = 5;

/** Open locks. A reference keeps each database from being collected, which would release its lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks the data folder (created if missing) for this process. The lock is an exclusive SQLite transaction, that is a file
 * lock of the kernel, so it ends with the process.
 * @throws StartupError when another process has the lock, or the folder can't be used
 */
export function lockDataDir(dataDir: string): { release: () => void } {
  const holder = path.join(dataDir, "lock.pid");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = new DatabaseSync(path.join(dataDir, "lock"));
    lock.exec("begin exclusive");
    writeFileSync(holder, `${process.pid}\n`);
    held.add(lock);
    return { release: () => held.delete(lock) && lock.close() };
  } catch (error) {
    if (isBusy(error)) {
      throw new StartupError(
        `DATA_DIR ${dataDir} is in use by another process (pid ${readPid(holder)}). Stop that one or choose another DATA_DIR.`,
      );
    }
    throw new StartupError(`DATA_DIR ${dataDir} can't be used: ${(error as Error).message}.`);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

function readPid(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "unknown";
  }
}
