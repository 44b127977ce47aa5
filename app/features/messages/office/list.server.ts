import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import {
  batchesOf,
  FILTERED_COUNT_LIMIT,
  keyset,
  likePattern,
  PAGE_SIZE,
  type Page,
  pageOf,
} from "~/db/keyset";
import { contact_messages } from "~/db/schema/messages";
import { message_replies } from "~/db/schema/office";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import type { AdminCtx } from "~/platform/context.server";
import { countUpTo, readCount } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import { MESSAGE_STATUSES, type MessageExport, type MessageListQuery, type MessageRow } from "./list";

export type MessageList = Page<MessageRow> & { total: number; more: boolean };

/** One page of all messages, with how many the search and the filter find in all. */
export async function readMessageList(ctx: AdminCtx, query: MessageListQuery): Promise<MessageList> {
  const where = whereOf(query);
  const [{ timezone }, found, count] = await Promise.all([
    readCompany(ctx),
    readRows(ctx.db, query, where, PAGE_SIZE + 1),
    countOf(ctx.db, query, where),
  ]);
  const page = pageOf(query, found, keyOf);
  return { ...page, rows: page.rows.map((row) => rowOf(row, timezone)), ...count };
}

/** Everything that the search and the filter find, in batches of the list's order. */
export function exportMessages({ db }: AdminCtx, asked: MessageListQuery) {
  const where = whereOf(asked);
  return batchesOf(
    asked,
    (query, limit) => readRows(db, query, where, limit),
    keyOf,
  ) satisfies AsyncGenerator<MessageExport[]>;
}

/** As the indexes of migration 0003 have it. */
const RANK = sql`(extract(epoch from ${contact_messages.created_at} at time zone 'UTC') + case when ${contact_messages.status} = 'archived' then -100000000000 when ${contact_messages.status} = 'new' and ${contact_messages.read_at} is null then 100000000000 else 0 end)`;
const WORDS = sql`lower(${contact_messages.name} || ' ' || ${contact_messages.email} || ' ' || coalesce(${contact_messages.phone}, '') || ' ' || ${contact_messages.message})`;
const KEY = { column: RANK, id: contact_messages.id };

function select(db: Database) {
  return db
    .select({
      ...getTableColumns(contact_messages),
      rank: sql<string>`${RANK}::text`,
      replies: db.$count(message_replies, eq(message_replies.message_id, contact_messages.id)),
    })
    .from(contact_messages);
}

/** The rows after (or before) the cursor. */
function readRows(db: Database, query: MessageListQuery, where: SQL | undefined, limit: number) {
  const { where: beyond, orderBy } = keyset(query, KEY);
  return select(db)
    .where(and(where, beyond))
    .orderBy(...orderBy)
    .limit(limit);
}

type Found = Awaited<ReturnType<typeof select>>[number];

function keyOf({ rank, id }: Found) {
  return { value: rank, id };
}

function whereOf({ q, filters }: MessageListQuery): SQL | undefined {
  const status = MESSAGE_STATUSES.find((one) => one === filters.status);
  return and(
    status && eq(contact_messages.status, status),
    q ? sql`${WORDS} like ${likePattern(q)}` : undefined,
  );
}

async function countOf(db: Database, { q, filters }: MessageListQuery, where: SQL | undefined) {
  if (!q) return { total: await readCount(db, "contact_messages", filters.status), more: false };
  const found = db.select({ id: contact_messages.id }).from(contact_messages).where(where);
  return countUpTo(db, found, filters.status ? FILTERED_COUNT_LIMIT : undefined);
}

const EXCERPT = 220;

function rowOf({ id, name, email, message, status, read_at, created_at }: Found, zone: string): MessageRow {
  return {
    id,
    name,
    email,
    excerpt: message.slice(0, EXCERPT).toWellFormed(),
    status,
    unread: status === "new" && read_at === null,
    at: formatMoment(created_at, zone),
  };
}
