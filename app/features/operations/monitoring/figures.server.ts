import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { readCount } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { type Figure, gauge } from "~/platform/http/metrics.server";
import { readQueues } from "~/platform/jobs/queues.server";

/** Business metrics for monitoring: counts only, no personal data. Cheap at any table size. */
export async function readFigures(db: Database, pool: Pool, now: Temporal.Instant): Promise<Figure[]> {
  return [...poolFigures(pool), ...(await jobFigures(db, now)), ...(await paymentFigures(db, now))];
}

function poolFigures({ totalCount, idleCount, waitingCount }: Pool): Figure[] {
  return [
    gauge("whitebirch_db_connections", "Connections to the database.", totalCount),
    gauge("whitebirch_db_connections_idle", "Idle connections to the database.", idleCount),
    gauge("whitebirch_db_waiting", "Requests waiting for a connection.", waitingCount),
  ];
}

async function jobFigures(db: Database, now: Temporal.Instant): Promise<Figure[]> {
  const { waiting, oldest, later, failed } = await readQueues(db);
  const age = oldest ? Math.max(0, now.since(oldest).total("seconds")) : 0;
  return [
    gauge("whitebirch_jobs_due", "Jobs waiting for a worker.", waiting),
    gauge("whitebirch_jobs_oldest_due_seconds", "How long the oldest due job has waited.", age),
    gauge("whitebirch_jobs_later", "Jobs scheduled for later, most of them retries.", later),
    {
      name: "whitebirch_jobs_given_up",
      help: "Jobs that failed for good in the last day.",
      type: "gauge",
      samples: failed.map(({ kind, count }) => ({ labels: { kind }, value: count })),
    },
  ];
}

async function paymentFigures(db: Database, now: Temporal.Instant): Promise<Figure[]> {
  const at = now.toString();
  const { rows } = await db.execute<Record<string, number>>(sql`
    select (select count(*)::int from bookings where status = 'pending' and hold_expires_at > ${at}::timestamptz) as held,
      (select count(*)::int from bookings where status = 'pending' and hold_expires_at <= ${at}::timestamptz) as overdue,
      (select count(*)::int from orders where payment_session_id is not null and session_closed_at is null) as sessions,
      (select count(*)::int from refunds where status = 'pending') as refunds_pending,
      (select count(*)::int from refunds where status in ('failed', 'cancelled')) as refunds_failed,
      (select count(*)::int from book_differences where settled_at is null) as differences,
      (select coalesce(extract(epoch from ${at}::timestamptz - max(at)), -1)::float from book_comparisons) as compared`);
  const found = rows[0] ?? {};
  const statuses = ["pending", "completed", "failed"];
  const orders = await Promise.all(statuses.map((status) => readCount(db, "orders", status)));
  return [
    gauge("whitebirch_holds", "Slots held while a customer pays.", found.held ?? 0),
    gauge("whitebirch_holds_overdue", "Holds past their end that were not released.", found.overdue ?? 0),
    {
      name: "whitebirch_orders",
      help: "Orders by status.",
      type: "gauge",
      samples: statuses.map((status, place) => ({ labels: { status }, value: orders[place] ?? 0 })),
    },
    gauge("whitebirch_checkouts_open", "Checkouts still open.", found.sessions ?? 0),
    gauge("whitebirch_refunds_pending", "Refunds in progress.", found.refunds_pending ?? 0),
    gauge("whitebirch_refunds_failed", "Refunds that failed.", found.refunds_failed ?? 0),
    gauge("whitebirch_book_differences", "Open differences in the books.", found.differences ?? 0),
    gauge(
      "whitebirch_books_compared_seconds",
      "How long ago all books were compared; -1 if they never were.",
      found.compared ?? -1,
    ),
    gauge(
      "whitebirch_mails_failed",
      "Emails that could not be sent.",
      await readCount(db, "mails", "failed"),
    ),
  ];
}
