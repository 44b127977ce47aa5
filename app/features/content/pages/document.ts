import type { Section, TextNode } from "~/lib/text-tree";

/** A text of the site as the office sees it. */
export type OfficeDocument = {
  title: string;
  /** Where it is read. */
  path: string;
  /** The file that holds it. */
  file: string;
  /** "10 questions" */
  holds: string;
  /** As the text says itself; null where it does not. */
  updated: string | null;
};

/** The date of a text that says "Last updated 4/10/25", as yyyy-MM-dd; null when it does not. */
export function updatedOf(text: string): string | null {
  const [, month = "", day = "", year = ""] =
    /Last updated (\d{1,2})\/(\d{1,2})\/(\d{2})(?!\d)/.exec(text) ?? [];
  return year ? `20${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : null;
}

/** A section's paragraphs and lists, without the white space between them. */
export function blocksOf({ nodes }: Section): TextNode[] {
  return nodes.filter(({ type }) => type === "element");
}
