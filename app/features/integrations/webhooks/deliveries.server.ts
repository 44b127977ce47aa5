import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { likePattern } from "~/db/keyset";
import { webhook_deliveries, webhooks } from "~/db/schema/background";
import { defineList } from "~/features/office/lists/define.server";
import { findFew } from "~/features/office/lists/find.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { AdminCtx } from "~/platform/context.server";
import { countUpTo } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { DELIVERY_LIST, type Delivery } from "./deliveries";
import { hostOf } from "./webhook";

export const deliveryList = defineList(DELIVERY_LIST, {
  select: (db) => {
    const { id, created_at, sent_at, event, event_key, status, attempts, answer, error } = webhook_deliveries;
    return db
      .select({
        ...{ id, created_at, sent_at, event, event_key, status, attempts, answer, error },
        url: webhooks.url,
      })
      .from(webhook_deliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhook_deliveries.webhook_id));
  },
  id: webhook_deliveries.id,
  date: webhook_deliveries.created_at,
  keys: { date: webhook_deliveries.created_at },
  edge: ({ created_at }) => created_at,
  wanted: async ({ db }, { q, filters: { status, event } }) => ({
    filter: and(
      status ? eq(webhook_deliveries.status, status) : undefined,
      event ? eq(webhook_deliveries.event, event) : undefined,
      q ? await searchFor(db, q) : undefined,
    ),
  }),
  count: ({ db }, _, { filter }) =>
    countUpTo(db, db.select({ id: webhook_deliveries.id }).from(webhook_deliveries).where(filter)),
  rows: (found, { zone }) =>
    found.map(({ created_at, sent_at: _, event_key: _key, url, ...delivery }) => ({
      ...delivery,
      host: hostOf(url),
      at: formatMoment(created_at, zone),
    })),
  columns: [
    ["Delivery", ({ id }) => id],
    ["Created", ({ created_at }) => created_at.toString()],
    ["Sent", ({ sent_at }) => sent_at?.toString() ?? null],
    ["Event", ({ event }) => event],
    ["What happened", ({ event_key }) => event_key],
    ["To", ({ url }) => hostOf(url)],
    ["Status", ({ status }) => status],
    ["Attempts", ({ attempts }) => attempts],
    ["Response", ({ answer }) => answer],
    ["Response body", ({ error }) => error],
  ],
});

/** One delivery. Null if there is none with this id. */
export async function readDelivery(ctx: AdminCtx, id: string): Promise<Delivery | null> {
  if (!isUuid(id)) return null;
  const [[row], { timezone }] = await Promise.all([
    ctx.db
      .select({ delivery: webhook_deliveries, url: webhooks.url, active: webhooks.is_active })
      .from(webhook_deliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhook_deliveries.webhook_id))
      .where(eq(webhook_deliveries.id, id)),
    readCompany(ctx),
  ]);
  if (!row) return null;
  const { webhook_id, event, status, attempts, answer, error, payload, ...when } = row.delivery;
  return {
    ...{ id, webhook_id, event, status, attempts, answer, error },
    webhook_active: row.active,
    host: hostOf(row.url),
    at: formatMoment(when.created_at, timezone),
    sent_at: when.sent_at && formatMoment(when.sent_at, timezone),
    payload: JSON.stringify(payload, null, 2),
  };
}

/** Expression of an index in migration 0005; used to find deliveries by the id of their subject. */
const EVENT_KEY = sql`lower(${webhook_deliveries.event_key})`;

/** Condition for the search: event key, or webhook by address or id. Each uses its own index. */
async function searchFor(db: Database, q: string): Promise<SQL | undefined> {
  const pattern = likePattern(q);
  const has = sql`${EVENT_KEY} like ${pattern}`;
  const [matchingWebhooks, deliveries] = await Promise.all([
    db
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(sql`lower(${webhooks.url} || ' ' || ${webhooks.id}) like ${pattern}`),
    findFew(db, [{ from: sql`${webhook_deliveries}`, id: webhook_deliveries.id, has }]),
  ]);
  const ids = matchingWebhooks.map(({ id }) => id);
  if (ids.length === 0) return deliveries ? inArray(webhook_deliveries.id, deliveries) : has;
  const toWebhooks = inArray(webhook_deliveries.webhook_id, ids);
  if (!deliveries) return or(toWebhooks, has);
  return deliveries.length > 0 ? or(toWebhooks, inArray(webhook_deliveries.id, deliveries)) : toWebhooks;
}
