import { z } from "zod";
import { isCalendarDate } from "../../../lib/dates.ts";
import { plainText, type TextTree } from "../../../lib/text-tree.ts"; // vite.config.ts loads this file and doesn't know ~
import type { SitePicture } from "../pictures/picture.ts";
import { typeset } from "./typeset.ts";

const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Date as shown, "April 8, 2024". Stored as yyyy-MM-dd. */
const day = z.string().refine((date) => dayOf(date) !== undefined, 'must read like "April 8, 2024"');

/** Front matter of an article (spec section 3). `image` is the optional name of a picture. */
const frontMatter = z.strictObject({
  id: z.int().positive(),
  title: z.string().min(1),
  excerpt: z.string().min(1),
  date: day,
  author: z.string().min(1),
  read_time: z.string().regex(/^[1-9]\d* min read$/, 'must read like "5 min read"'),
  category: z.string().min(1),
  image: z.string().nullish(),
});

/**
 * What a card shows of an article. `id` is its number; `published` is yyyy-MM-dd; `slug` is the last part of its address, if
 * that is not its number; `cover` is the picture of the office that `image` names.
 */
export type Post = z.infer<typeof frontMatter> & {
  published: string;
  slug: string | null;
  cover?: SitePicture | null;
};

export type Article = Post & { text: TextTree };

const WORDS_PER_MINUTE = 220;
const TOLERANCE = 0.15;

/** Builds an article from its file. Throws if its front matter is invalid or its read time doesn't match its length. */
export function articleOf({ data, text }: { data: unknown; text: TextTree }): Article {
  const read = frontMatter.safeParse(data);
  if (!read.success) throw new Error(`front matter: ${z.prettifyError(read.error)}`);
  checkReadTime(read.data.read_time, countWords(text));
  return { ...read.data, slug: null, published: dayOf(read.data.date) ?? "", text: typeset(text) };
}

/** An article that the company wrote. Its field `date` is yyyy-MM-dd, and in a preview anything; how long it takes to read is counted. */
export function ownArticle(
  { number, slug }: { number: number; slug: string | null },
  { fields, text }: { fields: Record<string, string>; text: TextTree },
): Article {
  const { title = "", excerpt = "", category = "", author = "", date: published = "", image } = fields;
  const minutes = Math.max(1, Math.round(countWords(text) / WORDS_PER_MINUTE));
  return {
    ...{ id: number, slug, title, excerpt, category, author, published },
    date: isCalendarDate(published) ? longDate.format(new Date(`${published}T00:00:00Z`)) : "",
    read_time: `${minutes} min read`,
    image: image || null,
    text: typeset(text),
  };
}

/** Newest first; articles of one day by their number. */
export function newestFirst(articles: readonly Article[]): Article[] {
  return articles.toSorted((a, b) => b.published.localeCompare(a.published) || a.id - b.id);
}

/** Path of an article. */
export function articlePath({ id, slug }: Pick<Post, "id" | "slug">): string {
  return `/blog/${slug ?? id}`;
}

/** Articles ordered by id. Throws if an id is used twice. */
export function sortById(articles: Article[]): Article[] {
  const sorted = articles.toSorted((a, b) => a.id - b.id);
  const duplicate = sorted.find((article, index) => article.id === sorted[index + 1]?.id);
  if (duplicate) throw new Error(`Two articles have the id ${duplicate.id}.`);
  return sorted;
}

/** The day, whose year has four digits. */
function dayOf(date: string): string | undefined {
  const at = new Date(`${date} UTC`);
  const isReal = !Number.isNaN(at.getTime()) && at.getUTCFullYear() <= 9999 && longDate.format(at) === date;
  return isReal ? at.toISOString().slice(0, 10) : undefined;
}

/** Counts the words of the text. */
function countWords({ children }: TextTree): number {
  const words = children.flatMap((node) => spacedText(node).split(/\s+/));
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Text with spaces between cells and items, which plain text lacks. */
function spacedText(node: TextTree["children"][number]): string {
  if (node.type !== "element" || node.children.every(({ type }) => type !== "element"))
    return plainText([node]);
  return node.children.map(spacedText).join(isBlock(node.tagName) ? " " : "");
}

const isBlock = (tag: string) => /^(ul|ol|li|table|thead|tbody|tr|blockquote)$/.test(tag);

function checkReadTime(text: string, words: number): void {
  const promised = Number.parseInt(text, 10) * WORDS_PER_MINUTE;
  if (Math.abs(words - promised) > promised * TOLERANCE) {
    const minutes = (words / WORDS_PER_MINUTE).toFixed(1);
    throw new Error(
      `"${text}" promises about ${promised} words, but there are ${words} (${minutes} minutes)`,
    );
  }
}

const PAGE_SIZE = 6;
/** Pagination always shows three pages, with or without articles (spec section 9). */
const PAGES_SHOWN = 3;
const RELATED = 3;

export type ListingPage = {
  number: number;
  posts: Post[];
  pages: { number: number; hasArticles: boolean }[];
};

/** One page of the list. `asked` is the `page` parameter. Null if that page has no articles. */
export function listingPage(articles: readonly Article[], requested: string | null): ListingPage | null {
  const number = requested === null ? 1 : numberOf(requested);
  const last = Math.max(1, Math.ceil(articles.length / PAGE_SIZE));
  if (number === undefined || number > last) return null;
  return {
    number,
    posts: articles.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map(postOf),
    pages: Array.from({ length: Math.max(PAGES_SHOWN, last) }, (_, index) => ({
      number: index + 1,
      hasArticles: index < last,
    })),
  };
}

/** Finds an article by the last part of its address: its number (spec section 2) or the one that the company chose. */
export function findArticle(articles: readonly Article[], name: string): Article | undefined {
  const number = numberOf(name);
  return articles.find(({ id, slug }) => (number === undefined ? slug === name : id === number));
}

/** Related articles: same category first, then the others in list order. */
export function relatedPosts(articles: readonly Article[], to: Article): Post[] {
  const others = articles.filter(({ id }) => id !== to.id);
  const same = others.filter(({ category }) => category === to.category);
  return [...new Set([...same, ...others])].slice(0, RELATED).map(postOf);
}

/** The articles with these ids, in this order. Unknown ids are skipped. */
export function postsOf(articles: readonly Article[], ids: readonly number[]): Post[] {
  return ids.flatMap((id) => articles.find((article) => article.id === id) ?? []).map(postOf);
}

/** Path of a page of the list. */
export function listingPath(page: number): string {
  return page === 1 ? "/blog" : `/blog?page=${page}`;
}

/** For example "12 people found this helpful". Empty for 0. */
export function formatHelpful(votes: number): string {
  if (votes === 0) return "";
  return `${votes.toLocaleString("en-US")} ${votes === 1 ? "person" : "people"} found this helpful`;
}

function postOf({ text: _text, ...post }: Article): Post {
  return post;
}

function numberOf(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Link to the feed, for the page's head. */
export const feedLink = {
  rel: "alternate",
  type: "application/rss+xml",
  title: "Blog",
  href: "/blog/rss.xml",
} as const;

/** Toasts when 'Found this helpful' or 'Save' fails. */
export const FAILED = {
  title: "That didn’t go through.",
  description: "Please try again in a moment.",
  destructive: true,
};

export const TOO_MANY = {
  title: "Too many attempts",
  description: "Please wait a while and try again.",
  destructive: true,
};
