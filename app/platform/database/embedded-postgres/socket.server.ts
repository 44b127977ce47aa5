import { createHash } from "node:crypto";
import { lstat, mkdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { StartupError } from "~/platform/startup-error.server";

export const SOCKET_NAME = ".s.PGSQL.5432";

/** Bytes. A socket's path has at most 107 on Linux, 103 on macOS. */
const LONGEST_ADDRESS = 100;

/**
 * The folder of PostgreSQL's socket: the data folder, or when its path is too long, a private folder in the system's
 * temporary one, always the same for a data folder.
 * @throws StartupError when somebody else owns that folder
 */
export async function socketFolder(dataDir: string): Promise<string> {
  if (Buffer.byteLength(path.join(dataDir, SOCKET_NAME)) < LONGEST_ADDRESS) return dataDir;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const folder = path.join(tmpdir(), `white-birch-${name}`);
  await mkdir(folder, { mode: 0o700, recursive: true });
  const { uid, mode } = await lstat(folder);
  if (uid === process.getuid?.() && (mode & 0o077) === 0) return folder;
  throw new StartupError(
    `${folder} is not private to this user. Remove it, or choose a DATA_DIR with a shorter path.`,
  );
}

/** Removes the folder that `socketFolder` created, unless it holds files. */
export async function removeSocketFolder(folder: string, dataDir: string): Promise<void> {
  if (folder !== dataDir) await rmdir(folder).catch(() => {});
}
