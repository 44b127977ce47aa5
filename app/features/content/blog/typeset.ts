import type { Element, ElementContent } from "hast";
import { plainText, type TextTree } from "../../../lib/text-tree.ts"; // vite.config.ts loads this file and doesn't know ~

type Node = TextTree["children"][number];

/**
 * Adds what Markdown can't express: the last line of a quote names its author, the heading above a table names it, and a table's
 * first column holds row headers.
 */
export function typeset(text: TextTree): TextTree {
  let heading = "Article";
  return {
    ...text,
    children: text.children.map((node) => {
      if (isElement(node, /^h[23]$/)) heading = plainText([node]);
      if (isElement(node, /^blockquote$/)) return quote(node);
      return isElement(node, /^table$/) ? { ...table(node), properties: { ariaLabel: heading } } : node;
    }),
  };
}

function quote(node: Element): Element {
  const lines = node.children.filter((child) => isElement(child));
  const last = lines.at(-1);
  const by = last && plainText([last]);
  if (!last || !by?.startsWith("—") || lines.length < 2) {
    return element("figure", [element("blockquote", lines)]);
  }
  return element("figure", [element("blockquote", lines.slice(0, -1)), element("figcaption", last.children)]);
}

/** Sets `scope` on header cells. */
function table(node: Element): Element {
  const rows = (part: Element, change: (cell: Element, column: number) => Element): Element => ({
    ...part,
    children: elementsOf(part).map((row) => ({ ...row, children: elementsOf(row).map(change) })),
  });
  return {
    ...node,
    children: elementsOf(node).map((part) =>
      part.tagName === "thead"
        ? rows(part, (cell) => ({ ...cell, properties: { ...cell.properties, scope: "col" } }))
        : rows(part, (cell, column) =>
            column === 0
              ? { ...cell, tagName: "th", properties: { ...cell.properties, scope: "row" } }
              : cell,
          ),
    ),
  };
}

const elementsOf = ({ children }: Element): Element[] => children.filter((child) => isElement(child));

function isElement(node: Node | undefined, tag = /./): node is Element {
  return node?.type === "element" && tag.test(node.tagName);
}

function element(tagName: string, children: ElementContent[]): Element {
  return { type: "element", tagName, properties: {}, children };
}
