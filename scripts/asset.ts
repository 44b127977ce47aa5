import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";

/** A file that `make` makes. `inputs` are all files that it depends on. */
export type Asset = { file: string; inputs: (string | Uint8Array)[]; make: () => Promise<Uint8Array> };

/** The hash of each made file's inputs. */
export const SOURCES = "app/assets/made/sources.json";

/** The hashes of the inputs as they are now. */
export function sourcesNow(assets: Asset[]): Record<string, string> {
  return Object.fromEntries(assets.map(({ file, inputs }) => [file, hashOf(inputs)]));
}

/** The hashes of the inputs that the existing files were made from. */
export function sourcesThen(): Record<string, string> {
  const known: Record<string, string> = JSON.parse(readFileSync(SOURCES, "utf8"));
  const files = globSync(["app/assets/made/*", "public/**/*.png"]).filter((file) => file !== SOURCES);
  return Object.fromEntries(files.map((file) => [file, known[file] ?? "not listed"]));
}

function hashOf(inputs: Asset["inputs"]): string {
  const hash = createHash("sha256");
  for (const input of inputs) hash.update(input).update("\0");
  return hash.digest("hex").slice(0, 16);
}
