import { expect, test } from "vitest";
import { differenceOf, type Line } from "./difference";

/** "-old-", "+new+", and "…3" for a gap. */
const told = (lines: Line[]) =>
  lines.map((line) =>
    line.kind === "gap"
      ? `…${line.lines}`
      : line.pieces
          .map(({ text, side }) => (side === "old" ? `-${text}-` : side === "new" ? `+${text}+` : text))
          .join(""),
  );

test("a changed line shows the words that went and came", () => {
  expect(told(differenceOf("We clean at ten.\nSnow", "We clean at eight.\nSnow"))).toEqual([
    "We clean at -ten-+eight+.",
    "Snow",
  ]);
});

test("a new line and a removed one are shown whole", () => {
  expect(told(differenceOf("a\nb\nc", "a\nc\nd"))).toEqual(["a", "-b-", "c", "+d+"]);
});

test("texts that say the same have no difference", () => {
  expect(differenceOf("a\nb", "a\nb\n")).toEqual([]);
});

test("of lines that did not change, two stand beside each change", () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
  const after = lines.with(6, "other");
  expect(told(differenceOf(lines.join("\n"), after.join("\n")))).toEqual([
    "…4",
    "line 4",
    "line 5",
    "-line 6-+other+",
    "line 7",
    "line 8",
    "…3",
  ]);
});
