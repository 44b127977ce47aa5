import { mkdir } from "node:fs/promises";
import path from "node:path";

/** Path of a backup file. */
export function backupPath(dataDir: string, file: string): string {
  return path.join(dataDir, "backups", path.basename(file));
}

export async function makeFolder(dataDir: string): Promise<void> {
  await mkdir(path.join(dataDir, "backups"), { recursive: true, mode: 0o700 });
}
