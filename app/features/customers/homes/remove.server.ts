import { and, eq } from "drizzle-orm";
import { properties } from "~/db/schema/customers";
import { recordAudit } from "~/platform/audit.server";
import type { UserCtx } from "~/platform/context.server";
import { lockProperties } from "./own.server";

export type RemoveOutcome = { ok: true } | { ok: false; reason: "not found" };

/** Removes a property; when it was the default, the newest one left takes its place. Bookings keep their address. */
export function removeProperty(ctx: UserCtx, id: string): Promise<RemoveOutcome> {
  return ctx.db.transaction(async (tx): Promise<RemoveOutcome> => {
    const kept = await lockProperties(tx, ctx);
    const removed = kept.find((property) => property.id === id);
    if (!removed) return { ok: false, reason: "not found" };
    const own = eq(properties.user_id, ctx.actor.id);
    await tx.delete(properties).where(and(eq(properties.id, id), own));
    const [heir] = kept.filter((property) => property.id !== id);
    if (removed.is_default && heir) {
      await tx
        .update(properties)
        .set({ is_default: true })
        .where(and(eq(properties.id, heir.id), own));
    }
    await recordAudit(tx, ctx, { action: "property.removed", entity: "property", entity_id: id });
    return { ok: true };
  });
}
