import { sql } from "drizzle-orm";
import { type Clock, type Job, type JobResult, PgBoss } from "pg-boss";
import { type Connection, type Database, executeText } from "./database.server";
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
  /** How many of them a process does at once; one unless told. */
  atOnce?: number;
  /** Whether a process does those of one group (`group` of their data) one by one: a slow group has one worker, not all. */
  byGroup?: boolean;
};

export type Jobs = {
  /** Queues work inside the caller's transaction: it runs after commit, so many seconds later if told, or never. */
  enqueue: (
    tx: Database,
    name: string,
    data: Record<string, unknown>,
    options?: { afterSeconds?: number },
  ) => Promise<void>;
};

export type JobRunner = Jobs & {
  /** Creates the queues and, where this process works on jobs, starts the workers. */
  start: (kinds: JobKind[]) => Promise<void>;
  /** Lets running jobs finish (at most 10 s), then stops. */
  stop: () => Promise<void>;
};

const HOUR_SECONDS = 60 * 60;
const WEEK_SECONDS = 7 * 24 * HOUR_SECONDS;
/** A process that says nothing for so long is taken for dead, and its jobs go to another. */
const HEARTBEAT_SECONDS = 60;
/** What waits for another try is looked for so often; new jobs say so themselves. */
const POLLING_SECONDS = 10;
/** How long it takes at most to put back what a worker took of a group that another is busy with. */
const PUT_BACK_MS = 250;

type Options = {
  /** False when another user than this connection's owns the queues' tables, and has made them: `installQueues`. */
  owns?: boolean;
  /** False in a process that queues jobs and leaves them to others. */
  works?: boolean;
  /** Of tests. */
  clock?: Clock;
};

/**
 * Background work on the application's own PostgreSQL: woken by NOTIFY, and retried with back-off for about a day, so that
 * what a mail server or a provider misses in a night is done in the morning.
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
   * One worker, which fetches and settles as many jobs together as may run at once, each with an end of its own. Having
   * done some it looks for the next ones straight away, instead of at the next poll. By group there are as many workers,
   * of one job each, and the others look once more a moment after one has begun: they may have put back what is of its
   * group.
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
        return { id, status: "failed", output: new Error("See the log for details.") }; // it is kept: nothing personal
      }
    }
  }

  return {
    async enqueue(tx, name, data, { afterSeconds } = {}) {
      const group = typeof data.group === "string" && { group: { id: data.group } };
      await boss.send(name, data, {
        db: { executeSql: (text, values) => executeText(tx, text, values) },
        ...group,
        ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
      });
    },
    async start(kinds) {
      await boss.start();
      const known = new Set((await boss.getQueues()).map(({ name }) => name));
      for (const kind of kinds) {
        const { name } = kind;
        // A queue of an earlier version of the program gets what this one wants of it.
        await (known.has(name)
          ? boss.updateQueue(name, queueOf(kind))
          : boss.createQueue(name, queueOf(kind)));
        if (!works) continue;
        await startWorkers(kind);
        if (kind.cron) await boss.schedule(name, kind.cron);
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Makes the tables of the queues, or brings them up to date. */
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
 * Removes every job that names one of these, done or not, and those that wait after a restore: a user's id, an email address
 * however it is written.
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

/** Whether the queues were ever opened in this database: an empty site has none. */
export async function hasQueues(tx: Database): Promise<boolean> {
  const { rows } = await tx.execute<{ there: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as there`,
  );
  return rows[0]?.there === true;
}
