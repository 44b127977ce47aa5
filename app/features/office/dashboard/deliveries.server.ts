import { and, desc, eq, gte, ne, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { COUNT_LIMIT } from "~/db/keyset";
import { webhook_deliveries, webhooks } from "~/db/schema/background";
import { mails } from "~/db/schema/mail";
import {
  DELIVERIES_PAGE,
  formatEvent,
  hostOf,
  PAUSED,
  TEST_EVENT,
} from "~/features/integrations/webhooks/webhook";
import { formatMoment } from "~/lib/dates";
import type { Database } from "~/platform/database/database.server";
import type { Attention } from "./attention";

const MAIL_DAYS = 30; // older emails no longer matter

/** Emails that could not be sent. */
export async function readMails(db: Database, timezone: string, now: Temporal.Instant): Promise<Attention> {
  const failed = and(
    sql`${mails.status} = 'failed'`,
    gte(mails.created_at, now.subtract({ hours: MAIL_DAYS * 24 })),
    sql`${mails.occasion} not like 'test-mail:%'`, // its sender has seen the error
  );
  const rows = await db
    .select({
      id: mails.id,
      subject: mails.subject,
      at: mails.created_at,
      found: countOf(db, mails, failed),
    })
    .from(mails)
    .where(failed)
    .orderBy(desc(mails.created_at))
    .limit(CASE_LIMIT);
  const cases = rows.map(({ id, subject, at }) => ({
    href: `/admin/mail/${id}`,
    what: subject,
    when: formatMoment(at, timezone),
  }));
  return { kind: "mails", ...totalOf(rows), cases };
}

/** Failed webhook deliveries, except those that staff stopped. */
export async function readDeliveries(
  db: Database,
  timezone: string,
  now: Temporal.Instant,
): Promise<Attention> {
  const failed = and(
    sql`${webhook_deliveries.status} = 'failed'`,
    gte(webhook_deliveries.created_at, now.subtract({ hours: MAIL_DAYS * 24 })),
    sql`${webhook_deliveries.error} is distinct from ${PAUSED}`,
    ne(webhook_deliveries.event, TEST_EVENT),
  );
  const rows = await db
    .select({
      id: webhook_deliveries.id,
      event: webhook_deliveries.event,
      at: webhook_deliveries.created_at,
      url: webhooks.url,
      found: countOf(db, webhook_deliveries, failed),
    })
    .from(webhook_deliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhook_deliveries.webhook_id))
    .where(failed)
    .orderBy(desc(webhook_deliveries.created_at))
    .limit(CASE_LIMIT);
  const cases = rows.map(({ id, event, url, at }) => ({
    href: `${DELIVERIES_PAGE}/${id}`,
    what: `${formatEvent(event)}: ${hostOf(url)}`,
    when: formatMoment(at, timezone),
  }));
  return { kind: "webhooks", ...totalOf(rows), cases };
}

/** Cases listed of each kind. */
export const CASE_LIMIT = 3;

/** Number of rows as a column, counted up to COUNT_LIMIT in the same statement. */
export function countOf(db: Database, table: PgTable, where: SQL | undefined): SQL<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(table)
    .where(where)
    .limit(COUNT_LIMIT + 1)
    .as("some");
  return sql<number>`(select count(*)::int from ${some})`;
}

export function totalOf([first]: { found: number }[]) {
  const found = first?.found ?? 0;
  return { count: Math.min(found, COUNT_LIMIT), more: found > COUNT_LIMIT };
}
