import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { readMarkdown } from "~/lib/markdown";
import { articleOf } from "./article";

const VALID = {
  id: 7,
  title: "Snow on the sill",
  excerpt: "What it does.",
  date: "March 1, 2024",
  author: "Ada Frost",
  read_time: "1 min read",
  category: "Seasonal",
};
const TEXT = "word ".repeat(220);
const KINDS = { ...VALID, image: "" };

/** Strings that YAML, dates or Markdown may fail on. */
const fuzzString = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    ...[
      "---",
      "- a\n- b",
      "{a: 1",
      "[",
      "!!js/function x",
      "&a [*a]",
      "*a",
      "<<: *a",
      "? x",
      "%YAML 9",
      "\t",
      "|",
      ">-",
    ],
    ...[
      "February 30, 2024",
      "March 1, 12024",
      "Invalid Date",
      "1e999",
      "0x10",
      "-0",
      ".nan",
      "null",
      "~",
      "__proto__: 1",
    ],
    ...[
      "<script>x</script>",
      "[x](javascript:x)",
      "![x](data:x)",
      "| a |\n| - |",
      "```",
      "[^1]: [^1]",
      "&#0;",
      "\u2028",
    ],
  ),
);

/** Silence YAML's warnings about unknown tags. */
beforeAll(() => {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
  return () => warn.mockRestore();
});

/** The article, or the reason it is refused. */
function read(source: string): { article: ReturnType<typeof articleOf> } | { refused: string } {
  try {
    return { article: articleOf(readMarkdown(source)) };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : `no error: ${error}` };
  }
}

test("front matter is stored as written or refused with a reason", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...Object.keys(KINDS), "more"), fc.oneof(fuzzString, fc.jsonValue())),
      (changes) => {
        const told = { ...VALID, ...changes };
        const result = read(`---\n${JSON.stringify(told)}\n---\n\n${TEXT}`);
        if ("refused" in result) {
          expect(result.refused).not.toBe("");
          return;
        }
        const { text: _, slug: __, published, ...article } = result.article;
        expect(article).toEqual(told);
        expect(published).toMatch(/^\d{4,}-\d\d-\d\d$/);
      },
    ),
    { numRuns: 150, interruptAfterTimeLimit: 6_000 },
  );
});

test("any file is read or refused within the time limit", () => {
  const pieces = fc.array(fc.oneof(fuzzString, fc.constantFrom("---\n", "title: x\n", "id: 7\n", "\n\n")), {
    maxLength: 25,
  });
  fc.assert(
    fc.property(pieces, fc.boolean(), (parts, isFront) => {
      const result = read(isFront ? `---\n${parts.join("")}\n---\n${TEXT}` : parts.join("\n"));
      if ("refused" in result) expect(result.refused).not.toBe("");
    }),
    { numRuns: 200, interruptAfterTimeLimit: 6_000 },
  );
});

test("no HTML from the text reaches the output", () => {
  fc.assert(
    fc.property(fc.array(fuzzString, { maxLength: 12 }), (parts) => {
      const tree = JSON.stringify(readMarkdown(parts.join("\n\n")).text);
      expect(tree).not.toMatch(/"type":"(?:raw|doctype)"|"tagName":"(?:script|iframe|style|object|embed)"/);
    }),
    { numRuns: 200, interruptAfterTimeLimit: 6_000 },
  );
});
