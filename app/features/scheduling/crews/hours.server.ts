import { asc, eq } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { crew_hours } from "~/db/schema/office";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { formatWeek, hoursKey, type Shift } from "./week";

export type HoursOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "changed"; message: string };

/**
 * Gives a crew its hours; none means whenever the company works. Booked visits stay. `seen`: the key of its hours as staff
 * saw them, to refuse what would undo what somebody else has changed meanwhile.
 */
export function setCrewHours(
  ctx: AdminCtx,
  { crew_id, shifts, seen }: { crew_id: string; shifts: Shift[]; seen?: string },
): Promise<HoursOutcome> {
  return ctx.db.transaction(async (tx): Promise<HoursOutcome> => {
    const [crew] = isUuid(crew_id)
      ? await tx.select({ id: crews.id }).from(crews).where(eq(crews.id, crew_id)).for("update")
      : [];
    if (!crew) return { ok: false, reason: "not found" };
    const before = await tx
      .select({ weekday: crew_hours.weekday, starts: crew_hours.starts, ends: crew_hours.ends })
      .from(crew_hours)
      .where(eq(crew_hours.crew_id, crew_id))
      .orderBy(asc(crew_hours.weekday));
    if (seen !== undefined && seen !== hoursKey(before) && hoursKey(shifts) !== hoursKey(before)) {
      const message = `Someone else changed the hours while you were editing: ${formatWeek(before)}. Save again to keep yours.`;
      return { ok: false, reason: "changed", message };
    }
    await tx.delete(crew_hours).where(eq(crew_hours.crew_id, crew_id));
    if (shifts.length > 0) await tx.insert(crew_hours).values(shifts.map((shift) => ({ crew_id, ...shift })));
    await recordAudit(tx, ctx, {
      action: "crew.hours_set",
      entity: "crew",
      entity_id: crew_id,
      details: { before, after: shifts },
    });
    return { ok: true };
  });
}
