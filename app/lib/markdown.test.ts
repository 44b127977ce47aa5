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

test.each([60, 20_000])(
  "%i quotes within each other are refused, and stay a text where they are shown",
  (depth) => {
    const deep = `${">".repeat(depth)} deep`;
    expect(faultOf(deep)).toBe("The text has too many quotes or lists within each other.");
    expect(shown(deep)).toContain("deep");
  },
);
