import { isUuid } from "~/lib/ids";

/**
 * Keeps who has voted for an article: a random id of that browser for that article alone, so that nobody can tell what
 * else it has read. Pages with it come from no cache (page-cache.server.ts), and show that the vote was counted.
 */
export const VOTER_COOKIE = "wb_voter";

const YEAR = 365 * 24 * 60 * 60;

export function voterCookie(article: number, voter: string, { secure }: { secure: boolean }): string {
  return `${VOTER_COOKIE}=${voter}; Path=/blog/${article}; Max-Age=${YEAR}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** The id in such a cookie; null when there is none, or somebody has made it up. */
export function voterOf(value: string | null): string | null {
  return value !== null && isUuid(value) ? value : null;
}
