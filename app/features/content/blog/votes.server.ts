import { randomUUID } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import { article_votes } from "~/db/schema/blog";
import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import type { LinkSigner } from "~/platform/links.server";

export type Votes = { count: number; voted: boolean };

/** How many have found an article helpful, and whether this voter is among them. */
export async function readVotes(
  { db }: Pick<Ctx, "db">,
  article: number,
  voter: string | null,
): Promise<Votes> {
  const ofArticle = eq(article_votes.article_id, article);
  const [total] = await db.select({ count: count() }).from(article_votes).where(ofArticle);
  const [own] = voter
    ? await db
        .select({ voter: article_votes.visitor_id })
        .from(article_votes)
        .where(and(ofArticle, eq(article_votes.visitor_id, voter)))
    : [];
  return { count: total?.count ?? 0, voted: own !== undefined };
}

/** Counts a voter once; `new` tells whether it was the first time. */
export async function voteHelpful(
  { db, now }: Pick<Ctx, "db" | "now">,
  { article, voter }: { article: number; voter: string },
): Promise<{ ok: true; new: boolean }> {
  const added = await db
    .insert(article_votes)
    .values({ article_id: article, visitor_id: voter, created_at: now })
    .onConflictDoNothing()
    .returning({ article: article_votes.article_id });
  return { ok: true, new: added.length > 0 };
}

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
