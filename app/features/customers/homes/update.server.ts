import { and, eq } from "drizzle-orm";
import { properties } from "~/db/schema/customers";
import { recordAudit } from "~/platform/audit.server";
import type { UserCtx } from "~/platform/context.server";
import type { PropertyForm } from "./forms";
import { lockProperties } from "./own.server";
import type { Property } from "./property";

export type UpdateOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  /** Somebody changed it since the form was read; `current` is what it says now. */
  | { ok: false; reason: "changed"; current: Property };

/** Changes a property. Bookings made with it keep the address that they were made with. */
export function updateProperty(ctx: UserCtx, id: string, form: PropertyForm): Promise<UpdateOutcome> {
  const { version, ...fields } = form;
  return ctx.db.transaction(async (tx): Promise<UpdateOutcome> => {
    const current = (await lockProperties(tx, ctx)).find((property) => property.id === id);
    if (!current) return { ok: false, reason: "not found" };
    if (version && version !== current.version) return { ok: false, reason: "changed", current };
    await tx
      .update(properties)
      .set({ ...fields, updated_at: ctx.now })
      .where(and(eq(properties.id, id), eq(properties.user_id, ctx.actor.id)));
    await recordAudit(tx, ctx, { action: "property.updated", entity: "property", entity_id: id });
    return { ok: true };
  });
}
