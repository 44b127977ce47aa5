import { and, eq } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { crew_time_off } from "~/db/schema/office";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import type { TimeOffForm } from "./forms";

/** Days on which the crew takes no new visits; booked ones stay until they are moved; what is there by this id already is added once. False: there is no such crew. */
export function addTimeOff(ctx: AdminCtx, { crew_id, id, ...form }: TimeOffForm & { crew_id: string }) {
  return ctx.db.transaction(async (tx) => {
    const [crew] = isUuid(crew_id)
      ? await tx.select({ id: crews.id }).from(crews).where(eq(crews.id, crew_id)).for("update")
      : [];
    if (!crew) return false;
    const dated = { created_at: ctx.now, updated_at: ctx.now };
    const days = { first_day: form.first_day, last_day: form.last_day || form.first_day };
    const added = await tx
      .insert(crew_time_off)
      .values({ ...dated, id, crew_id, ...days, reason: form.reason || null })
      .onConflictDoNothing()
      .returning({ id: crew_time_off.id });
    if (added.length === 0) return true;
    await recordAudit(tx, ctx, {
      action: "crew.time_off_added",
      entity: "crew",
      entity_id: crew_id,
      details: { before: null, after: days },
    });
    return true;
  });
}

/** Answers what it was; null when it is gone already. */
export function removeTimeOff(
  ctx: AdminCtx,
  { crew_id, id }: { crew_id: string; id: string },
): Promise<(TimeOffForm & { id: string }) | null> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(crew_id) || !isUuid(id)) return null;
    const [gone] = await tx
      .delete(crew_time_off)
      .where(and(eq(crew_time_off.id, id), eq(crew_time_off.crew_id, crew_id)))
      .returning();
    if (!gone) return null;
    const days = { first_day: gone.first_day, last_day: gone.last_day };
    await recordAudit(tx, ctx, {
      action: "crew.time_off_removed",
      entity: "crew",
      entity_id: crew_id,
      details: { before: days, after: null },
    });
    return { id, ...days, reason: gone.reason ?? "" };
  });
}
