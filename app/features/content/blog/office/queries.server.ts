import { count } from "drizzle-orm";
import { article_votes, saved_articles } from "~/db/schema/blog";
import { articles } from "~/features/content/blog/queries.server";
import { formatDate } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import type { OfficeArticle } from "./article";

/** All articles with their votes and saves, newest first. */
export async function readOfficeArticles({ db }: Pick<StaffCtx, "db">): Promise<OfficeArticle[]> {
  const [votes, saves] = await Promise.all([
    db
      .select({ id: article_votes.article_id, total: count() })
      .from(article_votes)
      .groupBy(article_votes.article_id),
    db
      .select({ id: saved_articles.article_id, total: count() })
      .from(saved_articles)
      .groupBy(saved_articles.article_id),
  ]);
  const [helpful, savedBy] = [votes, saves].map((rows) => new Map(rows.map(({ id, total }) => [id, total])));
  return articles
    .toSorted((a, b) => b.published.localeCompare(a.published) || b.id - a.id)
    .map(({ id, title, category, author, published, read_time }) => ({
      ...{ id, title, category, author, read_time },
      date: formatDate(published),
      helpful: helpful?.get(id) ?? 0,
      saved: savedBy?.get(id) ?? 0,
    }));
}
