import { and, eq } from "drizzle-orm";
import { properties } from "~/db/schema/customers";
import { recordAudit } from "~/platform/audit.server";
import type { UserCtx } from "~/platform/context.server";
import { lockProperties } from "./own.server";

export type SetDefaultOutcome = { ok: true } | { ok: false; reason: "not found" };

/** Makes a property the one that the booking page offers first. */
export function setDefaultProperty(ctx: UserCtx, id: string): Promise<SetDefaultOutcome> {
  return ctx.db.transaction(async (tx): Promise<SetDefaultOutcome> => {
    const chosen = (await lockProperties(tx, ctx)).find((property) => property.id === id);
    if (!chosen) return { ok: false, reason: "not found" };
    if (chosen.is_default) return { ok: true };
    const own = eq(properties.user_id, ctx.actor.id);
    await tx
      .update(properties)
      .set({ is_default: false })
      .where(and(own, eq(properties.is_default, true)));
    await tx
      .update(properties)
      .set({ is_default: true })
      .where(and(eq(properties.id, id), own));
    await recordAudit(tx, ctx, { action: "property.made_default", entity: "property", entity_id: id });
    return { ok: true };
  });
}
