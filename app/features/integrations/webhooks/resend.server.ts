import { and, eq } from "drizzle-orm";
import { webhook_deliveries } from "~/db/schema/background";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { enqueueDelivery, queueDelivery } from "./publish.server";
import { lockWebhook } from "./save.server";
import { MAX_TRIES, PAUSED, TEST_EVENT } from "./webhook";

export type ResendOutcome =
  | { ok: true; delivery_id: string }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "paused"; message: string };

/**
 * Sends a test event with a single try, so staff see the response. `form_id` is the form's id; sending twice with it sends one
 * event.
 */
export function sendTestEvent(
  ctx: StaffCtx,
  { id, form_id }: { id: string; form_id: string },
): Promise<ResendOutcome> {
  return ctx.db.transaction(async (tx): Promise<ResendOutcome> => {
    const webhook = await lockWebhook(tx, id);
    if (!webhook) return { ok: false, reason: "not found" };
    if (!webhook.is_active) return paused;
    const event_key = `${TEST_EVENT}:${form_id}`;
    const delivery = {
      webhook_id: id,
      event: TEST_EVENT,
      event_key,
      payload: { message: "This is a test event." },
    };
    const delivery_id = await queueDelivery(tx, ctx, delivery, 1);
    if (!delivery_id) {
      const [sent] = await tx
        .select({ id: webhook_deliveries.id })
        .from(webhook_deliveries)
        .where(and(eq(webhook_deliveries.webhook_id, id), eq(webhook_deliveries.event_key, event_key)));
      return sent ? { ok: true, delivery_id: sent.id } : { ok: false, reason: "not found" };
    }
    await recordAudit(tx, ctx, { action: "webhook.tested", entity: "webhook", entity_id: id });
    return { ok: true, delivery_id };
  });
}

/**
 * Sends a delivery again under the same id. `attempts` is the number of tries when the button was shown; if it has changed,
 * nothing is sent.
 */
export function sendDeliveryAgain(
  ctx: StaffCtx,
  { id, attempts }: { id: string; attempts: number },
): Promise<ResendOutcome> {
  return ctx.db.transaction(async (tx): Promise<ResendOutcome> => {
    if (!isUuid(id)) return { ok: false, reason: "not found" };
    const which = eq(webhook_deliveries.id, id);
    const [found] = await tx.select().from(webhook_deliveries).where(which);
    const webhook = found && (await lockWebhook(tx, found.webhook_id)); // same lock order as deletion
    const [delivery] = await tx.select().from(webhook_deliveries).where(which).for("update");
    if (!webhook || !delivery) return { ok: false, reason: "not found" };
    const done = { ok: true, delivery_id: id } as const;
    if (delivery.status === "queued" || delivery.attempts !== attempts) return done;
    if (!webhook.is_active) return paused;
    const change = { status: "queued" as const, updated_at: ctx.now };
    await tx.update(webhook_deliveries).set(change).where(eq(webhook_deliveries.id, id));
    await recordAudit(tx, ctx, {
      action: "webhook.sent_again",
      entity: "webhook",
      entity_id: webhook.id,
      details: { delivery: id, before: { status: delivery.status }, after: { status: "queued" } },
    });
    const until = attempts + MAX_TRIES;
    await enqueueDelivery(tx, ctx.jobs, { id, webhook_id: webhook.id, until });
    return done;
  });
}

const paused = { ok: false, reason: "paused", message: `${PAUSED} Resume it first.` } as const;
