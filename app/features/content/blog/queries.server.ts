import { type Article, inOrder } from "./article";

/** Every article of content/blog, read and checked at build (vite.config.ts). */
export const articles: readonly Article[] = inOrder(
  Object.values(import.meta.glob<Article>("/content/blog/*.md", { eager: true, import: "default" })),
);

const shareImages = import.meta.glob<string>("../../../assets/made/share-blog-*.jpg", {
  eager: true,
  query: "?url",
  import: "default",
});

/** Address of the picture that stands for an article where its address is shared. */
export function shareImageOf({ id }: Article): string | undefined {
  return shareImages[`../../../assets/made/share-blog-${id}.jpg`];
}
