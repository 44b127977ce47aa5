import { readCookie } from "~/platform/cookies.server";
import type { Article } from "./article";
import { findArticle } from "./listing";

/**
 * Keeps what somebody without an account has saved, on their device: the ids of articles, the newest first. Pages with it
 * come from no cache (page-cache.server.ts), and show what is saved.
 */
const BOOKMARKS_COOKIE = "wb_saved";

const YEAR = 365 * 24 * 60 * 60;
const MOST = 50;

/** The ids that the cookie of a request names; of articles that are there, each once. */
export function readBookmarks(request: Request, articles: readonly Article[]): number[] {
  const named = (readCookie(request, BOOKMARKS_COOKIE) ?? "").split(".").slice(0, MOST);
  const there = named.flatMap((id) => findArticle(articles, id)?.id ?? []);
  return [...new Set(there)];
}

/** `Set-Cookie` for these ids; none takes it away. Only the blog's pages see it. */
export function bookmarksCookie(ids: readonly number[], { secure }: { secure: boolean }): string {
  const age = ids.length > 0 ? YEAR : 0;
  const kept = `Path=/blog; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${BOOKMARKS_COOKIE}=${ids.slice(0, MOST).join(".")}; ${kept}`;
}
