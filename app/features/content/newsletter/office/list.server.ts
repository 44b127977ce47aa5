import { and, eq, type SQL, sql } from "drizzle-orm";
import { batchesOf, keyset, likePattern, PAGE_SIZE, type Page, pageOf } from "~/db/keyset";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import type { SubscriberStatus } from "~/features/content/newsletter/rules";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatDate } from "~/lib/dates";
import type { AdminCtx } from "~/platform/context.server";
import { countUpTo, readCount } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import {
  isSubscriberStatus,
  SUBSCRIBER_STATUSES,
  type SubscriberListQuery,
  type SubscriberRow,
} from "./list";

export type SubscriberList = Page<SubscriberRow> & {
  total: number;
  more: boolean;
  /** Of all subscribers, whatever is searched for. */
  counts: Record<SubscriberStatus, number>;
};

/** One page of all subscribers, with how many the search and the filter find in all. */
export async function readSubscribers(ctx: AdminCtx, query: SubscriberListQuery): Promise<SubscriberList> {
  const where = whereOf(query);
  const [{ timezone }, found, counts] = await Promise.all([
    readCompany(ctx),
    readRows(ctx.db, query, where, PAGE_SIZE + 1),
    countEach(ctx.db),
  ]);
  const page = pageOf(query, found, keyOf);
  const total = await countOf(ctx.db, query, where, counts);
  return { ...page, rows: page.rows.map((row) => rowOf(row, timezone)), counts, ...total };
}

/** Everything that the search and the filter find, in batches of the list's order. */
export function exportSubscribers({ db }: AdminCtx, asked: SubscriberListQuery) {
  const where = whereOf(asked);
  return batchesOf(asked, (query, limit) => readRows(db, query, where, limit), keyOf);
}

const KEY = { column: newsletter_subscribers.created_at, id: newsletter_subscribers.id };

function select(db: Database) {
  return db.select().from(newsletter_subscribers);
}

/** The rows after (or before) the cursor. */
function readRows(db: Database, query: SubscriberListQuery, where: SQL | undefined, limit: number) {
  const { where: beyond, orderBy } = keyset(query, KEY);
  return select(db)
    .where(and(where, beyond))
    .orderBy(...orderBy)
    .limit(limit);
}

type Found = typeof newsletter_subscribers.$inferSelect;

function keyOf({ id, created_at }: Found) {
  return { value: created_at.toString(), id };
}

function whereOf({ q, filters: { status } }: SubscriberListQuery): SQL | undefined {
  return and(
    status && isSubscriberStatus(status) ? eq(newsletter_subscribers.status, status) : undefined,
    q ? sql`lower(${newsletter_subscribers.email}) like ${likePattern(q)}` : undefined,
  );
}

async function countEach(db: Database): Promise<Record<SubscriberStatus, number>> {
  const [subscribed = 0, pending = 0, unsubscribed = 0] = await Promise.all(
    SUBSCRIBER_STATUSES.map((status) => readCount(db, "newsletter_subscribers", status)),
  );
  return { subscribed, pending, unsubscribed };
}

async function countOf(
  db: Database,
  { q, filters: { status } }: SubscriberListQuery,
  where: SQL | undefined,
  counts: Record<SubscriberStatus, number>,
) {
  if (q) {
    const found = db.select({ id: newsletter_subscribers.id }).from(newsletter_subscribers).where(where);
    return countUpTo(db, found);
  }
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return { total: status && isSubscriberStatus(status) ? counts[status] : all, more: false };
}

function rowOf(row: Found, zone: string): SubscriberRow {
  const day = (at: Temporal.Instant) => formatDate(at.toZonedDateTimeISO(zone).toPlainDate().toString());
  const { id, email, status, created_at, confirmed_at, unsubscribed_at } = row;
  return {
    ...{ id, email, status },
    asked: day(created_at),
    confirmed: confirmed_at && day(confirmed_at),
    left: status === "unsubscribed" && unsubscribed_at ? day(unsubscribed_at) : null,
  };
}
