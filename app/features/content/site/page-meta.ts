import type { HeadersArgs, MetaDescriptor } from "react-router";
import { type Business, breadcrumbs, type Crumb, type StructuredData } from "./structured-data";

type Match = { id: string; pathname?: string; loaderData?: unknown } | undefined;

/** Of the site, what a page's head needs. */
type Site = {
  company: Business;
  /** Without a slash at the end. */
  origin: string;
  /** The picture that stands for the site where its address is shared, a path. */
  share_image: string;
};

type Page = {
  /** Where the page is at home, when its path alone doesn't say: "/services?type=commercial". */
  path?: string;
  /** A page for one visitor, or a step of something: not for search engines. */
  noindex?: boolean;
  /** An article's dates and section; the page is then of type article. */
  article?: { published: string; author: string; category: string };
  /** Its own picture for sharing, a path (1200 × 630). */
  image?: string;
  /** The pages between the home page and this one. */
  trail?: Crumb[];
  /** What it tells machines (structured-data.ts). */
  structured?: (site: Site) => StructuredData[];
};

const MAX_TITLE = 65;
/** What of a title must stay for it to be understood. */
const MIN_TITLE = 20;

/**
 * Head of a public page: "{title} | White Birch Cleaning", named as the settings say; description, canonical address,
 * Open Graph, breadcrumbs.
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
  const image = site.origin + (page.image ?? site.share_image);
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

/** Lists of results cut longer titles off, and the company's name with them. */
function fullTitle(title: string, company = ""): string {
  if (!company) return title;
  const end = ` | ${company}`;
  const room = MAX_TITLE - end.length;
  return room < MIN_TITLE ? title : shortened(title, room) + end;
}

/** Up to the end of its first sentence or part where that fits, else up to the end of a word. */
function shortened(title: string, room: number): string {
  if (title.length <= room) return title;
  const parts = [...title.slice(0, room + 1).matchAll(/[?!:.](?=\s)/g)];
  const end = parts.at(-1)?.index ?? 0;
  if (end >= MIN_TITLE) return title.slice(0, end + 1).replace(/[:.]$/, "");
  const words = title.slice(0, room).replace(/\s+\S*$/, "");
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

function siteOf(matches: readonly Match[]): Partial<Site> | undefined {
  return matches.find((match) => match?.id === "root")?.loaderData as Partial<Site> | undefined;
}

/** Without the root's data (it failed) there is no address to name. */
function isComplete(site: Partial<Site> | undefined): site is Site {
  return Boolean(site?.company && site.origin && site.share_image);
}

/** A page's headers: its own over those of the routes around it, so that one `no-store` is enough. */
export function pageHeaders({ loaderHeaders, actionHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  for (const own of [loaderHeaders, actionHeaders]) {
    for (const [name, value] of own) headers.set(name, value);
  }
  return headers;
}

/** The pages for everybody that search engines are shown; articles of the blog and openings come on top. */
export const PUBLIC_PAGES = [
  "/",
  "/about",
  "/services",
  "/services?type=commercial",
  "/book",
  "/contact",
  "/blog",
  "/careers",
  "/faq",
  "/privacy",
  "/terms",
];
