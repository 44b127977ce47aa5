import { asc, eq, max, sql } from "drizzle-orm";
import { webhook_deliveries, webhooks } from "~/db/schema/background";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { StaffCtx } from "~/platform/context.server";
import { hostOf, isWebhookEvent, type Webhook } from "./webhook";

/** A webhook in the list, with its last deliveries' results. */
export type WebhookRow = Webhook & { failed: number; last_sent: string | null };

type Stored = typeof webhooks.$inferSelect;

/** All webhooks, oldest first, without their secrets. */
export async function readWebhooks(ctx: StaffCtx): Promise<WebhookRow[]> {
  const { timezone } = await readCompany(ctx);
  const failed = sql<number>`count(*) filter (where ${webhook_deliveries.status} = 'failed')::int`;
  const rows = await ctx.db
    .select({ webhook: webhooks, failed, last_sent: max(webhook_deliveries.sent_at) })
    .from(webhooks)
    .leftJoin(webhook_deliveries, eq(webhook_deliveries.webhook_id, webhooks.id))
    .groupBy(webhooks.id)
    .orderBy(asc(webhooks.created_at), asc(webhooks.id));
  return rows.map(({ webhook, failed, last_sent }) => ({
    ...shown(webhook, timezone),
    failed,
    last_sent: last_sent && formatMoment(last_sent, timezone),
  }));
}

/** One webhook. Null if there is none with this id. */
export async function readWebhook(ctx: StaffCtx, id: string): Promise<Webhook | null> {
  if (!isUuid(id)) return null;
  const [[webhook], { timezone }] = await Promise.all([
    ctx.db.select().from(webhooks).where(eq(webhooks.id, id)),
    readCompany(ctx),
  ]);
  return webhook ? shown(webhook, timezone) : null;
}

function shown({ id, url, events, is_active, created_at }: Stored, timezone: string): Webhook {
  return {
    id,
    url,
    host: hostOf(url),
    events: events.filter(isWebhookEvent),
    is_active,
    added: formatMoment(created_at, timezone),
  };
}
