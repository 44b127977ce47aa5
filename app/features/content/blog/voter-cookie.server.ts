import { randomUUID } from "node:crypto";
import { isUuid } from "~/lib/ids";
import type { LinkSigner } from "~/platform/links.server";

/**
 * Keeps who has voted for an article: a random number of that browser for that article alone, so that nobody can tell
 * what else it has read. Pages with it come from no cache (page-cache.server.ts), and show that the vote was counted.
 */
export const VOTER_COOKIE = "wb_voter";

const YEAR = 365 * 24 * 60 * 60;
const subjectOf = (article: number, voter: string) => `voter:${article}:${voter}`;

/** A new number, and the cookie for it. That is signed: a number that somebody made up is none. */
export function newVoter(links: LinkSigner, article: number, { secure }: { secure: boolean }) {
  const voter = randomUUID();
  const value = `${voter}.${links.sign(subjectOf(article, voter))}`;
  const cookie = `${VOTER_COOKIE}=${value}; Path=/blog/${article}; Max-Age=${YEAR}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return { voter, cookie };
}

/** The number in such a cookie; null when there is none, or it is not of ours for this article. */
export function voterOf(links: LinkSigner, article: number, cookie: string | null): string | null {
  const [voter = "", key = ""] = (cookie ?? "").split(".");
  return isUuid(voter) && links.isSigned(subjectOf(article, voter), key) ? voter : null;
}
