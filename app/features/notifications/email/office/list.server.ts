import { and, eq, sql } from "drizzle-orm";
import { likePattern } from "~/db/keyset";
import { mails } from "~/db/schema/mail";
import { defineList } from "~/features/office/lists/define.server";
import { formatMoment } from "~/lib/dates";
import { countUpTo, readCount } from "~/platform/database/counts.server";
import { MAIL_LIST, serverMessage } from "./list";

/** Expression of an index (migration 0003). */
const SEARCHED = sql`lower(${mails.recipient} || ' ' || ${mails.subject})`;

export const mailList = defineList(MAIL_LIST, {
  select: (db) => {
    const { id, created_at, sent_at, recipient, subject, status, attempts, error } = mails;
    return db.select({ id, created_at, sent_at, recipient, subject, status, attempts, error }).from(mails);
  },
  id: mails.id,
  date: mails.created_at,
  keys: { date: mails.created_at },
  edge: ({ created_at }) => created_at,
  wanted: (_, { q, filters: { status } }) => ({
    filter: and(status && eq(mails.status, status), q ? sql`${SEARCHED} like ${likePattern(q)}` : undefined),
  }),
  count: async ({ db }, { q, filters }, { filter }) => {
    if (!q) return { total: await readCount(db, "mails", filters.status), more: false };
    return countUpTo(db, db.select({ id: mails.id }).from(mails).where(filter));
  },
  rows: (found, { zone }) =>
    found.map(({ created_at, sent_at: _, ...email }) => ({
      ...email,
      error: serverMessage(email.error),
      at: formatMoment(created_at, zone),
    })),
  columns: [
    ["Created", ({ created_at }) => created_at.toString()],
    ["Sent", ({ sent_at }) => sent_at?.toString() ?? null],
    ["To", ({ recipient }) => recipient],
    ["Subject", ({ subject }) => subject],
    ["Status", ({ status }) => status],
    ["Attempts", ({ attempts }) => attempts],
    ["Server response", ({ error }) => error],
  ],
});
