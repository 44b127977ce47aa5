import { and, desc, eq, max } from "drizzle-orm";
import { audit_log } from "~/db/schema/audit";
import { services } from "~/db/schema/catalog";
import type { AdminCtx } from "~/platform/context.server";
import { FOREIGN_KEY_VIOLATION, postgresCode } from "~/platform/database.server";
import { switchService } from "./activity.server";
import { lockServices } from "./save.server";
import { recordService } from "./trail.server";

export type DeleteOutcome = { done: "deleted" | "deactivated" | "inactive already"; title: string };

/**
 * Deletes a service that nobody ever booked. One that is part of a booking is taken off the site instead, since the past
 * needs its name. Null: there is no such service.
 */
export function deleteService(ctx: AdminCtx, id: string): Promise<DeleteOutcome | null> {
  return ctx.db.transaction(async (tx): Promise<DeleteOutcome | null> => {
    const [service] = await tx.select().from(services).where(eq(services.id, id)).for("update");
    if (!service) return null;
    const { title } = service;
    try {
      await tx.transaction((inner) => inner.delete(services).where(eq(services.id, id)));
    } catch (error) {
      if (postgresCode(error) !== FOREIGN_KEY_VIOLATION) throw error;
      if (!service.is_active) return { done: "inactive already", title };
      await switchService(tx, ctx, service, false);
      return { done: "deactivated", title };
    }
    const { created_at: _, updated_at: __, form_id: ___, ...before } = service;
    await recordService(tx, ctx, DELETED, id, { before, after: null });
    return { done: "deleted", title };
  });
}

/** Takes a deletion back: what was deleted stands in the audit trail. Null: nothing was, or its id is in use again. */
export function restoreService(ctx: AdminCtx, id: string): Promise<{ title: string } | null> {
  return ctx.db.transaction(async (tx) => {
    await lockServices(tx);
    const [deleted] = await tx
      .select({ details: audit_log.details })
      .from(audit_log)
      .where(and(eq(audit_log.entity, "service"), eq(audit_log.entity_id, id), eq(audit_log.action, DELETED)))
      .orderBy(desc(audit_log.id))
      .limit(1);
    if (!deleted) return null;
    const service = deleted.details.before as typeof services.$inferInsert;
    const [last] = await tx.select({ place: max(services.sort_order) }).from(services);
    const sort_order = service.sort_order ?? (last?.place ?? 0) + 1;
    const dated = { created_at: ctx.now, updated_at: ctx.now };
    const stored = await tx
      .insert(services)
      .values({ ...service, ...dated, sort_order })
      .onConflictDoNothing()
      .returning({ title: services.title });
    if (!stored[0]) return null;
    await recordService(tx, ctx, "service.restored", id, { before: null, after: service });
    return stored[0];
  });
}

const DELETED = "service.deleted";
