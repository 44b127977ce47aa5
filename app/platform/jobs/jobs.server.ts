import { sql } from "drizzle-orm";
import { type Clock, type Job, type JobResult, PgBoss } from "pg-boss";
import { type Connection, type Database, executeText } from "~/platform/database/database.server";
import type { Log } from "~/platform/log.server";

/** A kind of job: its queue, its work and, for timed work, its cron expression (UTC). */
export type JobKind = {
  name: string;
  run: (data: Record<string, unknown>) => Promise<void>;
  cron?: string;
  retryLimit?: number;
  retryDelay?: number;
  /** The longest a job may take; 15 minutes by default. */
  expireInSeconds?: number;
  /** How long a finished job is kept; a week by default. */
  forgetAfterSeconds?: number;
  /** How many of them a process runs at once; 1 by default. */
  atOnce?: number;
  /** Of the jobs with the same `key`, at most one waits; one that runs doesn't count. Can't be changed for a queue that exists. */
  byKey?: boolean;
  /** Runs jobs with the same `group` (in their data) one after another, so that a slow group occupies one worker. */
  byGroup?: boolean;
};

export type Jobs = {
  /**
   * Queues a job in the caller's transaction. It runs after the commit, `afterSeconds` later if given; never after a
   * rollback. `key`: see JobKind.byKey.
   */
  enqueue: (
    tx: Database,
    name: string,
    data: Record<string, unknown>,
    options?: { afterSeconds?: number; key?: string },
  ) => Promise<void>;
};

export type JobRunner = Jobs & {
  /** Creates the queues and, if this process runs jobs, starts the workers. */
  start: (kinds: JobKind[]) => Promise<void>;
  /** Waits for running jobs (at most 10 s), then stops. */
  stop: () => Promise<void>;
};

const HOUR_SECONDS = 60 * 60;
const WEEK_SECONDS = 7 * 24 * HOUR_SECONDS;
/** A process without a heartbeat for this long counts as dead; its jobs go to another one. */
const HEARTBEAT_SECONDS = 60;
/** How often to look for jobs that wait for a retry. New jobs notify the workers. */
const POLLING_SECONDS = 10;
/** Milliseconds. The longest it takes to put back jobs of a group that another worker is running. */
const PUT_BACK_MS = 250;

type Options = {
  /** False if another user owns the tables of the queues and has created them (`installQueues`). */
  owns?: boolean;
  /** False in a process that only queues jobs. */
  works?: boolean;
  /** For tests. */
  clock?: Clock;
};

/**
 * Background jobs in the site's own PostgreSQL. NOTIFY wakes workers. Failed jobs are retried with backoff for about a day,
 * so that an outage of a mail server or provider overnight is made up for in the morning.
 */
export function openJobs(
  connection: Connection,
  log: Log,
  { owns = true, works = true, clock }: Options = {},
): JobRunner {
  const boss = new PgBoss({
    ...connection,
    ...(!owns && { reindex: false }),
    max: 3,
    useListenNotify: works,
    supervise: works,
    schedule: works,
    ...(clock && { clock }),
    application_name: "white-birch-jobs",
  });
  boss.on("error", (error) => log.error({ err: error }, "background work failed"));
  /**
   * Starts one worker, which fetches up to `atOnce` jobs, runs them side by side and settles each. It looks for more as
   * soon as it has fetched some. With `byGroup`, starts `atOnce` workers of one job each; shortly after one begins, the
   * others look again for jobs of its group that they put back.
   */
  async function startWorkers({ name, run, atOnce = 1, byGroup }: JobKind) {
    const workers: string[] = [];
    const wake = () => {
      for (const worker of workers) boss.notifyWorker(worker);
    };
    const options = {
      perJobResults: true,
      batchSize: byGroup ? 1 : atOnce,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: POLLING_SECONDS,
      ...(byGroup && { localGroupConcurrency: 1 }),
    } as const;
    const startWorker = async (place: number) => {
      workers[place] = await boss.work<Record<string, unknown>, JobResult[], typeof options>(
        name,
        options,
        (batch) => {
          if (workers[place]) boss.notifyWorker(workers[place]);
          if (byGroup) setTimeout(wake, PUT_BACK_MS).unref();
          return Promise.all(batch.map(settle));
        },
      );
    };
    for (let place = 0; place < (byGroup ? atOnce : 1); place++) await startWorker(place);

    async function settle({ id, data }: Job<Record<string, unknown>>): Promise<JobResult> {
      try {
        await run(data ?? {});
        return { id, status: "completed" };
      } catch (error) {
        log.error({ err: error, job: name }, "a job failed");
        return { id, status: "failed", output: new Error("See the log for details.") }; // stored with the job, so no personal data
      }
    }
  }

  return {
    async enqueue(tx, name, data, { afterSeconds, key } = {}) {
      const group = typeof data.group === "string" && { group: { id: data.group } };
      await boss.send(name, data, {
        db: { executeSql: (text, values) => executeText(tx, text, values) },
        ...group,
        ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
        ...(key !== undefined && { singletonKey: key }),
      });
    },
    async start(kinds) {
      await boss.start();
      const known = new Set((await boss.getQueues()).map(({ name }) => name));
      for (const kind of kinds) {
        const { name } = kind;
        // Updates a queue that an earlier version created.
        await (known.has(name)
          ? boss.updateQueue(name, queueOf(kind))
          : boss.createQueue(name, { ...queueOf(kind), policy: policyOf(kind) }));
        if (!works) continue;
        await startWorkers(kind);
        if (kind.cron) await boss.schedule(name, kind.cron);
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Creates the tables of the queues, or migrates them. */
export async function installQueues(owner: Connection): Promise<void> {
  const boss = new PgBoss({ ...owner, max: 1, supervise: false, schedule: false });
  let trouble: Error | undefined;
  boss.on("error", (error) => {
    trouble = error;
  });
  await boss.start();
  await boss.stop({ graceful: false });
  if (trouble) throw trouble;
}

/** The rule by which a queue takes jobs. */
export const policyOf = ({ byKey }: Pick<JobKind, "byKey">) => (byKey ? "short" : "standard");

function queueOf({ retryLimit, retryDelay, expireInSeconds, forgetAfterSeconds }: JobKind) {
  return {
    notify: true,
    retryLimit: retryLimit ?? 30,
    retryDelay: retryDelay ?? 5,
    retryBackoff: true,
    retryDelayMax: HOUR_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: expireInSeconds ?? HOUR_SECONDS / 4,
    deleteAfterSeconds: forgetAfterSeconds ?? WEEK_SECONDS,
  };
}

/**
 * Deletes every job, finished or not, that contains one of these values (a user's id, an email address in any case), also
 * among the jobs that wait after a restore.
 */
export async function forgetJobs(tx: Database, names: string[]): Promise<void> {
  const lower = names.map((name) => name.toLowerCase());
  const isNamed = sql`exists (
    select from jsonb_path_query(data, 'strict $.**') as value
    where jsonb_typeof(value) = 'string' and lower(value #>> '{}') in ${lower}
  )`;
  await tx.execute(sql`delete from restored_jobs where ${isNamed}`);
  if (await hasQueues(tx)) await tx.execute(sql`delete from pgboss.job where ${isNamed}`);
}

/** Whether the queues have been opened in this database before; false on an empty site. */
export async function hasQueues(tx: Database): Promise<boolean> {
  const { rows } = await tx.execute<{ there: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as there`,
  );
  return rows[0]?.there === true;
}
