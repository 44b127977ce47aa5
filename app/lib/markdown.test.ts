import { describe, expect, test } from "vitest";
import { faultOf, splitMarkdown, treeOf } from "./markdown";

const shown = (source: string) => JSON.stringify(treeOf(source));

test("the front matter is told from the text", () => {
  expect(splitMarkdown("---\ntitle: Snow\n---\n\n# Snow")).toEqual({ front: "title: Snow", body: "# Snow" });
  expect(splitMarkdown("# Snow")).toEqual({ front: "", body: "# Snow" });
});

describe("what could harm a reader is refused, and never shown should it be stored:", () => {
  test.each([
    ["<script>alert(1)</script>", "Line 1 has HTML, which is not shown. Write it in Markdown.", /script/],
    [
      "Snow <img src=x onerror=alert(1)>",
      "Line 1 has HTML, which is not shown. Write it in Markdown.",
      /onerror/,
    ],
    ["\n[x](javascript:alert(1))", LINK(2), /javascript/],
    ["[x](JaVaScRiPt:alert(1))", LINK(1), /script:/i],
    ["[x](&#106;avascript:alert(1))", LINK(1), /alert/],
    ["[x](data:text/html,x)", LINK(1), /data:/],
    ["[x](//evil.example)", LINK(1), /evil/],
    ["[x](/\\evil.example)", LINK(1), /\\/],
    ["[x](http://evil.example)", LINK(1), /evil/],
    ["[x][y]\n\n[y]: vbscript:x", LINK(3), /vbscript/],
    ["<javascript:alert(1)>", LINK(1), /"href"/],
    ["![x](https://evil.example/pixel)", /^The picture in line 1 is not one of this site/, /evil/],
    ["a\n\n![](/pictures/3)", /^The picture in line 3 has no description/, /never/],
  ])("%j", (source, fault, trace) => {
    expect(faultOf(source)).toEqual(typeof fault === "string" ? fault : expect.stringMatching(fault));
    expect(shown(source)).not.toMatch(trace);
  });
});

function LINK(line: number) {
  return `The link in line ${line} must begin with https://, mailto:, tel: or /.`;
}

test.each(["/faq", "#how", "https://snow.example/a?b=c", "mailto:ada@snow.example", "tel:+16035550142"])(
  "a link to %s is kept",
  (href) => {
    expect(faultOf(`[x](${href})`)).toBeNull();
    expect(shown(`[x](${href})`)).toContain(JSON.stringify({ href }));
  },
);

test.each(["![A sill](/pictures/3)", '![](/pictures/3 "decorative")'])("the picture %s is kept", (source) => {
  expect(faultOf(source)).toBeNull();
  expect(shown(source)).toContain('"src":"/pictures/3"');
});

test("headings have ids, lists their start, and cells their side", () => {
  expect(shown("## Why snow?")).toContain('"properties":{"id":"why-snow"}');
  expect(shown("3. Snow")).toContain('"properties":{"start":3}');
  expect(shown("| a |\n|--:|\n| b |")).toContain('"properties":{"align":"right"}');
});

const TOO_DEEP = "The text has too many quotes or lists within each other.";
const TOO_LONG = "The text has more than 3,000 lines or items. Join short lines, or divide the text.";
const TOO_DENSE =
  "The text has too many signs like * _ ` [ | or > in one paragraph. Divide it by empty lines.";

test.each([
  ["60 quotes within each other", `${">".repeat(60)} deep`, TOO_DEEP],
  ["20,000 quotes within each other", `${">".repeat(20_000)} deep`, TOO_DENSE],
  ["emphasis that begins again and again", `${"*a_ ".repeat(24_000)} deep`, TOO_DENSE],
  ["brackets", `${"[".repeat(90_000)} deep`, TOO_DENSE],
  ["33,000 paragraphs of one letter", `${"a\n\n".repeat(33_000)} deep`, TOO_LONG],
  ["a list of 25,000 letters", `${"- a\n".repeat(25_000)} deep`, TOO_LONG],
  ["2,000 lines of five items each", `${"- 1. + 2) - a\n".repeat(2_000)} deep`, TOO_LONG],
  ["a table of too many columns", `${"|a".repeat(20_000)}\n${"|-".repeat(20_000)}\n deep`, TOO_DENSE],
])("%s are refused, and stay a text where they are shown", { timeout: 10_000 }, (_, source, fault) => {
  expect(faultOf(source)).toBe(fault);
  expect(shown(source)).toContain("deep");
});

test("a text may have 3,000 lines, however many are empty between them", { timeout: 30_000 }, () => {
  expect(faultOf("- a\n\n \n".repeat(3_000))).toBeNull();
  expect(faultOf("- a\n".repeat(3_001))).toBe(TOO_LONG);
});

test("a long text with links, emphasis and tables is none that has too many signs", () => {
  const paragraph = "Some **words** with [a link](/faq), and _more_ of `them`.\n\n";
  const table = `| Home | Price |\n|--|--:|\n${"| Two rooms | **$120** |\n".repeat(100)}\n`;
  expect(faultOf(paragraph.repeat(1200) + table)).toBeNull();
});

test.each([
  ["a[^1]\n\n[^1]: note", "Line 1 has a footnote, which is not shown as one. Write it into the text."],
  ["- a\n- [x] b", "Line 2 has a box to tick, which is not shown. Begin the line with a hyphen alone."],
  ["![A sill](\\/pictures\\/7)", "The address of the picture in line 1 must be plain: /pictures/7."],
  ["![A sill](/pictures/&#55;)", "The address of the picture in line 1 must be plain: /pictures/7."],
])("what would vanish is refused with its line: %j", (source, fault) => {
  expect(faultOf(source)).toBe(fault);
});
