import { asc, inArray, sql } from "drizzle-orm";
import { restored_jobs } from "~/db/schema/office";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { hasQueues } from "~/platform/jobs/jobs.server";
import type { WaitingJob } from "./format";
import { BACKUP_JOBS } from "./job-names";

/** pg-boss keeps work of its own under names like these. */
const FOREIGN = "\\_\\_pgboss\\_\\_%";
const AT_ONCE = 100;

/** The background work that is not done yet. Work on backups is left out: it is about files of this machine. */
export async function readWaitingJobs(tx: Database): Promise<WaitingJob[]> {
  if (!(await hasQueues(tx))) return [];
  const { rows } = await tx.execute<{ name: string; data: Record<string, unknown> | null }>(sql`
    select name, data from pgboss.job
    where state in ('created', 'retry', 'active') and name not like ${FOREIGN} and name not in ${[...BACKUP_JOBS]}
    order by created_on, id`);
  return rows.map(({ name, data }) => ({ name, data: data ?? {} }));
}

/** Forgets what waits now, since it is about rows that are gone, and keeps what waited then for `takeUpJobs`. */
export async function replaceWaitingJobs(tx: Database, jobs: WaitingJob[]): Promise<void> {
  if (await hasQueues(tx)) {
    await tx.execute(
      sql`delete from pgboss.job where state in ('created', 'retry') and name not like ${FOREIGN}`,
    );
  }
  for (let at = 0; at < jobs.length; at += AT_ONCE) {
    await tx.insert(restored_jobs).values(jobs.slice(at, at + AT_ONCE));
  }
}

/**
 * Gives the queues what waited when the backup was made; each piece once, however many processes do this. Work of a kind that
 * this version doesn't know any more is dropped.
 */
export async function takeUpJobs({ db, jobs, log }: Pick<Ctx, "db" | "jobs" | "log">): Promise<void> {
  let left = true;
  while (left) {
    left = await db.transaction(async (tx) => {
      const found = await tx
        .select()
        .from(restored_jobs)
        .orderBy(asc(restored_jobs.id))
        .limit(AT_ONCE)
        .for("update", { skipLocked: true });
      const known = found.length > 0 ? await readQueueNames(tx) : new Set();
      for (const { name, data } of found) {
        if (known.has(name)) await jobs.enqueue(tx, name, data);
        else log.warn({ job: name }, "a restored job is of a kind that is not known any more");
      }
      const ids = found.map(({ id }) => id);
      if (ids.length > 0) await tx.delete(restored_jobs).where(inArray(restored_jobs.id, ids));
      return ids.length === AT_ONCE;
    });
  }
}

async function readQueueNames(tx: Database): Promise<Set<string>> {
  const { rows } = await tx.execute<{ name: string }>(sql`select name from pgboss.queue`);
  return new Set(rows.map(({ name }) => name));
}
