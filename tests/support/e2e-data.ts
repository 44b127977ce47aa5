import { tmpdir } from "node:os";
import path from "node:path";

/** The data folder of the site that the browser tests use: emptied before the run, removed afterward. */
export function e2eDataDir(port: string | number): string {
  return path.join(tmpdir(), `white-birch-e2e-${port}`);
}
