import { describe, expect, test } from "vitest";
import { csvHead, csvOf, csvRows } from "./csv";

const rowsOf = (text: string) => csvOf([{ text }], [["Text", (row) => row.text]]).split("\r\n");

describe("a cell", () => {
  test.each(["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1"])(
    "%j is escaped, so that it is not a formula",
    (text) => {
      expect(rowsOf(text)[1]?.replace(/^"/, "")).toMatch(/^'/);
    },
  );

  test.each([
    ["Birch, Lane", '"Birch, Lane"'],
    ['the "mat"', '"the ""mat"""'],
    ["Zoë 🌿", "Zoë 🌿"],
    ["14 Main St", "14 Main St"],
  ])("%j is written as %s", (text, cell) => {
    expect(rowsOf(text)[1]).toBe(cell);
  });

  test("of several lines stays one cell", () => {
    expect(csvOf([{ text: "a\nb" }], [["Text", (row) => row.text]])).toBe('\uFEFFText\r\n"a\nb"\r\n');
  });

  test("with a number stays a number, and null is an empty cell", () => {
    const csv = csvOf(
      [{ n: -3, none: null, yes: true }],
      [
        ["n", (row) => row.n],
        ["none", (row) => row.none],
        ["yes", (row) => row.yes],
      ],
    );
    expect(csv).toBe("\uFEFFn,none,yes\r\n-3,,yes\r\n");
  });
});

test("a streamed table equals one written at once", () => {
  const columns = [["Text", (row: { text: string }) => row.text]] as const;
  const rows = [{ text: "=1" }, { text: "b,c" }, { text: "d" }];
  const pieces = [csvHead(columns), csvRows(rows.slice(0, 2), columns), csvRows([], columns)];
  expect([...pieces, csvRows(rows.slice(2), columns)].join("")).toBe(csvOf(rows, columns));
});
