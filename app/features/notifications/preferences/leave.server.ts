import { eq } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { mail_choices } from "~/db/schema/background";
import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import { changeChoices } from "./choices.server";

type Signing = Pick<Ctx, "links" | "origin">;

/** Where an account stops invitations to review without signing in; good for ever, and for nothing else. */
export function leaveReviewsUrl({ links, origin }: Signing, userId: string): string {
  const key = links.sign(subjectOf(userId));
  return `${origin}/mails/unsubscribe?${new URLSearchParams({ id: userId, key })}`;
}

/** Stops invitations to review for the account that the link names. An account that is gone gets none anyway. */
export async function leaveReviews(ctx: Ctx, url: string): Promise<{ ok: boolean }> {
  const id = namedBy(ctx, url);
  if (!id) return { ok: false };
  await ctx.db.transaction(async (tx) => {
    const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");
    if (found.length > 0) await changeChoices(tx, ctx, id, { reviews: false });
  });
  return { ok: true };
}

/** What the page of the link shows; null when the link is not one of ours. Looking changes nothing. */
export async function readLeaving(ctx: Ctx, url: string): Promise<"on" | "off" | null> {
  const id = namedBy(ctx, url);
  if (!id) return null;
  const [row] = await ctx.db
    .select({ reviews: mail_choices.reviews })
    .from(users)
    .leftJoin(mail_choices, eq(mail_choices.user_id, users.id))
    .where(eq(users.id, id));
  return row && row.reviews !== false ? "on" : "off";
}

function namedBy({ links }: Pick<Ctx, "links">, url: string): string | null {
  const { searchParams } = new URL(url);
  const [id, key] = [searchParams.get("id") ?? "", searchParams.get("key") ?? ""];
  return isUuid(id) && links.isSigned(subjectOf(id), key) ? id : null;
}

function subjectOf(userId: string): string {
  return `leave-reviews:${userId}`;
}
