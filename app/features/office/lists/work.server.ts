import { eq } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { contact_messages } from "~/db/schema/messages";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { readQueues, retryFailed } from "~/platform/jobs/queues.server";
import { formatFailure, formatWork, type WorkView } from "./work";

/** The state of background jobs; null if it can't be read. */
export async function readWork(ctx: StaffCtx): Promise<WorkView | null> {
  try {
    const [{ timezone }, { waiting, oldest, later, failed }] = await Promise.all([
      readCompany(ctx),
      readQueues(ctx.db),
    ]);
    return {
      summary: formatWork({ waiting, since: oldest && formatMoment(oldest, timezone), later }),
      failed: failed.map(({ kind, count }) => ({ kind, label: formatFailure(kind, count) })),
    };
  } catch (err) {
    ctx.log.error({ err }, "the queues could not be read");
    return null;
  }
}

/** Retries the failed jobs of a kind. Returns their number. */
export async function retryFailedJobs(ctx: StaffCtx, kind: string): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const count = await retryFailed(tx, kind);
    if (count > 0) {
      await recordAudit(tx, ctx, {
        action: "work.tried_again",
        entity: "work",
        entity_id: kind,
        details: { before: { failed: count }, after: { failed: 0 } },
      });
    }
    return count;
  });
}

/** The number of messages with the status 'new', which the dashboard calls pending (spec section 7). */
export function countPendingMessages({ db }: Pick<StaffCtx, "db">): Promise<number> {
  return db.$count(contact_messages, eq(contact_messages.status, "new"));
}

/** The number of new messages and applications, by page; empty if it can't be read. */
export async function readMenuCounts(ctx: StaffCtx): Promise<Record<string, number>> {
  try {
    const [messages, applications] = await Promise.all([
      countPendingMessages(ctx),
      ctx.db.$count(job_applications, eq(job_applications.status, "new")),
    ]);
    return { "/admin/messages": messages, "/admin/applications": applications };
  } catch (err) {
    ctx.log.error({ err }, "new messages and applications could not be counted");
    return {};
  }
}
