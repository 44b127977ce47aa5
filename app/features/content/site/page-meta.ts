import type { HeadersArgs, MetaDescriptor } from "react-router";
import type { FeePolicy } from "~/features/operations/settings/fee-policy";
import { inPlace } from "~/lib/postal-address";
import { type Business, breadcrumbs, type Crumb, type StructuredData } from "./structured-data";

type Match = { id: string; pathname?: string; loaderData?: unknown } | undefined;

/** What a page's head needs of the site. */
type Site = {
  company: Business & {
    policy: FeePolicy;
    price_notice_days: number;
    is_demo: boolean;
    says: { insured: boolean; checked: boolean };
  };
  /** Without a trailing slash. */
  origin: string;
  /** Path of the site's default share image. */
  share_image: string;
};

type Page = {
  /** Canonical path, if it needs a query: "/services?type=commercial". */
  path?: string;
  /** True for pages of one visitor or steps of a process. Excludes the page from search engines. */
  noindex?: boolean;
  /** Dates and section of an article. Sets the page type to article. */
  article?: { published: string; author: string; category: string };
  /** Path of the page's own share image (1200 × 630). */
  image?: string;
  /** Pages between the home page and this one. */
  trail?: Crumb[];
  /** Structured data (structured-data.ts). */
  structured?: (site: Site) => StructuredData[];
};

const MAX_TITLE = 65;
/** Minimum length of a shortened title. */
const MIN_TITLE = 20;

/**
 * Head of a public page: "{title} | White Birch Cleaning" with the name from the settings, description, canonical address, Open
 * Graph, breadcrumbs.
 */
export function pageMeta(
  matches: readonly Match[],
  title: string,
  description: string,
  page: Page = {},
): MetaDescriptor[] {
  const site = siteOf(matches);
  const head: MetaDescriptor[] = [
    { title: fullTitle(title, site?.company?.company_name) },
    { name: "description", content: description },
  ];
  if (page.noindex) return [...head, { name: "robots", content: "noindex" }];
  if (!isComplete(site)) return head;
  const path = page.path ?? matches.at(-1)?.pathname ?? "/";
  const url = site.origin + path;
  // The pictures of articles that ship are the demo's. A company's own site has one picture, with its name, and its own covers.
  const cover = page.image?.startsWith("/pictures/") ? page.image : null;
  const image = site.origin + (cover ?? site.company.brand.share ?? page.image ?? site.share_image);
  const structured = page.structured?.(site) ?? [];
  const crumbs =
    path === "/" ? [] : [breadcrumbs([...(page.trail ?? []), { name: title, path }], site.origin)];
  return [
    ...head,
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:site_name", content: site.company.company_name },
    { property: "og:locale", content: "en_US" },
    { property: "og:type", content: page.article ? "article" : "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: `${title}. ${site.company.company_name}` },
    { name: "twitter:card", content: "summary_large_image" },
    ...articleMeta(page.article),
    ...[...structured, ...crumbs].map((data) => ({ "script:ld+json": data }) as unknown as MetaDescriptor),
  ];
}

/** Title that fits search results: longer ones lose the company's name there. */
function fullTitle(title: string, company = ""): string {
  if (!company) return title;
  const end = ` | ${company}`;
  const maxLength = MAX_TITLE - end.length;
  return maxLength < MIN_TITLE ? title : shorten(title, maxLength) + end;
}

/** Cuts after the first sentence or part if that fits, else after a word. */
function shorten(title: string, maxLength: number): string {
  if (title.length <= maxLength) return title;
  const parts = [...title.slice(0, maxLength + 1).matchAll(/[?!:.](?=\s)/g)];
  const end = parts.at(-1)?.index ?? 0;
  if (end >= MIN_TITLE) return title.slice(0, end + 1).replace(/[:.]$/, "");
  const words = title.slice(0, maxLength).replace(/\s+\S*$/, "");
  return `${words.replace(/[\s.,;:–-]+$/, "")}…`;
}

function articleMeta(article: Page["article"]): MetaDescriptor[] {
  if (!article) return [];
  return [
    { property: "article:published_time", content: article.published },
    { property: "article:author", content: article.author },
    { property: "article:section", content: article.category },
  ];
}

/** The company's place for a title or description: " in Pittsfield, NH". Empty without one. */
export function placeIn(matches: readonly Match[]): string {
  const address = siteOf(matches)?.company?.address;
  return address ? inPlace(address) : "";
}

function siteOf(matches: readonly Match[]): Partial<Site> | undefined {
  return matches.find((match) => match?.id === "root")?.loaderData as Partial<Site> | undefined;
}

/** The root's data is missing if its loader failed; the address is then unknown. */
function isComplete(site: Partial<Site> | undefined): site is Site {
  return Boolean(site?.company && site.origin && site.share_image);
}

/** Headers of a page. Its own win over its parents', so one `no-store` is enough. */
export function pageHeaders({ loaderHeaders, actionHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  for (const own of [loaderHeaders, actionHeaders]) {
    for (const [name, value] of own) headers.set(name, value);
  }
  return headers;
}

/** For `data()`: a page of this response is not cached if what it shows may be out of date. */
export function uncachedIf(stale: boolean): { headers?: { "Cache-Control": string } } {
  return stale ? { headers: { "Cache-Control": "no-store" } } : {};
}

/** Public pages for search engines. Articles and openings are added to them. */
export const PUBLIC_PAGES = [
  "/",
  "/about",
  "/services",
  "/services?type=commercial",
  "/book",
  "/contact",
  "/gift-cards",
  "/blog",
  "/careers",
  "/faq",
  "/privacy",
  "/terms",
];
