import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { profiles, properties } from "~/db/schema/customers";
import { eraseHomePhotos } from "~/features/customers/photos/save.server";
import { recordAudit } from "~/platform/audit.server";
import type { UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { PropertyForm } from "./forms";
import { PROPERTY_LIMIT, type Property } from "./property";
import { readProperties } from "./queries.server";

export type AddOutcome = { ok: true; id: string } | { ok: false; reason: "too many"; message: string };

/** Saves a property. The first one becomes the default. An identical property is not saved twice. */
export function addProperty(ctx: UserCtx, form: PropertyForm): Promise<AddOutcome> {
  const { version: _version, ...fields } = form;
  return ctx.db.transaction(async (tx): Promise<AddOutcome> => {
    const saved = await lockProperties(tx, ctx);
    const duplicate = saved.find((property) => isSame(property, fields));
    if (duplicate) return { ok: true, id: duplicate.id };
    if (saved.length >= PROPERTY_LIMIT) {
      const message = `You can save at most ${PROPERTY_LIMIT} properties. Remove one you no longer need.`;
      return { ok: false, reason: "too many", message };
    }
    const id = randomUUID();
    await tx.insert(properties).values({
      ...fields,
      id,
      user_id: ctx.actor.id,
      is_default: !saved.some((property) => property.is_default),
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

export type UpdateOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  /** The property was changed since the form was read; `current` is its present state. */
  | { ok: false; reason: "changed"; current: Property };

/** Updates a property. Existing bookings keep their address. */
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

export type RemoveOutcome = { ok: true } | { ok: false; reason: "not found" };

/**
 * Removes a property with its photos. If it was the default, the newest remaining one becomes the default. Existing bookings keep their
 * address.
 */
export function removeProperty(ctx: UserCtx, id: string): Promise<RemoveOutcome> {
  return ctx.db.transaction(async (tx): Promise<RemoveOutcome> => {
    const saved = await lockProperties(tx, ctx);
    const removed = saved.find((property) => property.id === id);
    if (!removed) return { ok: false, reason: "not found" };
    const own = eq(properties.user_id, ctx.actor.id);
    await recordAudit(tx, ctx, { action: "property.removed", entity: "property", entity_id: id });
    await eraseHomePhotos(tx, ctx, [id]);
    await tx.delete(properties).where(and(eq(properties.id, id), own));
    const [next] = saved.filter((property) => property.id !== id);
    if (removed.is_default && next) {
      await tx
        .update(properties)
        .set({ is_default: true })
        .where(and(eq(properties.id, next.id), own));
    }
    return { ok: true };
  });
}

export type SetDefaultOutcome = { ok: true } | { ok: false; reason: "not found" };

/** Makes a property the default, which the booking page offers first. */
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

/** Reads the customer's own properties and blocks their other changes until the transaction ends. */
async function lockProperties(tx: Database, { actor }: UserCtx): Promise<Property[]> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, actor.id)).for("update");
  return readProperties({ db: tx, actor });
}
