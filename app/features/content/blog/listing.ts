import type { Article, Post } from "./article";

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
