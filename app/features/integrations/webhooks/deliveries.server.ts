import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { batchesOf, keyset, likePattern, PAGE_SIZE, type Page, pageOf } from "~/db/keyset";
import { webhook_deliveries, webhooks } from "~/db/schema/background";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { AdminCtx } from "~/platform/context.server";
import { countUpTo } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import { findFew } from "~/platform/few.server";
import type { Delivery, DeliveryExport, DeliveryQuery, DeliveryRow, DeliveryStatus } from "./deliveries";
import { hostOf } from "./webhook";

export type DeliveryList = Page<DeliveryRow> & { total: number; more: boolean };

/** One page of all deliveries, with how many the search and the filters find in all. */
export async function readDeliveries(ctx: AdminCtx, query: DeliveryQuery): Promise<DeliveryList> {
  const where = await whereOf(ctx.db, query);
  const [{ timezone }, found, count] = await Promise.all([
    readCompany(ctx),
    readRows(ctx.db, query, where, PAGE_SIZE + 1),
    countUpTo(ctx.db, ctx.db.select({ id: webhook_deliveries.id }).from(webhook_deliveries).where(where)),
  ]);
  const page = pageOf(query, found, keyOf);
  const rows = page.rows.map(({ created_at, sent_at: _, event_key: _key, ...delivery }) => ({
    ...delivery,
    at: formatMoment(created_at, timezone),
  }));
  return { ...page, rows, ...count };
}

/** Everything that the search and the filters find, in batches of the list's order. */
export async function* exportDeliveries({ db }: AdminCtx, asked: DeliveryQuery) {
  const where = await whereOf(db, asked);
  yield* batchesOf(asked, (query, limit) => readRows(db, query, where, limit), keyOf);
}

/** Everything about one delivery; null when there is none with this id. */
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

const KEY = { column: webhook_deliveries.created_at, id: webhook_deliveries.id };
/** The text behind an index of migration 0005: ids of what was told are found by it. */
const TOLD = sql`lower(${webhook_deliveries.event_key})`;

/** The rows after (or before) the cursor. */
async function readRows(
  db: Database,
  query: DeliveryQuery,
  where: SQL | undefined,
  limit: number,
): Promise<DeliveryExport[]> {
  const { where: beyond, orderBy } = keyset(query, KEY);
  const { id, created_at, sent_at, event, event_key, status, attempts, answer, error } = webhook_deliveries;
  const rows = await db
    .select({
      ...{ id, created_at, sent_at, event, event_key, status, attempts, answer, error },
      url: webhooks.url,
    })
    .from(webhook_deliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhook_deliveries.webhook_id))
    .where(and(where, beyond))
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map(({ url, ...row }) => ({ ...row, host: hostOf(url) }));
}

function keyOf({ id, created_at }: DeliveryExport) {
  return { value: created_at.toString(), id };
}

async function whereOf(db: Database, { q, filters: { status, event } }: DeliveryQuery) {
  return and(
    status ? eq(webhook_deliveries.status, status as DeliveryStatus) : undefined,
    event ? eq(webhook_deliveries.event, event) : undefined,
    q ? await searchFor(db, q) : undefined,
  );
}

/** What was told, or to which of the few webhooks, by its address or id: each is found by an index of its own. */
async function searchFor(db: Database, q: string): Promise<SQL | undefined> {
  const pattern = likePattern(q);
  const has = sql`${TOLD} like ${pattern}`;
  const [addressed, told] = await Promise.all([
    db
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(sql`lower(${webhooks.url} || ' ' || ${webhooks.id}) like ${pattern}`),
    findFew(db, [{ from: sql`${webhook_deliveries}`, id: webhook_deliveries.id, has }]),
  ]);
  const ids = addressed.map(({ id }) => id);
  if (ids.length === 0) return told ? inArray(webhook_deliveries.id, told) : has;
  const toThem = inArray(webhook_deliveries.webhook_id, ids);
  if (!told) return or(toThem, has);
  return told.length > 0 ? or(toThem, inArray(webhook_deliveries.id, told)) : toThem;
}
