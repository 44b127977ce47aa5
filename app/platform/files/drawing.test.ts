import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanDrawing } from "./drawing";

const svg = (inner: string, root = 'viewBox="0 0 240 60"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inner}</svg>`;
const clean = (source: string) => {
  const outcome = cleanDrawing(source);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.drawing;
};

test("shapes, gradients and clips of a drawing are kept, with its size", () => {
  const drawing = clean(
    svg(
      '<defs><linearGradient id="a"><stop offset="0" stop-color="#1d4ed8"/></linearGradient><clipPath id="c"><rect width="9" height="9"/></clipPath></defs><g transform="translate(1 2)"><path d="M0 0h9v9z" fill="url(#a)" clip-path="url(#c)"/></g>',
    ),
  );
  expect(drawing).toEqual({
    width: 240,
    height: 60,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60" width="240" height="60"><defs><linearGradient id="a"><stop offset="0" stop-color="#1d4ed8"/></linearGradient><clipPath id="c"><rect width="9" height="9"/></clipPath></defs><g transform="translate(1 2)"><path d="M0 0h9v9z" fill="url(#a)" clip-path="url(#c)"/></g></svg>',
  });
});

const inner = (source: string) => clean(svg(source)).svg.replace(/^<svg[^>]*>|<\/svg>$/g, "");

test("clones of a drawing's own shapes and groups become shapes in their place, with their looks", () => {
  expect(
    inner(
      '<defs><g id="leaf" fill="#0e7490"><path id="p" d="M0 0h9"/></g></defs><use xlink:href="#leaf" x="20" y="-4.5" transform="scale(2)" opacity=".5"/>',
    ),
  ).toBe(
    '<defs><g id="leaf" fill="#0e7490"><path id="p" d="M0 0h9"/></g></defs><g transform="scale(2) translate(20 -4.5)" opacity=".5"><g fill="#0e7490"><path d="M0 0h9"/></g></g>',
  );
  expect(inner('<path id="p" d="M0 0h9"/><g id="two"><use href="#p"/></g><use href="#two"></use>')).toBe(
    '<path id="p" d="M0 0h9"/><g id="two"><g><path d="M0 0h9"/></g></g><g><g><g><path d="M0 0h9"/></g></g></g>',
  );
});

test("a symbol shows only where it is cloned, as large as it is asked for", () => {
  const symbol =
    '<symbol id="s" viewBox="10 0 20 10"><linearGradient id="f"/><path fill="url(#f)" d="M0 0h9"/></symbol>';
  expect(inner(`${symbol}<use href="#s" width="40" height="40" x="1"/>`)).toBe(
    '<defs><linearGradient id="f"/><path d="M0 0h9" fill="url(#f)"/></defs><g transform="translate(1 0) translate(-20 10) scale(2 2)"><g><linearGradient/><path d="M0 0h9" fill="url(#f)"/></g></g>',
  );
  expect(inner('<symbol id="s" viewBox="0 0 24 6"/><use href="#s"/>')).toContain("scale(10 10)");
  expect(inner('<symbol id="s" viewBox="0 0 1 1" preserveAspectRatio="none"/><use href="#s"/>')).toContain(
    "scale(240 60)",
  );
});

test("a shape that is cloned into a clip, as Illustrator writes it, is the clip", () => {
  expect(
    inner(
      '<defs><rect id="SVGID_1_" width="9" height="9"/></defs><clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;" x="2"/></clipPath><path clip-path="url(#SVGID_2_)"/>',
    ),
  ).toBe(
    '<defs><rect id="SVGID_1_" width="9" height="9"/></defs><clipPath id="SVGID_2_"><rect width="9" height="9" transform="translate(2 0)"/></clipPath><path clip-path="url(#SVGID_2_)"/>',
  );
});

test("what drawing programs write around the shapes is left out, and their classes become attributes", () => {
  const { svg: kept } = clean(`<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Generator -->
<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" xmlns:inkscape="http://x" inkscape:version="1">
<title>Lake</title><metadata><rdf:RDF><text>x</text></rdf:RDF></metadata><sodipodi:namedview/>
<style>.cls-1, .cls-2 { fill: #0e7490; } .cls-2{stroke:none}</style>
<path class="cls-2" style="fill-opacity:.5" inkscape:label="a" d="M0 0h9"/></svg>`);
  expect(kept).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 40 40" width="40" height="40">\s*<path d="M0 0h9" fill="#0e7490" stroke="none" fill-opacity="\.5"\/><\/svg>$/,
  );
});

test.each([
  ["a script", svg("<script>alert(1)</script>"), "script"],
  ["a script of another namespace", svg("<svg:script>alert(1)</svg:script>"), "script"],
  ["a handler", svg('<path d="M0 0" onload="alert(1)"/>'), "script"],
  ["a handler of the root", svg("", 'viewBox="0 0 1 1" onload="alert(1)"'), "script"],
  ["a web page", svg("<foreignObject><body/></foreignObject>"), "web page"],
  ["a picture", svg('<image href="data:image/png;base64,AA"/>'), "picture"],
  ["text", svg("<text>Lake</text>"), "Convert the text"],
  ["a clone of nothing", svg('<use href="#a"/>'), "symbols or clones"],
  ["a clone from elsewhere", svg('<use href="https://x.example/#a"/>'), "links"],
  ["a clone of another file", svg('<use xlink:href="a.svg#a"/>'), "links"],
  ["a clone of itself", svg('<g id="a"><use href="#a"/></g>'), "symbols or clones"],
  [
    "clones of each other",
    svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    "symbols or clones",
  ],
  ["a clone of the drawing", svg('<use href="#all"/>', 'viewBox="0 0 9 9" id="all"'), "'svg'"],
  [
    "a clone of text",
    svg('<defs><g id="a"><text>Lake</text></g></defs><use href="#a"/>'),
    "Convert the text",
  ],
  ["a script in a symbol", svg('<symbol id="a"><script>1</script></symbol><use href="#a"/>'), "script"],
  ["a handler on a clone", svg('<path id="a"/><use href="#a" onclick="alert(1)"/>'), "script"],
  ["a clone in percent", svg('<path id="a"/><use href="#a" x="50%"/>'), "symbols or clones"],
  [
    "a group cloned into a clip",
    svg('<g id="a"/><clipPath><use href="#a"/></clipPath>'),
    "symbols or clones",
  ],
  [
    "clones by the billion",
    svg(
      ["a", "b", "c", "d", "e"]
        .map((id, at) => `<g id="${id}">${`<use href="#${"pabcd"[at]}"/>`.repeat(40)}</g>`)
        .concat('<path id="p"/>')
        .join(""),
    ),
    "more than 2000",
  ],
  [
    "clones of a long path",
    svg(`<path id="a" d="${"M0 0".repeat(10_000)}"/>${'<use href="#a"/>'.repeat(20)}`),
    "symbols or clones",
  ],
  ["a filter", svg('<filter id="a"/>'), "'filter'. Save it as plain SVG, or as PNG"],
  ["a pattern", svg('<pattern id="a"/>'), "'pattern'. Save it as plain SVG, or as PNG"],
  [
    "an animation",
    svg('<path d="M0 0"><set attributeName="href" to="javascript:alert(1)"/></path>'),
    "'set'",
  ],
  ["a link", svg('<a href="https://x.example"><path d="M0 0"/></a>'), "'a'"],
  ["a gradient from elsewhere", svg('<linearGradient href="https://x.example/#a"/>'), "links"],
  ["a color from elsewhere", svg('<path d="M0 0" fill="url(https://x.example/a.svg#a)"/>'), "from elsewhere"],
  ["a style from elsewhere", svg('<path d="M0 0" style="fill:url(//x.example)"/>'), "from elsewhere"],
  ["entities", '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1">&a;</svg>', "entities"],
  ["no size", svg("", ""), "how large"],
  ["no area", svg("", 'viewBox="0 0 0 9"'), "how large"],
  ["a cut end", svg("<g>").slice(0, -9), "not a whole"],
  ["crossed elements", svg("<g><defs></g></defs>"), "not a whole"],
  ["words around it", `hello ${svg("")}`, "not a whole"],
  ["two drawings", svg("") + svg(""), "not a whole"],
  ["HTML", "<html><body/></html>", "not a whole"],
  ["an attribute twice", svg('<path d="M0 0" d="M1 1"/>'), "not a whole"],
  ["too many shapes", svg("<g/>".repeat(2001)), "more than 2000"],
  ["too deep a nesting", svg("<g>".repeat(50) + "</g>".repeat(50)), "more than 2000"],
])("a drawing with %s is refused with what to do", (_, source, says) => {
  expect(cleanDrawing(source)).toEqual({ ok: false, message: expect.stringContaining(says) });
});

test.each([
  ["a long name", svg(`<${"a".repeat(190_000)}">`)],
  ["comments without an end", svg("<!--a>".repeat(30_000))],
  ["a style sheet without rules", svg(`<style>${"a".repeat(190_000)}</style>`)],
  ["style sheets without an end", svg("<style>".repeat(25_000))],
  ["spaces in a style", svg(`<rect style="fill:a${" ".repeat(190_000)}b"/>`)],
  [
    "many classes with many properties",
    svg(
      `<style>.a{${Array.from({ length: 8_000 }, (_, i) => `p${i}:1;`).join("")}}</style><rect class="${"a ".repeat(40_000)}"/>`,
    ),
  ],
  ["a rule for many classes", svg(`<style>${".a,".repeat(30_000)}.a{${"fill:red;".repeat(9_000)}}</style>`)],
])("a drawing with %s is read in the time that its length needs", { timeout: 20_000 }, (_, source) => {
  expect(cleanDrawing(source)).toHaveProperty("ok");
});

test("rules that hold in the dark or in print only don't color a logo", () => {
  const sheet =
    ".a{fill:#123456}@media (prefers-color-scheme: dark){.a{fill:#fff}.a{stroke:#fff}}.b{fill:#654321}";
  const { svg: kept } = clean(svg(`<style><![CDATA[${sheet}]]></style><path class="a"/><path class="b"/>`));
  expect(kept).toContain('<path fill="#123456"/><path fill="#654321"/>');
});

test("names that every object has are not taken for what is known", () => {
  expect(cleanDrawing(svg("<constructor/>"))).toMatchObject({
    message: expect.stringContaining("'constructor'"),
  });
  expect(clean(svg('<path constructor="x" style="toString:x"/>')).svg).toContain("<path/>");
});

test("a handler within what is left out goes with it", () => {
  expect(clean(svg('<metadata><script onload="x">1</script></metadata>')).svg).not.toContain("script");
});

test("whatever comes in, what comes out has only allowed elements and no handler, link or script", () => {
  const part = fc.constantFrom(
    ...["<g>", "</g>", "<path d='M0 0' ", "/>", ">", "<script>", "</script>", "onload='x' ", "href='//x' "],
    ...[
      "style='fill:url(x)' ",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "&lt;",
      '"',
      "'",
      "<style>",
      "</style>",
      "<title>",
    ],
    ...["<use href='#a'/>", "<use xlink:href='#b'>", "</use>", "<symbol id='a'>", "</symbol>", "<g id='b'>"],
    ...["</title>", "fill='#fff' ", "<metadata>", "</metadata>", "x", "<", "xlink:href='#a' ", "\u0000"],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const outcome = cleanDrawing(svg(parts.join("")));
      if (!outcome.ok) return;
      const bare = outcome.drawing.svg
        .replaceAll(/<\/?(svg|g|path|defs)((?: [\w:-]+="[\w\s.,#()%:/-]*")*)\/?>/g, "")
        .trim();
      expect(bare).toBe("");
      expect(outcome.drawing.svg).not.toMatch(/script|onload|\/\/x|url\(/);
    }),
    { numRuns: 2000 },
  );
});
