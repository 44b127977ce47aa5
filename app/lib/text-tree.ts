import type { Element, ElementContent, Root, RootContent } from "hast";
import { findAndReplace } from "hast-util-find-and-replace";
import { toString as textOf } from "hast-util-to-string";
import { phoneHref } from "./phone.ts";
import { type CompanyAddress, placeWords } from "./postal-address.ts";

/** A text that the build parsed from Markdown: HTML elements as plain values. */
export type TextTree = Root;
export type TextNode = RootContent;

/** The address of a picture of the office's texts, with its number. */
export const PICTURE_ADDRESS = /^\/pictures\/([1-9]\d{0,8})$/;

/** A heading and what follows, up to the next heading of its level. `id` is the target of links. */
export type Section = { title: string; id: string; nodes: TextNode[]; sections: Section[] };

/** The company data that texts may insert: `{company}`, `{email}`, `{phone}` and its place (postal-address.ts). */
export type NamedCompany = {
  company_name: string;
  contact_email: string;
  phone: string;
  address: CompanyAddress;
};

/** Inserts the company's data, and words like "{late_fee}". It stays text, even if it looks like markup. */
export function fillIn(
  tree: TextTree,
  { company_name, contact_email, phone, address }: NamedCompany,
  words: Record<string, string> = {},
): TextTree {
  const filled = structuredClone(tree);
  findAndReplace(filled, [
    [/^\{if_\w+\}\s*/, ""],
    ["{company}", company_name],
    ["{email}", () => link(`mailto:${contact_email}`, contact_email)],
    ["{phone}", () => phoneText(phone)],
    ...Object.entries({ ...placeWords(address), ...words }),
  ]);
  return filled;
}

/** Divides a text at its headings: level 1 is the whole text, level 2 its sections, level 3 theirs. */
export function sectionsOf(tree: TextTree): Section {
  const root: Section = { title: "", id: "", nodes: [], sections: [] };
  const open = [root]; // by level: the section that gets the next node
  for (const node of tree.children) {
    const level = levelOf(node);
    if (level === 0) open.at(-1)?.nodes.push(node);
    else if (level === 1) Object.assign(root, nameOf(node as Element));
    else {
      const section = { ...nameOf(node as Element), nodes: [], sections: [] };
      open.length = Math.min(open.length, level - 1);
      open.at(-1)?.sections.push(section);
      open.push(section);
    }
  }
  return root;
}

/** All that stands in a section: also those within it, below their headings. `level` is that of these headings. */
export function wholeNodes({ nodes, sections }: Pick<Section, "nodes" | "sections">, level = 3): TextNode[] {
  const within = sections.flatMap((section) => [
    headingOf(section, level),
    ...wholeNodes(section, level + 1),
  ]);
  return [...nodes, ...within];
}

function headingOf({ title, id }: Section, level: number): Element {
  const tagName = `h${Math.min(level, 6)}`;
  return { type: "element", tagName, properties: { id }, children: [{ type: "text", value: title }] };
}

/** The plain text. */
export function plainText(nodes: readonly TextNode[]): string {
  return nodes
    .map((node) => textOf(node as ElementContent))
    .join("")
    .trim();
}

function nameOf(heading: Element): Pick<Section, "title" | "id"> {
  return { title: textOf(heading), id: String(heading.properties.id ?? "") };
}

function levelOf(node: TextNode): number {
  const [, level = "0"] = (node.type === "element" && /^h([1-6])$/.exec(node.tagName)) || [];
  return Number(level);
}

/** Makes the phone number a link. */
function phoneText(phone: string): Element | string {
  const href = phoneHref(phone);
  return href ? link(href, phone) : phone;
}

function link(href: string, text: string): Element {
  return {
    type: "element",
    tagName: "a",
    properties: { href },
    children: [{ type: "text", value: text }],
  };
}
