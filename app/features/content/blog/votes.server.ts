import { and, count, eq } from "drizzle-orm";
import { article_votes } from "~/db/schema/blog";
import type { Ctx } from "~/platform/context.server";

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
