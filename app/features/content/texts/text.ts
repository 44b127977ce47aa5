import { BENEFITS, STEPS } from "~/features/careers/application";
import { splitMarkdown } from "~/lib/markdown";

/** The pages whose text the office edits. The home page and the careers page have fields only, the others a text in Markdown. */
export const PAGES = {
  home: { title: "Home", path: "/", markdown: false },
  about: { title: "About", path: "/about", markdown: true },
  faq: { title: "Frequently Asked Questions", path: "/faq", markdown: true },
  careers: { title: "Careers", path: "/careers", markdown: false },
  privacy: { title: "Privacy Policy", path: "/privacy", markdown: true },
  terms: { title: "Terms of Service", path: "/terms", markdown: true },
  "security-policy": { title: "Security policy", path: "/security-policy", markdown: true },
} as const;

export type PageKind = keyof typeof PAGES;
/** Texts of which there can be many: each has a number. */
const NUMBERED = ["article", "opening"] as const;
export type NumberedKind = (typeof NUMBERED)[number];
/** The text of a service's page: "service-deep-cleaning". */
export type ServiceKind = `service-${string}`;
export type TextKind = PageKind | ServiceKind | NumberedKind;

/**
 * Which text it is. `number` is an article's or an opening's; null for a page and a service. `NEW_TEXT` stands for one that was
 * not saved yet.
 */
export type TextKey = { kind: PageKind | ServiceKind; number: null } | { kind: NumberedKind; number: number };

export const CONTENT_PAGE = "/admin/content";
export const NEW_TEXT = 0;

/** Own articles and openings begin after this number, so that later releases can ship more. */
export const LAST_SHIPPED_NUMBER = 100;

/** Names a text in addresses: "faq", "service-deep-cleaning", "article-7", "opening-new". Null for anything else. */
export function keyOf(name: string): TextKey | null {
  if (Object.hasOwn(PAGES, name)) return { kind: name as PageKind, number: null };
  if (/^service-[a-z0-9][a-z0-9-]{0,79}$/.test(name)) return serviceKey(name.slice(SERVICE.length));
  const [, kind, number] = /^(article|opening)-(new|[1-9]\d{0,8})$/.exec(name) ?? [];
  if (!number) return null;
  return { kind: kind as NumberedKind, number: number === "new" ? NEW_TEXT : Number(number) };
}

const SERVICE = "service-";

/** The text of a service's page. */
export function serviceKey(id: string): { kind: ServiceKind; number: null } {
  return { kind: `${SERVICE}${id}`, number: null };
}

export function isServiceKind(kind: TextKind): kind is ServiceKind {
  return kind.startsWith(SERVICE);
}

/** The id of a text's service; null for other kinds. */
export function serviceIdOf(kind: TextKind): string | null {
  return isServiceKind(kind) ? kind.slice(SERVICE.length) : null;
}

/** The public page of a service that has a text. */
export function serviceTextPath(id: string): string {
  return `/services/${id}`;
}

export function nameOf({ kind, number }: TextKey): string {
  if (number === null) return kind;
  return `${kind}-${number === NEW_TEXT ? "new" : number}`;
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
  /** The field that goes with it: both are filled in, or none. */
  pair?: string;
  hint?: string;
  /** How it is typed; a line of text by default. */
  as?: "lines" | "day" | "picture" | "choice";
  /** What can be chosen. */
  choices?: readonly string[];
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

/** A title and a text each. The first of each kind must be there. */
function pairsOf(name: string, label: string, count: number): TextField[] {
  return Array.from({ length: count }, (_, at) => at + 1).flatMap((number): TextField[] => {
    const [title, text] = [`${name}_${number}`, `${name}_${number}_text`];
    const optional = number > 1;
    return [
      { name: title, label: `${label} ${number}`, max: 60, optional, pair: text },
      {
        name: text,
        label: `${label} ${number}, in a few words`,
        max: 400,
        optional,
        pair: title,
        as: "lines",
      },
    ];
  });
}

const CAREERS_FIELDS: TextField[] = [
  { name: "headline", label: "Headline", max: 80 },
  { name: "lead", label: "Text below the headline", max: 300, as: "lines" },
  ...pairsOf("benefit", "Benefit", BENEFITS),
  ...pairsOf("step", "Step of hiring", STEPS),
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

/** How much an opening is; the words that its page shows. */
const OPENING_TYPES = ["Full-time", "Part-time", "Contract", "Temporary"] as const;

const OPENING_FIELDS: TextField[] = [
  { name: "title", label: "Title", max: 80 },
  { name: "location", label: "Place", max: 80, hint: "City and state, like Oakland, ME." },
  { name: "type", label: "Kind", max: 20, as: "choice", choices: OPENING_TYPES },
  {
    name: "pay",
    label: "Pay",
    max: 60,
    optional: true,
    hint: "A range per hour or year, like $19 to $23 an hour. Some states ask for it.",
  },
  { name: "posted", label: "Open since", max: 10, as: "day" },
];

export function fieldsOf(kind: TextKind): TextField[] {
  if (kind === "article") return ARTICLE_FIELDS;
  if (kind === "opening") return OPENING_FIELDS;
  if (kind === "careers") return CAREERS_FIELDS;
  return kind === "home" ? HOME_FIELDS : [];
}

export function isNumbered(kind: TextKind): kind is NumberedKind {
  return (NUMBERED as readonly string[]).includes(kind);
}

/** What the office calls a text: its title. A service's is not in its fields: give it. */
export function titleOf({ kind }: TextKey, { fields }: Pick<Source, "fields">): string {
  return isNumbered(kind) || isServiceKind(kind) ? (fields.title ?? "") : PAGES[kind].title;
}

export function hasMarkdown(kind: TextKind): boolean {
  return isNumbered(kind) || isServiceKind(kind) || PAGES[kind].markdown;
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
