import { and, eq, type SQL, sql } from "drizzle-orm";
import { batchesOf, keyset, likePattern, PAGE_SIZE, type Page, pageOf } from "~/db/keyset";
import { mails } from "~/db/schema/mail";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import type { AdminCtx } from "~/platform/context.server";
import { countUpTo, readCount } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import { isMailStatus, type MailListQuery, type MailRow, serverWords } from "./list";

export type MailList = Page<MailRow> & { total: number; more: boolean };

/** One page of all mails, with how many the search and the filter find in all. */
export async function readMailList(ctx: AdminCtx, query: MailListQuery): Promise<MailList> {
  const where = whereOf(query);
  const [{ timezone }, found, count] = await Promise.all([
    readCompany(ctx),
    readRows(ctx.db, query, where, PAGE_SIZE + 1),
    countOf(ctx.db, query, where),
  ]);
  const page = pageOf(query, found, keyOf);
  const rows = page.rows.map(({ created_at, sent_at: _, ...mail }) => ({
    ...mail,
    error: serverWords(mail.error),
    at: formatMoment(created_at, timezone),
  }));
  return { ...page, rows, ...count };
}

/** Everything that the search and the filter find, in batches of the list's order. */
export function exportMails({ db }: AdminCtx, asked: MailListQuery) {
  const where = whereOf(asked);
  return batchesOf(asked, (query, limit) => readRows(db, query, where, limit), keyOf);
}

const KEY = { column: mails.created_at, id: mails.id };
/** The text behind an index of migration 0003. */
const SEARCHED = sql`lower(${mails.recipient} || ' ' || ${mails.subject})`;

function select(db: Database) {
  const { id, created_at, sent_at, recipient, subject, status, attempts, error } = mails;
  return db.select({ id, created_at, sent_at, recipient, subject, status, attempts, error }).from(mails);
}

/** The rows after (or before) the cursor. */
function readRows(db: Database, query: MailListQuery, where: SQL | undefined, limit: number) {
  const { where: beyond, orderBy } = keyset(query, KEY);
  return select(db)
    .where(and(where, beyond))
    .orderBy(...orderBy)
    .limit(limit);
}

type Found = Awaited<ReturnType<typeof select>>[number];

function keyOf({ id, created_at }: Found) {
  return { value: created_at.toString(), id };
}

function whereOf({ q, filters: { status } }: MailListQuery): SQL | undefined {
  return and(
    status && isMailStatus(status) ? eq(mails.status, status) : undefined,
    q ? sql`${SEARCHED} like ${likePattern(q)}` : undefined,
  );
}

async function countOf(db: Database, { q, filters }: MailListQuery, where: SQL | undefined) {
  if (!q) return { total: await readCount(db, "mails", filters.status), more: false };
  return countUpTo(db, db.select({ id: mails.id }).from(mails).where(where));
}
