import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Connection, Database } from "./database.server";
import type { Log } from "./log.server";

/** A kind of background work: its queue, how it is done, and, for timed work, when (cron, UTC). */
export type JobKind = {
  name: string;
  run: (data: Record<string, unknown>) => Promise<void>;
  cron?: string;
  retryLimit?: number;
  retryDelay?: number;
  /** How long it may take; 15 minutes unless told. */
  expireInSeconds?: number;
  /** How long a finished job is kept; a week unless told. */
  forgetAfterSeconds?: number;
};

export type Jobs = {
  /** Queues work inside the caller's transaction: it runs after commit, or never. */
  enqueue: (tx: Database, name: string, data: Record<string, unknown>) => Promise<void>;
};

export type JobRunner = Jobs & {
  /** Creates the queues and starts the workers. */
  start: (kinds: JobKind[]) => Promise<void>;
  /** Lets running jobs finish (at most 10 s), then stops. */
  stop: () => Promise<void>;
};

const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** Background work on the application's own PostgreSQL: retried with back-off, woken by NOTIFY. */
export function openJobs(connection: Connection, log: Log): JobRunner {
  const boss = new PgBoss({
    ...connection,
    max: 3,
    useListenNotify: true,
    application_name: "white-birch-jobs",
  });
  boss.on("error", (error) => log.error({ err: error }, "background work failed"));
  return {
    async enqueue(tx, name, data) {
      await boss.send(name, data, { db: fromDrizzle(tx, sql) });
    },
    async start(kinds) {
      await boss.start();
      for (const kind of kinds) {
        await boss.createQueue(kind.name, {
          notify: true,
          retryLimit: kind.retryLimit ?? 10,
          retryDelay: kind.retryDelay ?? 5,
          retryBackoff: true,
          ...(kind.expireInSeconds && { expireInSeconds: kind.expireInSeconds }),
          deleteAfterSeconds: kind.forgetAfterSeconds ?? WEEK_SECONDS,
        });
        await boss.work<Record<string, unknown>>(kind.name, { pollingIntervalSeconds: 2 }, async (batch) => {
          for (const job of batch) {
            await kind.run(job.data ?? {}).catch((error) => {
              log.error({ err: error, job: kind.name }, "a job failed");
              throw new Error("The log tells why."); // what is thrown is kept with the job: nothing personal
            });
          }
        });
        if (kind.cron) await boss.schedule(kind.name, kind.cron);
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Removes every job that names one of these, done or not: a user's id, an e-mail address however it is written. */
export async function forgetJobs(tx: Database, names: string[]): Promise<void> {
  const lower = names.map((name) => name.toLowerCase());
  await tx.execute(sql`delete from pgboss.job where exists (
    select from jsonb_path_query(data, 'strict $.**') as value
    where jsonb_typeof(value) = 'string' and lower(value #>> '{}') in ${lower}
  )`);
}
