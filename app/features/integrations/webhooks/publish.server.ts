import { and, eq, sql } from "drizzle-orm";
import { webhook_deliveries, webhooks } from "~/db/schema/background";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { MAX_TRIES, type WebhookEvent } from "./webhook";

export type WebhookData = Record<string, unknown>;

/**
 * Tells every address that wants to hear of it what happens in this transaction: after commit, or never. `key` names what
 * happened, so that it is told once. `read` gives what is told; it is asked only if somebody listens.
 */
export async function publishEvent(
  tx: Database,
  ctx: Pick<Ctx, "jobs" | "now">,
  event: WebhookEvent,
  key: string,
  read: () => WebhookData | null | Promise<WebhookData | null>,
): Promise<void> {
  const listening = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.is_active, true), sql`${webhooks.events} ? ${event}`))
    .for("key share"); // one that is being deleted is waited for: what happens must not fail because of it
  if (listening.length === 0) return;
  const payload = await read();
  if (!payload) return;
  const event_key = `${event}:${key}`;
  for (const { id } of listening) await queueDelivery(tx, ctx, { webhook_id: id, event, event_key, payload });
}

type Delivery = { webhook_id: string; event: string; event_key: string; payload: WebhookData };

/** Queues what is told to one address; `tries`: how often it may be tried. Null when it was queued before. */
export async function queueDelivery(
  tx: Database,
  { jobs, now }: Pick<Ctx, "jobs" | "now">,
  delivery: Delivery,
  tries = MAX_TRIES,
): Promise<string | null> {
  const [row] = await tx
    .insert(webhook_deliveries)
    .values({ ...delivery, status: "queued", created_at: now, updated_at: now })
    .onConflictDoNothing({ target: [webhook_deliveries.webhook_id, webhook_deliveries.event_key] })
    .returning({ id: webhook_deliveries.id });
  if (!row) return null;
  await enqueueDelivery(tx, jobs, { id: row.id, webhook_id: delivery.webhook_id, until: tries });
  return row.id;
}

/** Deliveries to one address go out one by one, and those to another need not wait for them. */
export function enqueueDelivery(
  tx: Database,
  jobs: Ctx["jobs"],
  { id, webhook_id, until }: { id: string; webhook_id: string; until: number },
): Promise<void> {
  return jobs.enqueue(tx, "webhook-delivery", { delivery_id: id, until, group: webhook_id });
}
