import { describe, expect, test } from "vitest";
import { pageHeaders, pageMeta } from "./page-meta";

const company = {
  company_name: "White Birch Cleaning",
  company_description: "Careful cleaning.",
  contact_email: "hello@birch.example",
  phone: "(603) 555-0100",
  default_currency: "USD",
  brand: { logo: null, letters: null, initials: "WB", accent: null, share: null as string | null },
};
const root = {
  id: "root",
  pathname: "/",
  loaderData: { company, origin: "https://site.example", share_image: "/assets/site.jpg" },
};
const matches = [root, { id: "routes/site/faq", pathname: "/faq" }];

/** Tags by name, property, relation or kind. */
function tags(...[where, title, description, page]: Parameters<typeof pageMeta>) {
  const named = pageMeta(where, title, description, page).map((tag) => {
    const { name, property, rel, content, href, ...rest } = tag as Record<string, string>;
    return [name ?? property ?? rel ?? Object.keys(rest)[0], content ?? href ?? Object.values(rest)[0]];
  });
  return Object.fromEntries(named);
}

/** Structured data by type. */
function structured(...args: Parameters<typeof pageMeta>) {
  return pageMeta(...args).flatMap((tag) => ("script:ld+json" in tag ? [tag["script:ld+json"]] : []));
}

test("the title is the page's name and the company's", () => {
  expect(pageMeta(matches, "Our Services", "Plain prices.").slice(0, 2)).toEqual([
    { title: "Our Services | White Birch Cleaning" },
    { name: "description", content: "Plain prices." },
  ]);
});

test.each([
  ["Forty-two characters are as many as do fit", "Forty-two characters are as many as do fit"],
  ["How Often Should You Clean It? A Calendar With Reasons", "How Often Should You Clean It?"],
  ["Before the Crew Arrives: What to Do and What to Leave", "Before the Crew Arrives"],
  ["What Green Really Means Under the Kitchen Sink", "What Green Really Means Under the Kitchen…"],
  ["Eight: Colons That Come Early Don't Leave Too Little", "Eight: Colons That Come Early Don't Leave…"],
])("a long title is shortened so that the company's name fits: %s", (title, short) => {
  const full = `${short} | White Birch Cleaning`;
  expect(pageMeta(matches, title, "A calendar.")[0]).toEqual({ title: full });
  expect(full.length).toBeLessThanOrEqual(65);
  expect(tags(matches, title, "A calendar.")["og:title"]).toBe(title);
});

test("every page of a company's own site is shared with its own picture, and an article with its own cover", () => {
  const own = { ...company, brand: { ...company.brand, share: "/brand/share-1.jpg" } };
  const where = [{ ...root, loaderData: { ...root.loaderData, company: own } }, matches[1]];
  for (const page of [{}, { image: "/assets/7.jpg" }]) {
    expect(tags(where, "FAQ", "Answers.", page)["og:image"]).toBe("https://site.example/brand/share-1.jpg");
  }
  const image = "/pictures/7/0123456789ab/share.jpeg";
  expect(tags(where, "Snow", "On the sill.", { image })["og:image"]).toBe(`https://site.example${image}`);
});

test("a company name that fills the title is left out", () => {
  const company_name = "The Very Old and Very Careful Cleaning Company of New Hampshire";
  const named = [{ ...root, loaderData: { ...root.loaderData, company: { ...company, company_name } } }];
  expect(pageMeta(named, "Our Services", "Plain prices.")[0]).toEqual({ title: "Our Services" });
});

test.each([
  ["the root has no data", [{ id: "root" }]],
  ["there is no root", []],
])("the title has no company and the page no address when %s", (_, without) => {
  expect(pageMeta(without, "Our Services", "Plain prices.")).toEqual([
    { title: "Our Services" },
    { name: "description", content: "Plain prices." },
  ]);
});

test("a page has its canonical address and a share image", () => {
  expect(tags(matches, "FAQ", "Ten answers.")).toMatchObject({
    canonical: "https://site.example/faq",
    "og:url": "https://site.example/faq",
    "og:title": "FAQ",
    "og:description": "Ten answers.",
    "og:type": "website",
    "og:image": "https://site.example/assets/site.jpg",
    "og:site_name": "White Birch Cleaning",
    "og:locale": "en_US",
    "twitter:card": "summary_large_image",
  });
});

test("an article has its own picture, date and author", () => {
  const article = { published: "2024-03-01", author: "Ada Frost", category: "Seasonal" };
  expect(tags(matches, "Snow", "On the sill.", { article, image: "/assets/7.jpg" })).toMatchObject({
    "og:type": "article",
    "og:image": "https://site.example/assets/7.jpg",
    "article:published_time": "2024-03-01",
    "article:author": "Ada Frost",
    "article:section": "Seasonal",
  });
});

test("the canonical address may have a query", () => {
  expect(tags(matches, "Offices", "Prices.", { path: "/services?type=commercial" }).canonical).toBe(
    "https://site.example/services?type=commercial",
  );
});

test("a page for one visitor is excluded from search engines and has no further tags", () => {
  expect(tags(matches, "Login", "Welcome back.", { noindex: true })).toEqual({
    title: "Login | White Birch Cleaning",
    description: "Welcome back.",
    robots: "noindex",
  });
});

describe("structured data", () => {
  test("has breadcrumbs on inner pages", () => {
    const trail = [{ name: "Blog", path: "/blog" }];
    const [crumbs] = structured(matches, "Snow", "On the sill.", { path: "/blog/7", trail });
    const items = (crumbs as { itemListElement: { item: string }[] }).itemListElement;
    expect(items.map(({ item }) => item)).toEqual([
      "https://site.example/",
      "https://site.example/blog",
      "https://site.example/blog/7",
    ]);
  });

  test("has no breadcrumbs on the home page", () => {
    expect(structured([root], "Home", "Come in.")).toEqual([]);
  });

  test("includes the page's own data with the company and its address", () => {
    const seen: unknown[] = [];
    pageMeta(matches, "FAQ", "Ten answers.", {
      structured: ({ company: { company_name }, origin }) => {
        seen.push(company_name, origin);
        return [];
      },
    });
    expect(seen).toEqual(["White Birch Cleaning", "https://site.example"]);
  });
});

const headersOf = (parent: HeadersInit, own: HeadersInit, answer: HeadersInit = {}) =>
  Object.fromEntries(
    pageHeaders({
      parentHeaders: new Headers(parent),
      loaderHeaders: new Headers(own),
      actionHeaders: new Headers(answer),
      errorHeaders: undefined,
    }),
  );

test("a page keeps the headers of its parent routes", () => {
  expect(headersOf({ "Cache-Control": "no-store" }, { "Retry-After": "30" })).toEqual({
    "cache-control": "no-store",
    "retry-after": "30",
  });
});

test("a page's own header wins and is sent once", () => {
  expect(headersOf({ "Cache-Control": "no-store" }, { "Cache-Control": "no-store" })).toEqual({
    "cache-control": "no-store",
  });
});

test("the header of an action wins over all others", () => {
  expect(headersOf({}, { "Cache-Control": "no-cache" }, { "Cache-Control": "no-store" })).toEqual({
    "cache-control": "no-store",
  });
});
