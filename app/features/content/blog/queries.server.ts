import { type Article, sortById } from "./article";

/** All articles of content/blog, validated at build (vite.config.ts). */
export const articles: readonly Article[] = sortById(
  Object.values(import.meta.glob<Article>("/content/blog/*.md", { eager: true, import: "default" })),
);

const shareImages = import.meta.glob<string>("../../../assets/made/share-blog-*.jpg", {
  eager: true,
  query: "?url",
  import: "default",
});

/** Path of the article's share image. */
export function shareImageOf({ id }: Article): string | undefined {
  return shareImages[`../../../assets/made/share-blog-${id}.jpg`];
}
