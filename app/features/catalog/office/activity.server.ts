import { eq } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

/** Takes a service off the site, or back onto it; null when there is none. */
export function setServiceActive(
  ctx: AdminCtx,
  { id, active }: { id: string; active: boolean },
): Promise<{ title: string } | null> {
  return ctx.db.transaction(async (tx) => {
    const [service] = await tx.select().from(services).where(eq(services.id, id)).for("update");
    if (!service) return null;
    if (service.is_active !== active) await switchService(tx, ctx, service, active);
    return { title: service.title };
  });
}

/** The change itself, of a service whose row is locked. */
export async function switchService(
  tx: Database,
  ctx: AdminCtx,
  { id, is_active }: { id: string; is_active: boolean },
  active: boolean,
): Promise<void> {
  await tx.update(services).set({ is_active: active, updated_at: ctx.now }).where(eq(services.id, id));
  await recordAudit(tx, ctx, {
    action: active ? "service.activated" : "service.deactivated",
    entity: "service",
    entity_id: id,
    details: { before: { is_active }, after: { is_active: active } },
  });
}
