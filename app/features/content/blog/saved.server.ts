import { and, desc, eq } from "drizzle-orm";
import { saved_articles } from "~/db/schema/blog";
import type { UserCtx } from "~/platform/context.server";

type Reader = Pick<UserCtx, "db" | "actor">;

/** The ids of what the reader has saved, the newest first. */
export async function readSaved({ db, actor }: Reader): Promise<number[]> {
  const rows = await db
    .select({ id: saved_articles.article_id })
    .from(saved_articles)
    .where(eq(saved_articles.user_id, actor.id))
    .orderBy(desc(saved_articles.created_at), desc(saved_articles.article_id));
  return rows.map(({ id }) => id);
}

export async function isSaved({ db, actor }: Reader, article: number): Promise<boolean> {
  const rows = await db
    .select({ id: saved_articles.article_id })
    .from(saved_articles)
    .where(own(actor, article));
  return rows.length > 0;
}

/** Saves an article for the reader, or with `keep` false lets go of it; the same wish twice changes nothing. */
export async function saveArticle(
  { db, actor, now }: Reader & Pick<UserCtx, "now">,
  { article, keep }: { article: number; keep: boolean },
): Promise<{ ok: true }> {
  if (keep) {
    await db
      .insert(saved_articles)
      .values({ user_id: actor.id, article_id: article, created_at: now })
      .onConflictDoNothing();
  } else {
    await db.delete(saved_articles).where(own(actor, article));
  }
  return { ok: true };
}

/** Saves articles that the reader had on a device, the newest first; what was saved before stays where it is. */
export async function saveArticles(
  { db, actor, now }: Reader & Pick<UserCtx, "now">,
  ids: readonly number[],
): Promise<void> {
  const rows = ids.map((article_id, place) => ({
    user_id: actor.id,
    article_id,
    created_at: now.subtract({ milliseconds: place }),
  }));
  if (rows.length > 0) await db.insert(saved_articles).values(rows).onConflictDoNothing();
}

function own(actor: UserCtx["actor"], article: number) {
  return and(eq(saved_articles.user_id, actor.id), eq(saved_articles.article_id, article));
}
