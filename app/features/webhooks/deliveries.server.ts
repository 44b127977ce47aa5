import { and, eq, type SQL, sql } from "drizzle-orm";
import { batchesOf, keyset, likePattern, PAGE_SIZE, type Page, pageOf } from "~/db/keyset";
import { webhook_deliveries, webhooks } from "~/db/schema/background";
import { countUpTo } from "~/features/office/counts.server";
import { readCompany } from "~/features/settings/reads.server";
import { momentInWords } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { Delivery, DeliveryExport, DeliveryQuery, DeliveryRow, DeliveryStatus } from "./deliveries";
import { hostOf } from "./webhook";

export type DeliveryList = Page<DeliveryRow> & { total: number; more: boolean };

/** One page of all deliveries, with how many the search and the filters find in all. */
export async function readDeliveries(ctx: AdminCtx, query: DeliveryQuery): Promise<DeliveryList> {
  const where = whereOf(query);
  const [{ timezone }, found, count] = await Promise.all([
    readCompany(ctx),
    readRows(ctx.db, query, where, PAGE_SIZE + 1),
    countUpTo(
      ctx.db,
      ctx.db
        .select({ id: webhook_deliveries.id })
        .from(webhook_deliveries)
        .innerJoin(webhooks, eq(webhooks.id, webhook_deliveries.webhook_id))
        .where(where),
    ),
  ]);
  const page = pageOf(query, found, keyOf);
  const rows = page.rows.map(({ created_at, sent_at: _, event_key: _key, ...delivery }) => ({
    ...delivery,
    at: momentInWords(created_at, timezone),
  }));
  return { ...page, rows, ...count };
}

/** Everything that the search and the filters find, in batches of the list's order. */
export function exportDeliveries({ db }: AdminCtx, asked: DeliveryQuery) {
  const where = whereOf(asked);
  return batchesOf(asked, (query, limit) => readRows(db, query, where, limit), keyOf);
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
    at: momentInWords(when.created_at, timezone),
    sent_at: when.sent_at && momentInWords(when.sent_at, timezone),
    payload: JSON.stringify(payload, null, 2),
  };
}

const KEY = { column: webhook_deliveries.created_at, id: webhook_deliveries.id };
/** Ids of webhooks and of what was told are found too. */
const SEARCHED = sql`lower(${webhook_deliveries.event_key} || ' ' || ${webhooks.url} || ' ' || ${webhooks.id})`;

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

function whereOf({ q, filters: { status, event } }: DeliveryQuery): SQL | undefined {
  return and(
    status ? eq(webhook_deliveries.status, status as DeliveryStatus) : undefined,
    event ? eq(webhook_deliveries.event, event) : undefined,
    q ? sql`${SEARCHED} like ${likePattern(q)}` : undefined,
  );
}
