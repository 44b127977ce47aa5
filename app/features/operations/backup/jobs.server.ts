import { runRestore } from "~/features/operations/backup/restore/restore.server";
import type { Connection } from "~/platform/database.server";
import type { JobKind } from "~/platform/jobs.server";
import type { JobCtx } from "~/platform/runtime.server";
import {
  KEEP_ERASURES,
  MAKE_BACKUP,
  NIGHTLY_BACKUP,
  RESTORE_BACKUP,
  TAKE_UP_JOBS,
  VERIFY_BACKUP,
} from "./file/job-names";
import { takeUpJobs } from "./file/jobs-kept.server";
import { backUpTonight, makeStarted, verifyMade } from "./nightly.server";
import { keepErasures } from "./restore/erasures.server";
import { endCutOffRestore } from "./restore/restore.server";

async function afterRestores(ctx: JobCtx): Promise<void> {
  await takeUpJobs(ctx);
  await endCutOffRestore(ctx.db);
}

/** A big site takes its time. */
const LONG = { retryLimit: 0, expireInSeconds: 6 * 60 * 60 };

/** Backups, and what a restored site still has to do. `connection` is the one of the owner of the tables. */
export function backupJobs(ctx: () => JobCtx, connection: Connection): JobKind[] {
  const world = () => ({ ...ctx(), connection });
  return [
    { name: MAKE_BACKUP, ...LONG, run: ({ id }) => makeStarted(world(), String(id)) },
    { name: VERIFY_BACKUP, ...LONG, run: ({ id }) => verifyMade(world(), String(id)) },
    {
      name: RESTORE_BACKUP,
      ...LONG,
      run: ({ id, session_id }) => runRestore(world(), { id: String(id), session_id: String(session_id) }),
    },
    { name: NIGHTLY_BACKUP, ...LONG, cron: "*/15 * * * *", run: () => backUpTonight(world()) },
    { name: KEEP_ERASURES, run: () => keepErasures(ctx()) },
    { name: TAKE_UP_JOBS, cron: "* * * * *", retryLimit: 0, run: () => afterRestores(ctx()) },
  ];
}
