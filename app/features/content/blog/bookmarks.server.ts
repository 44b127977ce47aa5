import { and, desc, eq } from "drizzle-orm";
import { saved_articles } from "~/db/schema/blog";
import type { UserCtx } from "~/platform/context.server";
import { readCookie } from "~/platform/request/cookies.server";
import { type Article, findArticle } from "./article";

/**
 * Cookie with the ids of saved articles, newest first, for visitors without an account. Responses that read it are not cached
 * (page-cache.server.ts).
 */
const BOOKMARKS_COOKIE = "wb_saved";

const YEAR = 365 * 24 * 60 * 60;
const MAX_BOOKMARKS = 50;

/** The distinct ids in the cookie that exist as articles. */
export function readBookmarks(request: Request, articles: readonly Article[]): number[] {
  const requested = (readCookie(request, BOOKMARKS_COOKIE) ?? "").split(".").slice(0, MAX_BOOKMARKS);
  const ids = requested.flatMap((id) => findArticle(articles, id)?.id ?? []);
  return [...new Set(ids)];
}

/** `Set-Cookie` for these ids. No ids delete it. Sent only to the blog's pages. */
export function bookmarksCookie(ids: readonly number[], { secure }: { secure: boolean }): string {
  const age = ids.length > 0 ? YEAR : 0;
  const attributes = `Path=/blog; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${BOOKMARKS_COOKIE}=${ids.slice(0, MAX_BOOKMARKS).join(".")}; ${attributes}`;
}

type Reader = Pick<UserCtx, "db" | "actor">;

/** Ids of the reader's saved articles, newest first. */
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
    .where(savedBy(actor, article));
  return rows.length > 0;
}

/** Saves an article for the reader, or removes it if `keep` is false. Repeating has no effect. */
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
    await db.delete(saved_articles).where(savedBy(actor, article));
  }
  return { ok: true };
}

/** Adds the articles saved on a device, newest first. Articles already saved keep their place. */
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

function savedBy(actor: UserCtx["actor"], article: number) {
  return and(eq(saved_articles.user_id, actor.id), eq(saved_articles.article_id, article));
}
