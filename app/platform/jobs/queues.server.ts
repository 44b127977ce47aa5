import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database/database.server";

export type Queues = {
  /** The number of due jobs, and since when the oldest is due. */
  waiting: number;
  oldest: Temporal.Instant | null;
  /** The number of jobs that wait for their time, mostly for a retry. */
  later: number;
  /** Jobs that failed for good in the last day, by kind, most frequent first. */
  failed: { kind: string; count: number }[];
};

const OWN = sql`name not like '\\_\\_pgboss%'`;
const FAILED_LATELY = sql`state = 'failed' and completed_on > now() - interval '1 day'`;

/** The state of the queues. */
export async function readQueues(db: Database): Promise<Queues> {
  const [{ rows: waiting }, { rows: failed }] = await Promise.all([
    db.execute<{ due: number; later: number; oldest: string | null }>(sql`
      select count(*) filter (where start_after <= now())::int as due,
             count(*) filter (where start_after > now())::int as later,
             to_json(min(start_after) filter (where start_after <= now())) #>> '{}' as oldest
      from pgboss.job where state in ('created', 'retry') and ${OWN}`),
    db.execute<{ kind: string; count: number }>(sql`
      select name as kind, count(*)::int as count from pgboss.job
      where ${FAILED_LATELY} and ${OWN} group by name order by count(*) desc, name`),
  ]);
  const { due = 0, later = 0, oldest = null } = waiting[0] ?? {};
  return { waiting: due, later, oldest: oldest === null ? null : Temporal.Instant.from(oldest), failed };
}

/** When a process that does timed work last looked at the clock; null if none ever did. */
export async function readWorkers(db: Database): Promise<Temporal.Instant | null> {
  const { rows } = await db.execute<{ seen: string | null }>(
    sql`select to_json(cron_on) #>> '{}' as seen from pgboss.version`,
  );
  const seen = rows[0]?.seen ?? null;
  return seen === null ? null : Temporal.Instant.from(seen);
}

/** Retries the jobs of a kind that failed for good in the last day; returns their number. */
export async function retryFailed(tx: Database, kind: string): Promise<number> {
  const { rows } = await tx.execute(sql`
    update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
    where name = ${kind} and ${FAILED_LATELY} returning id`);
  return rows.length;
}
