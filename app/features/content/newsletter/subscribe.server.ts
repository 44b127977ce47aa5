import { randomUUID } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { deleteEmails } from "./forget.server";
import { isConfirmUrl, subscriberIdIn, verifyUnsubscribeUrl } from "./links.server";
import { decideRequest, type SubscriberStatus } from "./rules";

/**
 * Requests the newsletter. The owner of the address confirms by email. Visitors see the same response for every address, so
 * nobody learns who is subscribed.
 */
export async function requestNewsletter(ctx: Ctx, { email }: { email: string }): Promise<{ ok: true }> {
  const { db, now } = ctx;
  await db.transaction(async (tx) => {
    const inserted = await tx
      .insert(newsletter_subscribers)
      .values({ email, created_at: now, updated_at: now })
      .onConflictDoNothing()
      .returning({ id: newsletter_subscribers.id });
    const [row] = await tx
      .select()
      .from(newsletter_subscribers)
      .where(eq(sql`lower(${newsletter_subscribers.email})`, email.toLowerCase()))
      .for("update");
    if (!row) return; // deleted at the same moment
    const existing = inserted.length > 0 ? null : { status: row.status, asked_at: row.updated_at };
    const { status, email: kind } = decideRequest(existing, now);
    if (!kind) return;
    await tx
      .update(newsletter_subscribers)
      .set({ status, updated_at: now })
      .where(eq(newsletter_subscribers.id, row.id));
    await recordAudit(tx, ctx, {
      action: "newsletter.requested",
      entity: "newsletter_subscriber",
      entity_id: row.id,
    });
    await ctx.jobs.enqueue(tx, "newsletter-mail", {
      mail: kind,
      subscriber_id: row.id,
      request_id: randomUUID(),
    });
  });
  return { ok: true };
}

type Outcome = { ok: true } | { ok: false; reason: "link" };

/** Subscribes the address that the link names. Repeating has no effect. */
export async function confirmNewsletter(ctx: Ctx, url: string): Promise<Outcome> {
  return ctx.db.transaction(async (tx) => {
    const subscriber = await readConfirmable(tx, ctx, url, { lock: true });
    if (subscriber?.status === "subscribed") return { ok: true };
    if (subscriber?.status !== "pending") return { ok: false, reason: "link" };
    const { id } = subscriber;
    // Keep the date of the last unsubscription: links from before it must stay invalid.
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

/** Status for the confirmation page. Changes nothing. */
export async function readConfirmation(ctx: Ctx, url: string): Promise<SubscriberStatus | null> {
  return (await readConfirmable(ctx.db, ctx, url))?.status ?? null;
}

/** Subscription that the link confirms. Undefined if the link is invalid or expired. */
async function readConfirmable(db: Database, ctx: Ctx, url: string, { lock = false } = {}) {
  const id = subscriberIdIn(url);
  if (!id) return undefined;
  const found = db.select().from(newsletter_subscribers).where(eq(newsletter_subscribers.id, id));
  const [subscriber] = await (lock ? found.for("update") : found);
  return subscriber && isConfirmUrl(ctx, url, subscriber) ? subscriber : undefined;
}

type UnsubscribeNewsletterOutcome = { ok: true } | { ok: false; reason: "link" };

/** Unsubscribes the address that the link names and deletes the newsletter's emails to it. Repeating has no effect. */
export async function unsubscribeNewsletter(ctx: Ctx, url: string): Promise<UnsubscribeNewsletterOutcome> {
  const id = verifyUnsubscribeUrl(ctx, url);
  if (!id) return { ok: false, reason: "link" };
  await ctx.db.transaction(async (tx) => {
    const unsubscribed = await tx
      .update(newsletter_subscribers)
      .set({ status: "unsubscribed", unsubscribed_at: ctx.now, updated_at: ctx.now })
      .where(and(eq(newsletter_subscribers.id, id), ne(newsletter_subscribers.status, "unsubscribed")))
      .returning({ id: newsletter_subscribers.id });
    if (unsubscribed.length === 0) return;
    await deleteEmails(tx, ctx.jobs, [id]);
    await recordAudit(tx, ctx, {
      action: "newsletter.unsubscribed",
      entity: "newsletter_subscriber",
      entity_id: id,
    });
  });
  return { ok: true };
}

/** State for the unsubscribe page. Null if the link is invalid. A deleted address is "off". */
export async function readUnsubscription(ctx: Ctx, url: string): Promise<"on" | "off" | null> {
  const id = verifyUnsubscribeUrl(ctx, url);
  if (!id) return null;
  const [row] = await ctx.db
    .select({ status: newsletter_subscribers.status })
    .from(newsletter_subscribers)
    .where(eq(newsletter_subscribers.id, id));
  return row && row.status !== "unsubscribed" ? "on" : "off";
}
