import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { COUNT_LIMIT, keyset, likePattern, type Page, pageOf } from "~/db/keyset";
import { contact_messages } from "~/db/schema/messages";
import { message_replies } from "~/db/schema/office";
import { readCount } from "~/features/office/counts.server";
import { readCompany } from "~/features/settings/reads.server";
import { momentInWords } from "~/lib/dates";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { MESSAGE_STATUSES, type MessageExport, type MessageListQuery, type MessageRow } from "./office-list";

export type MessageList = Page<MessageRow> & { total: number; more: boolean };

/** One page of all messages, with how many the search and the filter find in all. */
export async function readMessageList(ctx: AdminCtx, query: MessageListQuery): Promise<MessageList> {
  const where = whereOf(query);
  const { where: beyond, orderBy, limit } = keyset(query, KEY);
  const [{ timezone }, found, count] = await Promise.all([
    readCompany(ctx),
    select(ctx.db)
      .where(and(where, beyond))
      .orderBy(...orderBy)
      .limit(limit),
    countOf(ctx.db, query, where),
  ]);
  const page = pageOf(query, found, keyOf);
  return { ...page, rows: page.rows.map((row) => rowOf(row, timezone)), ...count };
}

/** Everything that the search and the filter find, in batches of the list's order. */
export async function* exportMessages({ db }: AdminCtx, asked: MessageListQuery) {
  const where = whereOf(asked);
  for (let query: MessageListQuery = { ...asked, cursor: null }; ; ) {
    const { where: beyond, orderBy } = keyset(query, KEY);
    const found = await select(db)
      .where(and(where, beyond))
      .orderBy(...orderBy)
      .limit(BATCH);
    yield found satisfies MessageExport[];
    const last = found.at(-1);
    if (!last || found.length < BATCH) return;
    query = { ...query, cursor: { side: "after", ...keyOf(last) } };
  }
}

const BATCH = 500;

/** As the indexes of migration 0003 have it. */
const RANK = sql`(extract(epoch from ${contact_messages.created_at} at time zone 'UTC') + case when ${contact_messages.status} = 'archived' then -100000000000 when ${contact_messages.status} = 'new' and ${contact_messages.read_at} is null then 100000000000 else 0 end)`;
const WORDS = sql`lower(${contact_messages.name} || ' ' || ${contact_messages.email} || ' ' || coalesce(${contact_messages.phone}, '') || ' ' || ${contact_messages.message})`;
const KEY = { column: RANK, id: contact_messages.id };

function select(db: Database) {
  return db
    .select({
      ...getTableColumns(contact_messages),
      rank: sql<string>`${RANK}::text`,
      replies: sql<number>`(
        select count(*)::int from ${message_replies}
        where ${message_replies.message_id} = ${contact_messages.id})`,
    })
    .from(contact_messages);
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
  const some = db
    .select({ id: contact_messages.id })
    .from(contact_messages)
    .where(where)
    .limit(COUNT_LIMIT + 1)
    .as("some");
  const counted = await db.$count(some);
  return { total: Math.min(counted, COUNT_LIMIT), more: counted > COUNT_LIMIT };
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
    at: momentInWords(created_at, zone),
  };
}
