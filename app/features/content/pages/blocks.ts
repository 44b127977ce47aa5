import type { Section, TextNode } from "~/lib/text-tree";

/** A section's paragraphs and lists, without the white space between them. */
export function blocksOf({ nodes }: Section): TextNode[] {
  return nodes.filter(({ type }) => type === "element");
}
