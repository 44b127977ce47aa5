import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";

/** A file that `make` makes of `inputs`: of all that it depends on. */
export type Asset = { file: string; inputs: (string | Uint8Array)[]; make: () => Promise<Uint8Array> };

/** Which file was made of what, as hashes. */
export const SOURCES = "app/assets/made/sources.json";

/** What the files would be made of now. */
export function sourcesNow(assets: Asset[]): Record<string, string> {
  return Object.fromEntries(assets.map(({ file, inputs }) => [file, hashOf(inputs)]));
}

/** What the files that are there were made of. */
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
