import { and, eq } from "drizzle-orm";
import { closures } from "~/db/schema/crews";
import { storm_days, storm_offers } from "~/db/schema/office";
import { settleOffer } from "~/features/booking/storm-offer.server";
import { lockDay } from "~/features/scheduling/crews/pick.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";

/**
 * The storm did not come: the day can be booked again, and who has not answered keeps the visit and hears so. Answers how
 * many those are; null when there is no such storm day, or it is open already.
 */
export function openStormDay(ctx: AdminCtx, id: string): Promise<number | null> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(id)) return null;
    const [seen] = await tx.select({ date: storm_days.date }).from(storm_days).where(eq(storm_days.id, id));
    if (!seen) return null;
    await lockDay(tx, seen.date);
    const [day] = await tx.select().from(storm_days).where(eq(storm_days.id, id)).for("update");
    if (!day || day.opened_at) return null;
    await tx.update(storm_days).set({ opened_at: ctx.now, updated_at: ctx.now }).where(eq(storm_days.id, id));
    if (day.closure_id) await tx.delete(closures).where(eq(closures.id, day.closure_id));
    const open = await tx
      .select({ id: storm_offers.id, booking_id: storm_offers.booking_id })
      .from(storm_offers)
      .where(and(eq(storm_offers.storm_day_id, id), eq(storm_offers.status, "open")))
      .for("update");
    for (const { id: offer_id, booking_id } of open) {
      await settleOffer(tx, ctx, booking_id, "settled");
      await ctx.jobs.enqueue(tx, "storm-over-mail", { offer_id, at: ctx.now.epochMilliseconds });
    }
    await recordAudit(tx, ctx, {
      action: "storm.opened",
      entity: "storm_day",
      entity_id: id,
      details: { date: day.date, towns: day.towns, kept: open.length },
    });
    return open.length;
  });
}
