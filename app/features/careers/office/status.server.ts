import { eq } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { lockApplication } from "~/features/careers/lock-application.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import type { ApplicationStatus } from "./list";

export type StatusOutcome = { ok: true; before: ApplicationStatus } | { ok: false; reason: "not found" };

/** Moves an application to any status; answers which one it had. */
export async function setApplicationStatus(
  ctx: AdminCtx,
  { id, status }: { id: string; status: ApplicationStatus },
): Promise<StatusOutcome> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx): Promise<StatusOutcome> => {
    const application = await lockApplication(tx, id);
    if (!application) return { ok: false, reason: "not found" };
    const before = application.status;
    if (before === status) return { ok: true, before };
    await tx.update(job_applications).set({ status, updated_at: ctx.now }).where(eq(job_applications.id, id));
    await recordAudit(tx, ctx, {
      action: "application.status_changed",
      entity: "job_application",
      entity_id: id,
      details: { before: { status: before }, after: { status } },
    });
    return { ok: true, before };
  });
}
