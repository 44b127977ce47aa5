import { eq } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { countAhead } from "./ahead.server";

export type ActivityOutcome =
  | { ok: true; name: string }
  | { ok: false; reason: "not found" }
  /** Its visits to come must be given to others first. */
  | { ok: false; reason: "has visits"; visits: number };

/**
 * Takes a crew out of work, or back in. One with visits to come stays: `pickCrew` holds the crew that it gives out until
 * the booking is stored, so no visit can come in between.
 */
export function setCrewActive(
  ctx: AdminCtx,
  { id, active }: { id: string; active: boolean },
): Promise<ActivityOutcome> {
  return ctx.db.transaction(async (tx): Promise<ActivityOutcome> => {
    const [crew] = isUuid(id) ? await tx.select().from(crews).where(eq(crews.id, id)).for("update") : [];
    if (!crew) return { ok: false, reason: "not found" };
    if (crew.is_active === active) return { ok: true, name: crew.name };
    const visits = active ? 0 : await countAhead({ db: tx, now: ctx.now }, id);
    if (visits > 0) return { ok: false, reason: "has visits", visits };
    await tx.update(crews).set({ is_active: active, updated_at: ctx.now }).where(eq(crews.id, id));
    await recordAudit(tx, ctx, {
      action: active ? "crew.activated" : "crew.deactivated",
      entity: "crew",
      entity_id: id,
      details: { before: { is_active: crew.is_active }, after: { is_active: active } },
    });
    return { ok: true, name: crew.name };
  });
}
