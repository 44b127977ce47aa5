import { Feed } from "feed";
import type { Element, ElementContent } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { fillIn, type NamedCompany, type TextTree } from "~/lib/text-tree";
import { type Article, articlePath, newestFirst } from "./article";

type Company = NamedCompany & { timezone: string };
type Site = { company: Company; origin: string };

/** All articles as RSS with full text, newest first. Addresses are absolute. */
export function rssOf(articles: readonly Article[], { company, origin }: Site): string {
  const newest = newestFirst(articles);
  const [first] = newest;
  const feed = new Feed({
    title: `${company.company_name} Blog`,
    description: "Tips, trends, and insights for cleaner, healthier spaces.",
    id: `${origin}/blog`,
    link: `${origin}/blog`,
    language: "en-US",
    updated: first && morningOf(first.published, company.timezone),
    feedLinks: { rss: `${origin}/blog/rss.xml` },
    generator: false,
  });
  for (const article of newest) {
    const link = origin + articlePath(article);
    feed.addItem({
      title: article.title,
      id: link,
      link,
      description: article.excerpt,
      content: htmlOf(fillIn(article.text, company), origin),
      date: morningOf(article.published, company.timezone),
      category: [{ name: article.category }],
      author: [{ name: article.author }],
    });
  }
  return feed.rss2();
}

/** A day as an instant in the morning. Midnight UTC would be the day before in America. */
function morningOf(day: string, timeZone: string): Date {
  return new Date(
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: "08:00" }).epochMilliseconds,
  );
}

function htmlOf(text: TextTree, origin: string): string {
  return renderToStaticMarkup(toJsxRuntime(withWholeLinks(text, origin), { Fragment, jsx, jsxs }));
}

/** Only its fallback: readers of feeds know no other. */
function wholePicture({ children }: Element, origin: string): ElementContent {
  const image = children.find((child) => child.type === "element" && child.tagName === "img") as Element;
  return { ...image, properties: { ...image.properties, src: origin + image.properties.src } };
}

function withWholeLinks(text: TextTree, origin: string): TextTree {
  const whole = (node: ElementContent): ElementContent => {
    if (node.type !== "element") return node;
    if (node.tagName === "picture") return wholePicture(node, origin);
    const { href } = node.properties;
    const inner = typeof href === "string" && href.startsWith("/");
    return {
      ...node,
      properties: inner ? { ...node.properties, href: origin + href } : node.properties,
      children: node.children.map(whole),
    };
  };
  return { ...text, children: text.children.map((node) => whole(node as ElementContent)) };
}
