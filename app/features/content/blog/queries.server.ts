import { coverNumber, filesOf, numbersIn, withPictures } from "~/features/content/pictures/picture";
import { readPictures } from "~/features/content/pictures/queries.server";
import { readTouchedTexts, type TouchedText } from "~/features/content/texts/queries.server";
import { companyOf, readCompany } from "~/features/operations/settings/queries.server";
import { parseSettings } from "~/features/operations/settings/settings";
import type { Ctx } from "~/platform/context.server";
import { type Article, newestFirst, ownArticle, sortById } from "./article";

/** The articles that ship, of content/blog, validated at build (vite.config.ts). */
export const shippedArticles: readonly Article[] = sortById(
  Object.values(import.meta.glob<Article>("/content/blog/*.md", { eager: true, import: "default" })),
);

/** The published articles in the order of the list. `stale`: the database did not answer; don't cache them. */
export async function readArticles(
  ctx: Pick<Ctx, "db" | "log" | "once">,
): Promise<{ articles: Article[]; stale: boolean }> {
  const { own, stale } = await readTouchedTexts(ctx, "article");
  const articles = stale
    ? newestFirst(withTouched(own ?? []))
    : await drawn(ctx, newestFirst(withTouched(own ?? [])));
  if (articles.every(({ author }) => !author.includes(COMPANY))) return { articles, stale };
  const { company_name } = await (stale ? companyOf(parseSettings([])) : readCompany(ctx));
  const named = articles.map((one) => ({ ...one, author: one.author.replaceAll(COMPANY, company_name) }));
  return { articles: named, stale };
}

/** The articles with the office's pictures in their texts and as their covers. */
async function drawn(ctx: Pick<Ctx, "db">, articles: Article[]): Promise<Article[]> {
  const numbers = articles.flatMap(({ image, text }) => [coverNumber(image) ?? [], numbersIn(text)].flat());
  if (numbers.length === 0) return articles;
  const pictures = await readPictures(ctx, numbers);
  return articles.map((article) => ({
    ...article,
    text: withPictures(article.text, pictures),
    cover: pictures.get(coverNumber(article.image) ?? 0) ?? null,
  }));
}

/** Stands for the company's name. */
const COMPANY = "{company}";

function withTouched(touched: TouchedText[]): Article[] {
  const byNumber = new Map(touched.map((one) => [one.number, one]));
  const untouched = shippedArticles.flatMap((article) => {
    const one = byNumber.get(article.id);
    if (one?.hidden || one?.own) return [];
    return one ? { ...article, slug: one.slug } : article; // it keeps the address that its own text had
  });
  return [
    ...untouched,
    ...touched.flatMap((one) => (one.own && !one.hidden ? ownArticle(one, one.own) : [])),
  ];
}

const shareImages = import.meta.glob<string>("../../../assets/made/share-blog-*.jpg", {
  eager: true,
  query: "?url",
  import: "default",
});

/** Path of the share image of an article: cut from its own cover, or made for one that ships; others have that of the site. */
export function shareImageOf({ id, cover }: Article): string | undefined {
  if (cover) return filesOf(cover).share;
  return shareImages[`../../../assets/made/share-blog-${id}.jpg`];
}
