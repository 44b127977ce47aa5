import { tmpdir } from "node:os";
import path from "node:path";

/** The data folder of the site that the browser tests run against: emptied before it starts, removed in the end. */
export function e2eDataDir(port: string | number): string {
  return path.join(tmpdir(), `white-birch-e2e-${port}`);
}
