import { z } from "zod";
import { plainText, type TextTree } from "../../../lib/text-tree.ts"; // vite.config.ts reads this file, and knows no ~
import { typeset } from "./typeset.ts";

const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A date as readers see it, "April 8, 2024"; as a value it is yyyy-MM-dd. */
const day = z.string().refine((date) => dayOf(date) !== undefined, 'must read like "April 8, 2024"');

/** The front matter of an article (spec section 3); `image` names a picture, which only some have. */
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

/** What a card says of an article; `published` is its date as yyyy-MM-dd. */
export type Post = z.infer<typeof frontMatter> & { published: string };

export type Article = Post & { text: TextTree };

const WORDS_PER_MINUTE = 220;
const TOLERANCE = 0.15;

/** An article out of its file; refused with the reason when its front matter or its length is not what it promises. */
export function articleOf({ data, text }: { data: unknown; text: TextTree }): Article {
  const read = frontMatter.safeParse(data);
  if (!read.success) throw new Error(`front matter: ${z.prettifyError(read.error)}`);
  checkReadTime(read.data.read_time, countWords(text));
  return { ...read.data, published: dayOf(read.data.date) ?? "", text: typeset(text) };
}

/** The articles in the order of their ids, each of which is taken once. */
export function inOrder(articles: Article[]): Article[] {
  const sorted = articles.toSorted((a, b) => a.id - b.id);
  const twice = sorted.find((article, index) => article.id === sorted[index + 1]?.id);
  if (twice) throw new Error(`Two articles have the id ${twice.id}.`);
  return sorted;
}

function dayOf(date: string): string | undefined {
  const at = new Date(`${date} UTC`);
  const isReal = !Number.isNaN(at.getTime()) && longDate.format(at) === date;
  return isReal ? at.toISOString().slice(0, 10) : undefined;
}

/** How many words a reader has before them. */
function countWords({ children }: TextTree): number {
  const words = children.flatMap((node) => spaced(node).split(/\s+/));
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Cells and items apart, which are not in the plain text. */
function spaced(node: TextTree["children"][number]): string {
  if (node.type !== "element" || node.children.every(({ type }) => type !== "element"))
    return plainText([node]);
  return node.children.map(spaced).join(isBlock(node.tagName) ? " " : "");
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
/** Spec section 9: pagination shows three pages, with articles or without. */
const PAGES_SHOWN = 3;
const RELATED = 3;

export type ListingPage = { number: number; posts: Post[]; pages: { number: number; isThere: boolean }[] };

/** One page of the list; `asked` is the `page` of the address. Null when it names none that has articles. */
export function listingPage(articles: readonly Article[], asked: string | null): ListingPage | null {
  const number = asked === null ? 1 : numberOf(asked);
  const last = Math.max(1, Math.ceil(articles.length / PAGE_SIZE));
  if (number === undefined || number > last) return null;
  return {
    number,
    posts: articles.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map(postOf),
    pages: Array.from({ length: Math.max(PAGES_SHOWN, last) }, (_, index) => ({
      number: index + 1,
      isThere: index < last,
    })),
  };
}

/** The article of an address; a missing or non-numeric id is none (spec section 2). */
export function findArticle(articles: readonly Article[], id: string): Article | undefined {
  const number = numberOf(id);
  return articles.find((article) => article.id === number);
}

/** What to read next: others of the same category first, then the rest in the order of the list. */
export function relatedPosts(articles: readonly Article[], to: Article): Post[] {
  const others = articles.filter(({ id }) => id !== to.id);
  const same = others.filter(({ category }) => category === to.category);
  return [...new Set([...same, ...others])].slice(0, RELATED).map(postOf);
}

/** The articles of these ids, in their order; what is no article any more is left out. */
export function postsOf(articles: readonly Article[], ids: readonly number[]): Post[] {
  return ids.flatMap((id) => articles.find((article) => article.id === id) ?? []).map(postOf);
}

/** Where the first page of the list, or a later one, lives. */
export function listingPath(page: number): string {
  return page === 1 ? "/blog" : `/blog?page=${page}`;
}

/** "12 people found this helpful"; nothing is said of nobody. */
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

/** How a page's head tells that there is a feed. */
export const feedLink = {
  rel: "alternate",
  type: "application/rss+xml",
  title: "Blog",
  href: "/blog/rss.xml",
} as const;
