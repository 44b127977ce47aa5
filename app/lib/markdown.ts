import type { Element, ElementContent, Properties, Root, RootContent } from "hast";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import remarkSmartypants from "remark-smartypants";
import { unified } from "unified";
import { parse } from "yaml";
import { PICTURE_ADDRESS } from "./text-tree.ts";

/** A Markdown file: its front matter, and its text as a tree of HTML elements. */
export type MarkdownFile = { data: unknown; text: Root };

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;
const reader = unified().use(remarkParse).use(remarkGfm);
const toTree = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkSmartypants)
  .use(remarkRehype)
  .use(rehypeSlug);

/** Reads a file with front matter. Its tree is what `treeOf` makes of the text. */
export function readMarkdown(source: string): MarkdownFile {
  const { front, body } = splitMarkdown(source);
  return { data: parse(front), text: treeOf(body) };
}

/** The front matter of a file, as YAML, and what follows it. */
export function splitMarkdown(source: string): { front: string; body: string } {
  const [head = "", front = ""] = FRONT_MATTER.exec(source) ?? [];
  return { front, body: source.slice(head.length).replace(/^\s+/, "") };
}

/**
 * Makes HTML elements of Markdown: only those of running text, and only links that lead to a safe address. What is nested too
 * deeply, or has too many signs or lines to be read, stays a text.
 */
export function treeOf(body: string): Root {
  const text: Root = { type: "root", children: [{ type: "text", value: body }] };
  if (isTooDense(body) || isTooLong(body)) return text;
  return unlessTooDeep(text, () => {
    const tree = toTree.runSync(toTree.parse(body));
    return { type: "root", children: tree.children.flatMap((node) => safe(node)) };
  });
}

/** Why a text can't be kept as it is, as a sentence; null when it can. */
export function faultOf(body: string): string | null {
  if (isTooDense(body)) return TOO_DENSE;
  if (isTooLong(body)) return TOO_LONG;
  return unlessTooDeep(TOO_DEEP, () => faultIn(reader.parse(body), body));
}

/** How long reading takes grows with the square of the signs in a paragraph. All paragraphs together may take as long as one with 2,000. */
const MOST_WORK = 2000 ** 2;
const TOO_DENSE =
  "The text has too many signs like * _ ` [ | or > in one paragraph. Divide it by empty lines.";

function isTooDense(body: string): boolean {
  const work = body.split(/\n[ \t]*\n/).map((block) => (block.match(/[*_~`[\]|>]/g)?.length ?? 0) ** 2);
  return work.reduce((sum, one) => sum + one, 0) > MOST_WORK;
}

/**
 * Lines with something in them, which can be a paragraph each, and items of lists, of which a line like "- - - a" begins several. The
 * parser puts each item's end into the middle of all that it read, so that a list takes the square of its items.
 */
const MOST_LINES = 3_000;
const TOO_LONG = `The text has more than ${MOST_LINES.toLocaleString("en-US")} lines or items. Join short lines, or divide the text.`;

function isTooLong(body: string): boolean {
  const lines = body.match(/\S[^\n]*/g) ?? [];
  return lines.reduce((sum, line) => sum + Math.max(1, itemsIn(line)), 0) > MOST_LINES;
}

/** How many items of lists and quotes a line may begin within each other. */
function itemsIn(line: string): number {
  const [marks = ""] = /^(?:(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s))\s*)+/.exec(line) ?? [];
  return marks.match(/>|[^\s>]+/g)?.length ?? 0;
}

/** Quotes and lists within each other. What reads them calls itself at each, and the stack has an end. */
const MAX_DEPTH = 40;
const TOO_DEEP = "The text has too many quotes or lists within each other.";

function unlessTooDeep<Result>(otherwise: Result, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return otherwise;
    throw error;
  }
}

type Source = ReturnType<typeof reader.parse>;
type SourceNode = Source | Source["children"][number];

/** What a picture is called that says nothing: ![](/pictures/1 "decorative"). */
const DECORATION = "decorative";

/** Leads within the site, to a secure site, a mailbox or a phone. Browsers read "/\" as "//". */
const isSafeLink = (href: string) => /^(https:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(href);

function faultIn(node: SourceNode, body: string, depth = 0): string | null {
  const line = node.position?.start.line ?? 1;
  if (depth > MAX_DEPTH) return TOO_DEEP;
  if (node.type === "html") return `Line ${line} has HTML, which is not shown. Write it in Markdown.`;
  if (node.type === "imageReference")
    return `The picture in line ${line} must stand in one piece: ![what it shows](/pictures/1).`;
  if (node.type === "image") return faultOfPicture(node, body, line);
  if (node.type === "footnoteReference" || node.type === "footnoteDefinition")
    return `Line ${line} has a footnote, which is not shown as one. Write it into the text.`;
  if (node.type === "listItem" && typeof node.checked === "boolean")
    return `Line ${line} has a box to tick, which is not shown. Begin the line with a hyphen alone.`;
  if ((node.type === "link" || node.type === "definition") && !isSafeLink(node.url))
    return `The link in line ${line} must begin with https://, mailto:, tel: or /.`;
  if (!("children" in node)) return null;
  return node.children.reduce<string | null>(
    (found, child) => found ?? faultIn(child, body, depth + 1),
    null,
  );
}

function faultOfPicture(
  { url, alt, title, position }: Extract<SourceNode, { type: "image" }>,
  body: string,
  line: number,
): string | null {
  if (!PICTURE_ADDRESS.test(url))
    return `The picture in line ${line} is not one of this site. Add it below, and use the address that it gets.`;
  // Where a picture is used is looked up by its address in the source.
  if (!body.slice(position?.start.offset, position?.end.offset).includes(url))
    return `The address of the picture in line ${line} must be plain: ${url}.`;
  if (alt?.trim() || title === DECORATION) return null;
  return `The picture in line ${line} has no description. Write what it shows between [ and ], or "${DECORATION}" after its address if it only decorates.`;
}

const TAGS = /^(img|h[1-6]|p|a|em|strong|del|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|hr|br)$/;

type Node = RootContent | ElementContent;

/** The node with only harmless elements and properties. An element that is not allowed leaves its content. */
function safe<Kind extends Node>(node: Kind): ElementContent[] {
  if (node.type === "text") return [{ type: "text", value: node.value }];
  if (node.type !== "element") return [];
  const children = node.children.flatMap((child) => safe(child));
  if (!TAGS.test(node.tagName)) return children;
  if (node.tagName === "img" && !PICTURE_ADDRESS.test(String(node.properties.src))) return [];
  return [{ type: "element", tagName: node.tagName, properties: propertiesOf(node), children }];
}

function propertiesOf({ tagName, properties }: Element): Properties {
  const { id, href, start, align, src, alt } = properties;
  return {
    ...(tagName === "img" && { src, alt: alt ?? "" }),
    ...(/^h/.test(tagName) && id !== undefined && { id }),
    ...(tagName === "a" && typeof href === "string" && isSafeLink(href) && { href }),
    ...(tagName === "ol" && start !== undefined && { start }),
    ...(/^t[hd]$/.test(tagName) && align !== undefined && { align }),
  };
}
