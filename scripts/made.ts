import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

const FOLDER = path.join(import.meta.dirname, "../node_modules/.cache/white-birch");

/** The path of a file that `make` makes of `inputs`; made again only when they change. */
export async function made(
  name: string,
  inputs: (string | Uint8Array)[],
  make: () => Promise<Uint8Array>,
): Promise<string> {
  const hash = createHash("sha256");
  for (const input of inputs) hash.update(input);
  const { name: stem, ext } = path.parse(name);
  const file = path.join(FOLDER, `${stem}-${hash.digest("hex").slice(0, 12)}${ext}`);
  if (!existsSync(file)) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, await make());
    renameSync(`${file}.${process.pid}`, file); // another build may be making it too
  }
  return file;
}
