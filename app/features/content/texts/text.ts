import { splitMarkdown } from "~/lib/markdown";

/** The pages whose text the office edits. The home page has fields only, the others a text in Markdown. */
export const PAGES = {
  home: { title: "Home", path: "/", markdown: false },
  about: { title: "About", path: "/about", markdown: true },
  faq: { title: "Frequently Asked Questions", path: "/faq", markdown: true },
  privacy: { title: "Privacy Policy", path: "/privacy", markdown: true },
  terms: { title: "Terms of Service", path: "/terms", markdown: true },
  "security-policy": { title: "Security policy", path: "/security-policy", markdown: true },
} as const;

export type PageKind = keyof typeof PAGES;
export type TextKind = PageKind | "article";

/** Which text it is. `number` is an article's; null for a page. `NEW_ARTICLE` stands for one that was not saved yet. */
export type TextKey = { kind: PageKind; number: null } | { kind: "article"; number: number };

export const CONTENT_PAGE = "/admin/content";
export const NEW_ARTICLE = 0;

/** Own articles begin after this number, so that later releases can ship more. */
export const LAST_SHIPPED_NUMBER = 100;

/** Names a text in addresses: "faq", "article-7", "article-new". Null for anything else. */
export function keyOf(name: string): TextKey | null {
  if (Object.hasOwn(PAGES, name)) return { kind: name as PageKind, number: null };
  const [, number] = /^article-(new|[1-9]\d{0,8})$/.exec(name) ?? [];
  if (!number) return null;
  return { kind: "article", number: number === "new" ? NEW_ARTICLE : Number(number) };
}

export function nameOf({ kind, number }: TextKey): string {
  if (kind !== "article") return kind;
  return `article-${number === NEW_ARTICLE ? "new" : number}`;
}

export function editorPath(key: TextKey): string {
  return `${CONTENT_PAGE}/${nameOf(key)}`;
}

/** What was written: the fields of its kind, and Markdown. */
export type Source = { fields: Record<string, string>; body: string };

export type TextField = {
  name: string;
  label: string;
  max: number;
  optional?: boolean;
  hint?: string;
  /** How it is typed; a line of text by default. */
  as?: "lines" | "day" | "picture";
};

const HOME_FIELDS: TextField[] = [
  { name: "headline", label: "Headline", max: 80 },
  { name: "lead", label: "Text below the headline", max: 300, as: "lines" },
  {
    name: "note",
    label: "Line below the buttons",
    max: 120,
    optional: true,
    hint: "Such as since when and where you work. The stars of published reviews stand above it.",
  },
  { name: "closing", label: "Headline of the last part", max: 80 },
];

const ARTICLE_FIELDS: TextField[] = [
  { name: "title", label: "Title", max: 120 },
  { name: "excerpt", label: "Summary", max: 300, as: "lines", hint: "Shown in lists and by search engines." },
  { name: "category", label: "Category", max: 40 },
  { name: "author", label: "Author", max: 80, hint: "Write {company} for the company’s name." },
  { name: "date", label: "Date", max: 10, as: "day" },
  {
    name: "slug",
    label: "Address",
    max: 80,
    optional: true,
    hint: "The part after /blog/: lower-case letters, digits and hyphens. Earlier addresses lead to it.",
  },
  { name: "image", label: "Cover picture", max: 40, optional: true, as: "picture" },
];

export function fieldsOf(kind: TextKind): TextField[] {
  if (kind === "article") return ARTICLE_FIELDS;
  return kind === "home" ? HOME_FIELDS : [];
}

export function hasMarkdown(kind: TextKind): boolean {
  return kind === "article" || PAGES[kind].markdown;
}

/** The text as one piece, to compare versions and to show who changed it since. */
export function wholeOf(kind: TextKind, { fields, body }: Source): string {
  const lines = fieldsOf(kind).map(({ name, label }) => `${label}: ${fields[name] ?? ""}\n`);
  return [lines.join(""), body].filter(Boolean).join("\n");
}

/** Whether two sources say the same. */
export function isSame(kind: TextKind, one: Source, other: Source): boolean {
  return wholeOf(kind, one) === wholeOf(kind, other);
}

/** Markdown of a file that ships, without its front matter. */
export function bodyOf(file: string): string {
  return splitMarkdown(file).body.trim();
}
