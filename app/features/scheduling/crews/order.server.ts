import { asc, eq } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { lockCrews } from "./save-crew.server";

/**
 * Puts a crew at a place of every list, 1 for the first; of crews with equal work the first is sent. Asked twice is done
 * once. False: there is no such crew.
 */
export function orderCrew(ctx: AdminCtx, { id, place }: { id: string; place: number }): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await lockCrews(tx);
    const found = await tx
      .select({ id: crews.id, place: crews.sort_order })
      .from(crews)
      .orderBy(asc(crews.sort_order), asc(crews.name));
    const from = found.findIndex((crew) => crew.id === id);
    if (from === -1) return false;
    const to = Math.min(Math.max(place, 1), found.length) - 1;
    if (to === from) return true;
    const ordered = found.toSpliced(from, 1).toSpliced(to, 0, ...found.slice(from, from + 1));
    for (const [index, crew] of ordered.entries()) {
      if (crew.place === index + 1) continue;
      await tx
        .update(crews)
        .set({ sort_order: index + 1, updated_at: ctx.now })
        .where(eq(crews.id, crew.id));
    }
    await recordAudit(tx, ctx, {
      action: "crew.ordered",
      entity: "crew",
      entity_id: id,
      details: { before: { place: from + 1 }, after: { place: to + 1 } },
    });
    return true;
  });
}
