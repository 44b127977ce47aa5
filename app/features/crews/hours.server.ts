import { asc, eq } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { crew_hours } from "~/db/schema/office";
import { recordAudit } from "~/features/audit/record.server";
import { isUuid } from "~/lib/ids";
import type { AdminCtx } from "~/platform/context.server";
import type { Shift } from "./week";

/** Gives a crew its hours; none means whenever the company works. Booked visits stay. False: there is no such crew. */
export function setCrewHours(
  ctx: AdminCtx,
  { crew_id, shifts }: { crew_id: string; shifts: Shift[] },
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const [crew] = isUuid(crew_id)
      ? await tx.select({ id: crews.id }).from(crews).where(eq(crews.id, crew_id)).for("update")
      : [];
    if (!crew) return false;
    const before = await tx
      .select({ weekday: crew_hours.weekday, starts: crew_hours.starts, ends: crew_hours.ends })
      .from(crew_hours)
      .where(eq(crew_hours.crew_id, crew_id))
      .orderBy(asc(crew_hours.weekday));
    await tx.delete(crew_hours).where(eq(crew_hours.crew_id, crew_id));
    if (shifts.length > 0) await tx.insert(crew_hours).values(shifts.map((shift) => ({ crew_id, ...shift })));
    await recordAudit(tx, ctx, {
      action: "crew.hours_set",
      entity: "crew",
      entity_id: crew_id,
      details: { before, after: shifts },
    });
    return true;
  });
}
