import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { FILTERED_COUNT_LIMIT, likePattern } from "~/db/keyset";
import { contact_messages } from "~/db/schema/messages";
import { message_replies } from "~/db/schema/office";
import { defineList } from "~/features/office/lists/define.server";
import { formatMoment } from "~/lib/dates";
import { countUpTo, readCount } from "~/platform/database/counts.server";
import { MESSAGE_LABELS, MESSAGE_LIST } from "./list";

/** As the indexes of migration 0003 have it. */
const RANK = sql`(extract(epoch from ${contact_messages.created_at} at time zone 'UTC') + case when ${contact_messages.status} = 'archived' then -100000000000 when ${contact_messages.status} = 'new' and ${contact_messages.read_at} is null then 100000000000 else 0 end)`;
const WORDS = sql`lower(${contact_messages.name} || ' ' || ${contact_messages.email} || ' ' || coalesce(${contact_messages.phone}, '') || ' ' || ${contact_messages.message})`;
const EXCERPT = 220;

export const messageList = defineList(MESSAGE_LIST, {
  select: (db) =>
    db
      .select({
        ...getTableColumns(contact_messages),
        rank: sql<string>`${RANK}::text`,
        replies: db.$count(message_replies, eq(message_replies.message_id, contact_messages.id)),
      })
      .from(contact_messages),
  id: contact_messages.id,
  date: contact_messages.created_at,
  keys: { unread: RANK },
  edge: ({ rank }) => rank,
  wanted: (_, { q, filters: { status } }) => ({
    filter: and(
      status && eq(contact_messages.status, status),
      q ? sql`${WORDS} like ${likePattern(q)}` : undefined,
    ),
  }),
  count: async ({ db }, { q, filters: { status } }, { filter }) => {
    if (!q) return { total: await readCount(db, "contact_messages", status), more: false };
    const found = db.select({ id: contact_messages.id }).from(contact_messages).where(filter);
    return countUpTo(db, found, status ? FILTERED_COUNT_LIMIT : undefined);
  },
  rows: (found, { zone }) =>
    found.map(({ id, name, email, message, status, read_at, created_at }) => ({
      ...{ id, name, email, status },
      excerpt: message.slice(0, EXCERPT).toWellFormed(),
      unread: status === "new" && read_at === null,
      at: formatMoment(created_at, zone),
    })),
  columns: [
    ["Received", ({ created_at }) => created_at.toString()],
    ["Status", ({ status }) => MESSAGE_LABELS[status]],
    ["Read at", ({ read_at }) => read_at?.toString() ?? null],
    ["Name", ({ name }) => name],
    ["Email", ({ email }) => email],
    ["Phone", ({ phone }) => phone],
    ["Message", ({ message }) => message],
    ["Replies", ({ replies }) => replies],
  ],
});
