import { type Article, inOrder } from "./article";

/** Every article of content/blog, read and checked at build (vite.config.ts). */
export const articles: readonly Article[] = inOrder(
  Object.values(import.meta.glob<Article>("../../../content/blog/*.md", { eager: true, import: "default" })),
);
