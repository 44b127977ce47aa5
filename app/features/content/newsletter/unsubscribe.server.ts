import { and, eq, ne } from "drizzle-orm";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { forgetMails } from "./forget.server";
import { unsubscribedBy } from "./links.server";

type Outcome = { ok: true } | { ok: false; reason: "link" };

/** Takes the address off the list that the link names, whether it is on it or not, and its mails with it. */
export async function unsubscribeNewsletter(ctx: Ctx, url: string): Promise<Outcome> {
  const id = unsubscribedBy(ctx, url);
  if (!id) return { ok: false, reason: "link" };
  await ctx.db.transaction(async (tx) => {
    const left = await tx
      .update(newsletter_subscribers)
      .set({ status: "unsubscribed", unsubscribed_at: ctx.now, updated_at: ctx.now })
      .where(and(eq(newsletter_subscribers.id, id), ne(newsletter_subscribers.status, "unsubscribed")))
      .returning({ id: newsletter_subscribers.id });
    if (left.length === 0) return;
    await forgetMails(tx, ctx.jobs, [id]);
    await recordAudit(tx, ctx, {
      action: "newsletter.unsubscribed",
      entity: "newsletter_subscriber",
      entity_id: id,
    });
  });
  return { ok: true };
}

/** What the page of the link shows; null when the link is not one of ours. An address that is gone is off the list. */
export async function readUnsubscription(ctx: Ctx, url: string): Promise<"on" | "off" | null> {
  const id = unsubscribedBy(ctx, url);
  if (!id) return null;
  const [row] = await ctx.db
    .select({ status: newsletter_subscribers.status })
    .from(newsletter_subscribers)
    .where(eq(newsletter_subscribers.id, id));
  return row && row.status !== "unsubscribed" ? "on" : "off";
}
