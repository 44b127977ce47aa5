import { describe, expect, test } from "vitest";
import { readMarkdown } from "~/lib/markdown";
import { typeset } from "./typeset";

type Plain = string | [string, ...unknown[]];

/** The elements as nested lists, readable in a test. */
function plain(source: string): unknown[] {
  const of = (node: { type: string; [key: string]: unknown }): Plain[] => {
    if (node.type === "text") return String(node.value).trim() ? [String(node.value)] : [];
    const { tagName, properties, children } = node as never as {
      tagName: string;
      properties: Record<string, unknown>;
      children: (typeof node)[];
    };
    const { scope, ariaLabel } = properties;
    return [[[tagName, scope, ariaLabel].filter(Boolean).join(" "), ...children.flatMap(of)]];
  };
  return typeset(readMarkdown(source).text).children.flatMap((node) => of(node as never));
}

describe("a quote", () => {
  test("ends with its author", () => {
    expect(plain("> Begin at the *door*.\n>\n> — Ruth Gagnon, team lead")).toEqual([
      [
        "figure",
        ["blockquote", ["p", "Begin at the ", ["em", "door"], "."]],
        ["figcaption", "— Ruth Gagnon, team lead"],
      ],
    ]);
  });

  test("without an author, or starting with a dash, is unchanged", () => {
    expect(plain("> One.\n>\n> Two.")).toEqual([["figure", ["blockquote", ["p", "One."], ["p", "Two."]]]]);
    expect(plain("> — and so on")).toEqual([["figure", ["blockquote", ["p", "— and so on"]]]]);
  });
});

test("a table is named by the heading above it, and its header cells are marked", () => {
  expect(plain("## Kitchen\n\nWords.\n\n| What | How |\n| - | - |\n| Sink | Daily |").at(-1)).toEqual([
    "table Kitchen",
    ["thead", ["tr", ["th col", "What"], ["th col", "How"]]],
    ["tbody", ["tr", ["th row", "Sink"], ["td", "Daily"]]],
  ]);
});

test("all other text is unchanged", () => {
  const { text } = readMarkdown("## One\n\nTwo **three**\n\n- four\n");
  expect(typeset(text)).toEqual(text);
});
