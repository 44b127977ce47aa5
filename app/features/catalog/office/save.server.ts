import { eq, max } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import type { AdminCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database.server";
import type { ServiceForm } from "./form";
import { VERSION } from "./queries.server";
import { slugOf } from "./service";
import { recordService } from "./trail.server";

/**
 * A new service, at the end of its list. Its id comes from the title and stays, whatever it is called later. `form_id` is
 * made with the form: sent twice, it is one service.
 */
export function addService(
  ctx: AdminCtx,
  { price, form_id, ...form }: ServiceForm & { form_id?: string },
): Promise<{ id: string }> {
  return ctx.db.transaction(async (tx) => {
    await lockServices(tx);
    const [earlier] = form_id
      ? await tx.select({ id: services.id }).from(services).where(eq(services.form_id, form_id))
      : [];
    if (earlier) return earlier;
    const taken = new Set((await tx.select({ id: services.id }).from(services)).map(({ id }) => id));
    const id = slugOf(form.title, (slug) => taken.has(slug));
    const [last] = await tx.select({ place: max(services.sort_order) }).from(services);
    const service = { ...form, id, price_per_hour: price };
    const dated = { created_at: ctx.now, updated_at: ctx.now };
    await tx.insert(services).values({ ...service, ...dated, form_id, sort_order: (last?.place ?? 0) + 1 });
    await recordService(tx, ctx, "service.added", id, {
      before: null,
      after: { ...form, price_per_hour: price },
    });
    return { id };
  });
}

export type UpdateOutcome = { ok: true } | { ok: false; reason: "not found" | "changed" };

/**
 * Changes a service; bookings keep the price of their day. `seen`: its version as staff saw it, to refuse
 * what would undo what somebody else has changed meanwhile.
 */
export function updateService(
  ctx: AdminCtx,
  { id, price, seen, ...form }: ServiceForm & { id: string; seen?: string },
): Promise<UpdateOutcome> {
  return ctx.db.transaction(async (tx): Promise<UpdateOutcome> => {
    const [found] = await tx
      .select({ service: services, version: VERSION })
      .from(services)
      .where(eq(services.id, id))
      .for("update");
    if (!found) return { ok: false, reason: "not found" };
    const { service, version } = found;
    const wanted = { ...form, price_per_hour: price };
    const names = Object.keys(wanted) as (keyof typeof wanted)[];
    const changed = names.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(service[name]));
    if (changed.length === 0) return { ok: true };
    if (seen && seen !== version) return { ok: false, reason: "changed" };
    await tx
      .update(services)
      .set({ ...wanted, updated_at: ctx.now })
      .where(eq(services.id, id));
    const only = (from: typeof wanted) => Object.fromEntries(changed.map((name) => [name, from[name]]));
    const sides = { before: only(service), after: only(wanted) };
    await recordService(tx, ctx, "service.updated", id, sides);
    return { ok: true };
  });
}

/** Lets changes of the list of services in one by one. */
export function lockServices(tx: Database): Promise<void> {
  return lockUntilCommit(tx, "services");
}
