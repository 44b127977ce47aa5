import { readCompany } from "~/features/operations/settings/reads.server";
import { formatMoment } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { readQueues, retryFailed } from "~/platform/queues.server";
import { formatFailure, formatWork, type WorkView } from "./work";

/** How background work stands; null when that can't be read. */
export async function readWork(ctx: AdminCtx): Promise<WorkView | null> {
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

/** Lets the failed jobs of a kind be tried once more; answers how many those are. */
export async function tryWorkAgain(ctx: AdminCtx, kind: string): Promise<number> {
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
