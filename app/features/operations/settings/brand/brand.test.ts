import { expect, test } from "vitest";
import { lettersOf, markPath, readBrandFile, stylePath } from "./brand";
import { drawMark } from "./lettermark";

test.each([
  ["Lakeside Home Care", "LH"],
  ["Ørsted & Söhne", "ØS"],
  ["7 Seas", "7S"],
  ["a", "A"],
  ["  <&>  ", "?"],
  ["清水 清掃", "清清"],
])("the letters of %j are %s", (name, letters) => expect(lettersOf(name)).toBe(letters));

test("the address of a style sheet or a lettermark leads back to what it was made of", () => {
  expect(readBrandFile(stylePath("#1d4ed8").slice("/brand/".length))).toEqual({
    kind: "style",
    accent: "#1d4ed8",
  });
  const path = markPath({ letters: "ØS", accent: "#1d4ed8" });
  expect(readBrandFile(decodeURIComponent(path.slice("/brand/".length)))).toEqual({
    kind: "mark",
    letters: "ØS",
    accent: "#1d4ed8",
  });
});

test.each(["", "x.css", "1d4ed8.css.map", "1D4ED8.css", '"><script>-1d4ed8.svg', "LONGWORD-1d4ed8.svg"])(
  "%j names no file",
  (file) => expect(readBrandFile(file)).toBeNull(),
);

test("a lettermark says its letters on the accent", () => {
  expect(drawMark("LH", "#1d4ed8")).toMatch(/^<svg .*fill="#[0-9a-f]{6}".*>LH<\/text><\/svg>$/);
});
