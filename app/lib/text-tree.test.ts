import { describe, expect, test } from "vitest";
import { readMarkdown } from "~/lib/markdown";
import { fillIn, plainText, sectionsOf, wholeNodes } from "./text-tree";

const company = {
  company_name: "Snow & <Birch>",
  contact_email: "hi@snow.example",
  phone: "+1 (603) 555-0142",
  address: { street: "", city: "Oakland", state: "ME", zip: "" },
};
const treeOf = (source: string) => readMarkdown(source).text;
const wordsOf = (source: string) => plainText(fillIn(treeOf(source), company).children);

describe("fillIn", () => {
  test("inserts the company's place", () => {
    expect(wordsOf("We clean{in_place}. {place}!")).toBe("We clean in Oakland, ME. Oakland, ME!");
  });

  test("inserts the company's data as text, not as markup", () => {
    expect(wordsOf("Ask *{company}*.")).toBe("Ask Snow & <Birch>.");
  });

  test("makes the company's email and phone number links", () => {
    const links = JSON.stringify(fillIn(treeOf("Write to {email} or call {phone}."), company));
    expect(links).toContain('"href":"mailto:hi@snow.example"');
    expect(links).toContain('"href":"tel:+16035550142"');
    expect(wordsOf("Write to {email} or call {phone}.")).toBe(
      "Write to hi@snow.example or call +1 (603) 555-0142.",
    );
  });

  test("does not change its argument", () => {
    const tree = treeOf("{company}");
    fillIn(tree, company);
    expect(plainText(tree.children)).toBe("{company}");
  });
});

test("wholeNodes has all that stands in a section, with the headings within it", () => {
  const [one] = sectionsOf(treeOf("## One\n\nFirst.\n\n### Inner\n\nDeep.\n\n#### Inmost\n\nLast.")).sections;
  const elements = (one ? wholeNodes(one) : []).filter((node) => node.type === "element");
  expect(elements.map((node) => [node.tagName, plainText([node])])).toEqual([
    ["p", "First."],
    ["h3", "Inner"],
    ["p", "Deep."],
    ["h4", "Inmost"],
    ["p", "Last."],
  ]);
});

test("sectionsOf nests what follows a heading, up to the next heading of its level", () => {
  const root = sectionsOf(
    treeOf("# All\n\nLead.\n\n## One\n\nFirst.\n\n### Inner\n\nDeep.\n\n## Two\n\nLast."),
  );
  expect([root.title, plainText(root.nodes)]).toEqual(["All", "Lead."]);
  expect(root.sections.map(({ title, id, nodes }) => [title, id, plainText(nodes)])).toEqual([
    ["One", "one", "First."],
    ["Two", "two", "Last."],
  ]);
  expect(root.sections[0]?.sections.map(({ title, nodes }) => [title, plainText(nodes)])).toEqual([
    ["Inner", "Deep."],
  ]);
});
