import { eq, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { LINK_CHANGED } from "~/features/booking/manage/link";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { changeLocked } from "~/features/plans/lock.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";

/**
 * Ends the guest link of a plan, and those of its visits, which its page shows: links sent so far stop, and the next email has
 * a new one. `seen` is the generation that staff saw; refused if it has changed.
 */
export function endPlanLink(ctx: StaffCtx, { id, seen }: { id: string; seen: string | undefined }) {
  return changeLocked(ctx, OFFICE_ACTOR, id, async (tx, { plan }) => {
    if (seen !== String(plan.link_generation))
      return { ok: false, reason: "changed", message: LINK_CHANGED } as const;
    const link_generation = plan.link_generation + 1;
    await tx.update(plans).set({ link_generation, updated_at: ctx.now }).where(eq(plans.id, id));
    const next = { link_generation: sql`${bookings.link_generation} + 1`, updated_at: ctx.now };
    await tx.update(bookings).set(next).where(eq(bookings.plan_id, id));
    await recordAudit(tx, ctx, { action: "plan.link_ended", entity: "plan", entity_id: id, details: {} });
    return { ok: true } as const;
  });
}
