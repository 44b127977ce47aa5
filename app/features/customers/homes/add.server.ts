import { randomUUID } from "node:crypto";
import { properties } from "~/db/schema/customers";
import { recordAudit } from "~/platform/audit.server";
import type { UserCtx } from "~/platform/context.server";
import type { PropertyForm } from "./forms";
import { lockProperties } from "./own.server";
import { PROPERTY_LIMIT, type Property } from "./property";

export type AddOutcome = { ok: true; id: string } | { ok: false; reason: "too many"; message: string };

/** Saves a property; the first one becomes the default. The very same one twice stays one. */
export function addProperty(ctx: UserCtx, form: PropertyForm): Promise<AddOutcome> {
  const { version: _version, ...fields } = form;
  return ctx.db.transaction(async (tx): Promise<AddOutcome> => {
    const kept = await lockProperties(tx, ctx);
    const twin = kept.find((property) => isSame(property, fields));
    if (twin) return { ok: true, id: twin.id };
    if (kept.length >= PROPERTY_LIMIT) {
      const message = `You can save at most ${PROPERTY_LIMIT} properties. Remove one you no longer need.`;
      return { ok: false, reason: "too many", message };
    }
    const id = randomUUID();
    await tx.insert(properties).values({
      ...fields,
      id,
      user_id: ctx.actor.id,
      is_default: !kept.some((property) => property.is_default),
      created_at: ctx.now,
      updated_at: ctx.now,
    });
    await recordAudit(tx, ctx, { action: "property.added", entity: "property", entity_id: id });
    return { ok: true, id };
  });
}

function isSame(property: Property, fields: Omit<PropertyForm, "version">): boolean {
  return (Object.keys(fields) as (keyof typeof fields)[]).every((name) => property[name] === fields[name]);
}
