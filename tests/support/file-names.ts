import { readFileSync } from "node:fs";
import path from "node:path";

/** Names that mean the same in every room. */
const EVERYWHERE = new Set([
  "emails.tsx",
  "forms.ts",
  "list.server.ts",
  "list.ts",
  "queries.server.ts",
  "rules.ts",
  "send.server.ts",
  "send.server.tsx",
]);

const glossary = new Set(
  readFileSync("docs/glossary.md", "utf8")
    .toLowerCase()
    .match(/[a-z]+/g),
);

/** Whether the glossary has the word, in the singular or plural. */
const isKnown = (word: string) =>
  [word, `${word}s`, word.replace(/s$/, ""), word.replace(/es$/, ""), word.replace(/ies$/, "y")].some(
    (form) => glossary.has(form),
  );

/**
 * What is wrong with the name of a file in a room; undefined when it is one of the names that mean the same everywhere, or
 * when each of its words stands in the glossary. Parts of a screen (`ui/`) are named after what the screen shows.
 */
export function wrongName(file: string): string | undefined {
  const name = path.basename(file);
  if (EVERYWHERE.has(name) || file.includes("/ui/")) return;
  const unknown = name
    .replace(/(\.server)?\.tsx?$/, "")
    .split("-")
    .filter((word) => !isKnown(word));
  if (unknown.length > 0) return `${file}: the glossary has no word '${unknown.join("', '")}'.`;
}
