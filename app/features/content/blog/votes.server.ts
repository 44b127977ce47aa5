import { randomUUID } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import { article_votes } from "~/db/schema/blog";
import { isUuid } from "~/lib/ids";
import type { LinkSigner } from "~/platform/auth/links.server";
import type { Ctx } from "~/platform/context.server";
import { type Article, articlePath } from "./article";

export type Votes = { count: number; voted: boolean };

/** Number of helpful votes, and whether this voter is among them. */
export async function readVotes(
  { db }: Pick<Ctx, "db">,
  article: number,
  voter: string | null,
): Promise<Votes> {
  const ofArticle = eq(article_votes.article_id, article);
  const [total] = await db.select({ count: count() }).from(article_votes).where(ofArticle);
  const [existing] = voter
    ? await db
        .select({ voter: article_votes.visitor_id })
        .from(article_votes)
        .where(and(ofArticle, eq(article_votes.visitor_id, voter)))
    : [];
  return { count: total?.count ?? 0, voted: existing !== undefined };
}

/** Counts a voter once. `new` is false for a repeated vote. */
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
 * Cookie with a random number for one browser and one article, so votes can't be linked to each other. Responses that read it are
 * not cached (page-cache.server.ts).
 */
export const VOTER_COOKIE = "wb_voter";

const YEAR = 365 * 24 * 60 * 60;
const signedText = (article: number, voter: string) => `voter:${article}:${voter}`;

/** Creates a number and its signed cookie. An unsigned number is ignored. */
export function newVoter(
  links: LinkSigner,
  article: Pick<Article, "id" | "slug">,
  { secure }: { secure: boolean },
) {
  const voter = randomUUID();
  const value = `${voter}.${links.sign(signedText(article.id, voter))}`;
  const cookie = `${VOTER_COOKIE}=${value}; Path=${articlePath(article)}; Max-Age=${YEAR}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return { voter, cookie };
}

/** Number in the cookie. Null if absent or not signed for this article. */
export function voterOf(links: LinkSigner, article: number, cookie: string | null): string | null {
  const [voter = "", key = ""] = (cookie ?? "").split(".");
  return isUuid(voter) && links.isSigned(signedText(article, voter), key) ? voter : null;
}
