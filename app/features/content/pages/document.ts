import type { Section, TextNode } from "~/lib/text-tree";

/** A text of the site in the office. */
export type OfficeDocument = {
  title: string;
  /** Path of its page. */
  path: string;
  /** File that holds it. */
  file: string;
  /** For example "10 questions". */
  holds: string;
  /** Date in the text. Null if it has none. */
  updated: string | null;
};

/** Date of a "Last updated 4/10/25" in a text, as yyyy-MM-dd. Null if there is none. */
export function updatedOf(text: string): string | null {
  const [, month = "", day = "", year = ""] =
    /Last updated (\d{1,2})\/(\d{1,2})\/(\d{2})(?!\d)/.exec(text) ?? [];
  return year ? `20${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : null;
}

/** Paragraphs and lists of a section, without whitespace nodes. */
export function blocksOf({ nodes }: Section): TextNode[] {
  return nodes.filter(({ type }) => type === "element");
}
