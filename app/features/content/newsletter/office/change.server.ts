import { and, desc, eq } from "drizzle-orm";
import { audit_log } from "~/db/schema/audit";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { deleteEmails } from "~/features/content/newsletter/forget.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { isSubscriberStatus } from "./list";

type Outcome<Reason extends string = never> =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: Reason; message: string };

/** Unsubscribes an address. No effect if it is unsubscribed already. Can be undone. */
export async function unsubscribeByStaff(ctx: StaffCtx, id: string): Promise<Outcome> {
  return withSubscriber(ctx, id, async (tx, { status, unsubscribed_at }) => {
    if (status === "unsubscribed") return { ok: true };
    await tx
      .update(newsletter_subscribers)
      .set({ status: "unsubscribed", unsubscribed_at: ctx.now, updated_at: ctx.now })
      .where(eq(newsletter_subscribers.id, id));
    await deleteEmails(tx, ctx.jobs, [id]);
    const before = { status, unsubscribed_at: unsubscribed_at?.toString() ?? null };
    await record(tx, ctx, REMOVED, id, { before, after: { status: "unsubscribed" } });
    return { ok: true };
  });
}

/** Undoes the last unsubscription by staff. Refuses an address that unsubscribed itself or never requested the newsletter. */
export async function restoreSubscriber(ctx: StaffCtx, id: string): Promise<Outcome<"changed">> {
  return withSubscriber(ctx, id, async (tx, { status }) => {
    const [last] = await tx
      .select({ details: audit_log.details, action: audit_log.action })
      .from(audit_log)
      .where(and(eq(audit_log.entity, ENTITY), eq(audit_log.entity_id, id)))
      .orderBy(desc(audit_log.id))
      .limit(1);
    if (last?.action === RESTORED) return { ok: true };
    const { before } = Object(last?.details);
    if (
      last?.action !== REMOVED ||
      status !== "unsubscribed" ||
      !isSubscriberStatus(String(before?.status))
    ) {
      const message = "This subscription has changed since then, so this can't be undone.";
      return { ok: false, reason: "changed", message };
    }
    const unsubscribedAt =
      before.unsubscribed_at === null ? null : Temporal.Instant.from(before.unsubscribed_at);
    await tx
      .update(newsletter_subscribers)
      .set({ status: before.status, unsubscribed_at: unsubscribedAt, updated_at: ctx.now })
      .where(eq(newsletter_subscribers.id, id));
    await record(tx, ctx, RESTORED, id, { before: { status }, after: { status: before.status } });
    return { ok: true };
  });
}

/** Deletes an address and the newsletter's emails to it. */
export async function forgetSubscriber(ctx: StaffCtx, id: string): Promise<Outcome> {
  return withSubscriber(ctx, id, async (tx, { status }) => {
    await tx.delete(newsletter_subscribers).where(eq(newsletter_subscribers.id, id));
    await deleteEmails(tx, ctx.jobs, [id]);
    await record(tx, ctx, "newsletter.forgotten", id, { before: { status }, after: null });
    return { ok: true };
  });
}

const ENTITY = "newsletter_subscriber";
const REMOVED = "newsletter.removed";
const RESTORED = "newsletter.restored";

type Subscriber = typeof newsletter_subscribers.$inferSelect;

async function withSubscriber<Result extends { ok: boolean }>(
  ctx: StaffCtx,
  id: string,
  change: (tx: Database, subscriber: Subscriber) => Promise<Result>,
): Promise<Result | { ok: false; reason: "not found" }> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx) => {
    const [subscriber] = await tx
      .select()
      .from(newsletter_subscribers)
      .where(eq(newsletter_subscribers.id, id))
      .for("update");
    return subscriber ? change(tx, subscriber) : { ok: false, reason: "not found" };
  });
}

function record(tx: Database, ctx: StaffCtx, action: string, id: string, details: Record<string, unknown>) {
  return recordAudit(tx, ctx, { action, entity: ENTITY, entity_id: id, details });
}
