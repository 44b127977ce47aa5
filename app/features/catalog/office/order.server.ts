import { eq } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { readOfficeServices } from "./queries.server";
import { lockServices } from "./save.server";
import { placed } from "./service";

/** Moves a service to a place (0 is the first) in the list of its type. False: there is no such service. */
export function placeService(ctx: AdminCtx, wish: { id: string; place: number }): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await lockServices(tx);
    const all = await readOfficeServices({ db: tx });
    const service = all.find(({ id }) => id === wish.id);
    if (!service) return false;
    const ofType = (one: typeof service) => one.service_type === service.service_type;
    const group = all.filter(ofType);
    const from = group.indexOf(service);
    const ordered = placed(group, wish.id, wish.place);
    const place = ordered.indexOf(service);
    if (place === from) return true;
    const places = [...ordered, ...all.filter((one) => !ofType(one))];
    for (const [index, { id }] of places.entries()) {
      await tx
        .update(services)
        .set({ sort_order: index + 1 })
        .where(eq(services.id, id));
    }
    await recordAudit(tx, ctx, {
      action: "service.ordered",
      entity: "service",
      entity_id: wish.id,
      details: { before: { place: from + 1 }, after: { place: place + 1 } },
    });
    return true;
  });
}
