import { eq } from "drizzle-orm";
import { area_requests } from "~/db/schema/customers";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { RequestStatus } from "./list";

export type MarkOutcome =
  | { ok: true; before: RequestStatus; name: string }
  | { ok: false; reason: "not found" };

/** Marks a request as answered, archives it, or puts it back. Twice has no further effect. */
export async function markRequest(
  ctx: StaffCtx,
  { id, status }: { id: string; status: RequestStatus },
): Promise<MarkOutcome> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx): Promise<MarkOutcome> => {
    const [found] = await tx
      .select({ status: area_requests.status, name: area_requests.name })
      .from(area_requests)
      .where(eq(area_requests.id, id))
      .for("update");
    if (!found) return { ok: false, reason: "not found" };
    const { status: before, name } = found;
    if (before === status) return { ok: true, before, name };
    await tx.update(area_requests).set({ status, updated_at: ctx.now }).where(eq(area_requests.id, id));
    await recordAudit(tx, ctx, {
      action: "request.marked",
      entity: "area_request",
      entity_id: id,
      details: { before: { status: before }, after: { status } },
    });
    return { ok: true, before, name };
  });
}
