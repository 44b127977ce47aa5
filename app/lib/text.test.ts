import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanBlock, cleanLine, firstNameOf, orList } from "./text";

const anyText = fc.string({ unit: "binary", maxLength: 60 });

describe("cleanLine", () => {
  test.each([
    ["  12  Main\tStreet \r\n", "12 Main Street"],
    ["a\u0000b", "a b"],
    ["safe\u202Egpj.exe", "safegpj.exe"],
    ["\u200B\uFEFF \u2060", ""],
    ["\uD800lone", "\uFFFDlone"],
    ["Cafe\u0301", "Caf\u00E9"],
    ["<b>bold</b> & co", "<b>bold</b> & co"],
  ])("%j becomes %j", (typed, stored) => {
    expect(cleanLine(typed)).toBe(stored);
  });

  test("removes all control characters, and a second time changes nothing", () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const once = cleanLine(typed);
        expect(once).not.toMatch(/\p{Cc}/u);
        expect(once.isWellFormed()).toBe(true);
        expect(cleanLine(once)).toBe(once);
      }),
    );
  });
});

describe("cleanBlock", () => {
  test("keeps lines and tabs, with any line endings", () => {
    expect(cleanBlock("gate code:\r\n\t4711\rring twice\u0007\n")).toBe("gate code:\n\t4711\nring twice");
  });

  test("keeps HTML as it was typed", () => {
    expect(cleanBlock("<script>alert(1)</script>")).toBe("<script>alert(1)</script>");
  });

  test("removes all other control characters, and a second time changes nothing", () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const once = cleanBlock(typed);
        expect(once.replace(/[\n\t]/g, "")).not.toMatch(/\p{Cc}/u);
        expect(cleanBlock(once)).toBe(once);
      }),
    );
  });
});

test("orList reads like a sentence", () => {
  expect(orList([1])).toBe("1");
  expect(orList(["residential", "commercial"])).toBe("residential or commercial");
  expect(orList([1, 2, 3])).toBe("1, 2, or 3");
});

test("a first name is the first word of a name", () => {
  expect([firstNameOf(" Maria da Silva "), firstNameOf(" "), firstNameOf(null)]).toEqual([
    "Maria",
    null,
    null,
  ]);
});
