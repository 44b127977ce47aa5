import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { likePattern } from "~/db/keyset";
import { webhook_deliveries, webhooks } from "~/db/schema/background";
import { bookings } from "~/db/schema/bookings";
import { orders, refunds } from "~/db/schema/payments";
import { defineList } from "~/features/office/lists/define.server";
import { findFew } from "~/features/office/lists/find.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { numberIn } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import { countUpTo } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { aboutOf, DELIVERY_LIST, type Delivery, formatSent } from "./deliveries";
import { hostOf } from "./webhook";

export const deliveryList = defineList(DELIVERY_LIST, {
  select: (db) => {
    const { id, created_at, sent_at, event, payload, status, attempts, answer, error } = webhook_deliveries;
    return db
      .select({
        ...{ id, created_at, sent_at, event, payload, status, attempts, answer, error },
        url: webhooks.url,
      })
      .from(webhook_deliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhook_deliveries.webhook_id));
  },
  id: webhook_deliveries.id,
  date: webhook_deliveries.created_at,
  keys: { date: webhook_deliveries.created_at },
  edge: ({ created_at }) => created_at,
  wanted: async ({ db }, { q, filters: { webhook, status, event } }) => ({
    filter: and(
      webhook ? eq(webhook_deliveries.webhook_id, webhook) : undefined,
      status ? eq(webhook_deliveries.status, status) : undefined,
      event ? eq(webhook_deliveries.event, event) : undefined,
      q ? await searchFor(db, q) : undefined,
    ),
  }),
  count: async ({ db }, _, { filter }) => {
    const found = db.select({ id: webhook_deliveries.id }).from(webhook_deliveries).where(filter);
    const [count, hosts] = await Promise.all([countUpTo(db, found), readHosts(db)]);
    return { ...count, hosts };
  },
  rows: (found, { zone }) =>
    found.map(({ created_at, sent_at: _, payload, url, ...delivery }) => ({
      ...delivery,
      about: aboutOf(payload),
      host: hostOf(url),
      at: formatMoment(created_at, zone),
    })),
  columns: [
    ["Created", ({ created_at }) => created_at.toString()],
    ["Sent", ({ sent_at }) => sent_at?.toString() ?? null],
    ["Event", ({ event }) => event],
    ["About", ({ payload }) => aboutOf(payload)],
    ["To", ({ url }) => hostOf(url)],
    ["Status", ({ status }) => status],
    ["Attempts", ({ attempts }) => attempts],
    ["Response", ({ answer }) => answer],
    ["Response body", ({ error }) => error],
  ],
});

async function readHosts(db: Database): Promise<{ id: string; host: string }[]> {
  const rows = await db
    .select({ id: webhooks.id, url: webhooks.url })
    .from(webhooks)
    .orderBy(asc(webhooks.url));
  return rows.map(({ id, url }) => ({ id, host: hostOf(url) }));
}

/** One delivery. Null if there is none with this id. */
export async function readDelivery(ctx: StaffCtx, id: string): Promise<Delivery | null> {
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
    about: aboutOf(payload),
    sent: formatSent(id, payload),
  };
}

/** Expression of an index in migration 0005; used to find deliveries by the id of their subject. */
const EVENT_KEY = sql`lower(${webhook_deliveries.event_key})`;

/** Condition for the search: event key, number, or webhook by address or id. Each uses its own index. */
async function searchFor(db: Database, q: string): Promise<SQL | undefined> {
  const pattern = likePattern(q);
  const has = sql`${EVENT_KEY} like ${pattern}`;
  const keys = [has, ...(await subjectsOf(db, q)).map((id) => sql`${EVENT_KEY} like ${likePattern(id)}`)];
  const [matchingWebhooks, deliveries] = await Promise.all([
    db
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(sql`lower(${webhooks.url} || ' ' || ${webhooks.id}) like ${pattern}`),
    findFew(
      db,
      keys.map((key) => ({ from: sql`${webhook_deliveries}`, id: webhook_deliveries.id, has: key })),
    ),
  ]);
  const ids = matchingWebhooks.map(({ id }) => id);
  if (ids.length === 0) return deliveries ? inArray(webhook_deliveries.id, deliveries) : has;
  const toWebhooks = inArray(webhook_deliveries.webhook_id, ids);
  if (!deliveries) return or(toWebhooks, has);
  return deliveries.length > 0 ? or(toWebhooks, inArray(webhook_deliveries.id, deliveries)) : toWebhooks;
}

/** The ids of what has the number that was typed: the booking, and the refunds of the booking or the order. */
async function subjectsOf(db: Database, q: string): Promise<string[]> {
  const number = numberIn(q);
  if (number === null) return [];
  const refunded = sql`select ${refunds.id} as id from ${refunds} join ${orders} on ${eq(orders.id, refunds.order_id)}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${bookings.id} as id from ${bookings} where ${eq(bookings.number, number)}
    union all ${refunded} where ${eq(orders.number, number)}
    union all ${refunded} join ${bookings} on ${eq(bookings.id, orders.booking_id)} where ${eq(bookings.number, number)}`);
  return rows.map(({ id }) => id);
}
