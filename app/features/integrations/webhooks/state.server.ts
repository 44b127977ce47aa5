import { eq } from "drizzle-orm";
import { webhooks } from "~/db/schema/background";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { lockWebhook } from "./save.server";
import { hostOf } from "./webhook";

/** Pauses a webhook or puts it back to work; false when there is none. What happens meanwhile is not told later. */
export function setWebhookActive(
  ctx: AdminCtx,
  { id, active }: { id: string; active: boolean },
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (!webhook || webhook.is_active === active) return webhook !== null;
    await tx.update(webhooks).set({ is_active: active, updated_at: ctx.now }).where(eq(webhooks.id, id));
    await recordAudit(tx, ctx, {
      action: active ? "webhook.resumed" : "webhook.paused",
      entity: "webhook",
      entity_id: id,
      details: { before: { is_active: !active }, after: { is_active: active } },
    });
    return true;
  });
}

/** Deletes a webhook with all its deliveries, those on their way too; false when there is none. */
export function deleteWebhook(ctx: AdminCtx, id: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (!webhook) return false;
    await tx.delete(webhooks).where(eq(webhooks.id, id));
    const details = { before: { host: hostOf(webhook.url), events: webhook.events }, after: null };
    await recordAudit(tx, ctx, { action: "webhook.deleted", entity: "webhook", entity_id: id, details });
    return true;
  });
}
