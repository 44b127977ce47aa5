import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellValue, headOf, isPlain, lineOf } from "./row";

/** As the reader of an export does. */
function read(csv: string, plain: boolean[]): (string | null)[][] {
  const cast = (cell: string, { quoting }: { quoting: boolean }) => ({ cell, quoting });
  const lines = parse(csv, { bom: true, cast } as object) as unknown as {
    cell: string;
    quoting: boolean;
  }[][];
  return lines
    .slice(1)
    .map((line) => line.map(({ cell, quoting }, place) => cellValue(cell, quoting, plain[place] === true)));
}

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom('"', "'", ",", "\r", "\n", "\t", "=", "+", "-", "@", " ", "a", "＝") }),
);

describe("a line of an export", () => {
  test("is read as it was written, whatever its cells are", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.option(text), fc.option(text)), { minLength: 1 }), (rows) => {
        const csv = headOf(["one", "two"]) + rows.map((row) => lineOf(row, [])).join("");
        expect(read(csv, [])).toEqual(rows);
      }),
      { examples: [[[["", null]]], [[[null, null]]], [[["'", "''=1"]]], [[["\ufeff", "a\r\nb"]]]] },
    );
  });

  test("tells nothing from an empty text", () => {
    expect(lineOf([null, ""], [])).toBe(',""\r\n');
  });

  test("keeps a spreadsheet from taking a text for a formula, and leaves numbers as they are", () => {
    expect(lineOf(["=1+1", "-5", "+1 603", "@a", "'b"], [false, true])).toBe("'=1+1,-5,'+1 603,'@a,''b\r\n");
    expect([isPlain("integer"), isPlain("numeric(5,2)"), isPlain("text"), isPlain("jsonb")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
