import { and, eq } from "drizzle-orm";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { recordAudit } from "~/features/audit/record.server";
import type { Ctx } from "~/platform/context.server";
import { confirmedBy } from "./links.server";
import type { SubscriberStatus } from "./subscription";

type Outcome = { ok: true } | { ok: false; reason: "link" };

/** Puts the address on the list that the link names. A second press is as good as the first. */
export async function confirmNewsletter(ctx: Ctx, url: string): Promise<Outcome> {
  const id = confirmedBy(ctx, url);
  if (!id) return { ok: false, reason: "link" };
  return ctx.db.transaction(async (tx) => {
    const [confirmed] = await tx
      .update(newsletter_subscribers)
      .set({ status: "subscribed", confirmed_at: ctx.now, unsubscribed_at: null, updated_at: ctx.now })
      .where(and(eq(newsletter_subscribers.id, id), eq(newsletter_subscribers.status, "pending")))
      .returning({ id: newsletter_subscribers.id });
    if (!confirmed) {
      const [row] = await tx
        .select({ status: newsletter_subscribers.status })
        .from(newsletter_subscribers)
        .where(eq(newsletter_subscribers.id, id));
      return row?.status === "subscribed" ? { ok: true } : { ok: false, reason: "link" };
    }
    await recordAudit(tx, ctx, {
      action: "newsletter.confirmed",
      entity: "newsletter_subscriber",
      entity_id: id,
    });
    const data = { mail: "welcome", subscriber_id: id, request_id: String(ctx.now.epochMilliseconds) };
    await ctx.jobs.enqueue(tx, "newsletter-mail", data);
    return { ok: true };
  });
}

/** What the page of the link shows: whether there is something to confirm; looking changes nothing. */
export async function readConfirmation(ctx: Ctx, url: string): Promise<SubscriberStatus | null> {
  const id = confirmedBy(ctx, url);
  if (!id) return null;
  const [row] = await ctx.db
    .select({ status: newsletter_subscribers.status })
    .from(newsletter_subscribers)
    .where(eq(newsletter_subscribers.id, id));
  return row?.status ?? null;
}
