import { eq } from "drizzle-orm";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { confirms, namedBy } from "./links.server";
import type { SubscriberStatus } from "./subscription";

type Outcome = { ok: true } | { ok: false; reason: "link" };

/** Puts the address on the list that the link names. A second press is as good as the first. */
export async function confirmNewsletter(ctx: Ctx, url: string): Promise<Outcome> {
  return ctx.db.transaction(async (tx) => {
    const subscriber = await readNamed(tx, ctx, url, { lock: true });
    if (subscriber?.status === "subscribed") return { ok: true };
    if (subscriber?.status !== "pending") return { ok: false, reason: "link" };
    const { id } = subscriber;
    // When they last left stays: links from before that must never open again.
    await tx
      .update(newsletter_subscribers)
      .set({ status: "subscribed", confirmed_at: ctx.now, updated_at: ctx.now })
      .where(eq(newsletter_subscribers.id, id));
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
  return (await readNamed(ctx.db, ctx, url))?.status ?? null;
}

/** Whose subscription the link confirms; nobody's when it is not one of ours, or is over. */
async function readNamed(db: Database, ctx: Ctx, url: string, { lock = false } = {}) {
  const id = namedBy(url);
  if (!id) return undefined;
  const found = db.select().from(newsletter_subscribers).where(eq(newsletter_subscribers.id, id));
  const [subscriber] = await (lock ? found.for("update") : found);
  return subscriber && confirms(ctx, url, subscriber) ? subscriber : undefined;
}
