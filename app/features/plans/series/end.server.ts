import { and, asc, eq, gt, isNotNull, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { series } from "~/db/schema/series";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { isLaidOn } from "./preview.server";
import { lockSeries } from "./sell.server";

/** `cancel`: the ids of its visits to come that staff chose. */
export type SeriesEnd = { id: string; cancel: readonly string[] };

export type EndOutcome =
  | { ok: true; cancelled: number; left: number }
  | { ok: false; reason: "not found" | "not possible"; message: string };

/** Undoes an end that could not be made whole. */
class Refused extends Error {}

/**
 * Ends a series: no more visits are laid for it. Cancels only the visits that staff chose, each as on its own page, with nothing to
 * refund and no fee; all of them or none. What a visit was paid with is refunded on its own page, so such a visit is refused.
 */
export function endSeries(ctx: StaffCtx, { id, cancel }: SeriesEnd): Promise<EndOutcome> {
  return ctx.db
    .transaction(async (tx): Promise<EndOutcome> => {
      await lockSeries(tx, id);
      const [found] = await tx
        .select({ customer_id: series.customer_id, is_open: isLaidOn })
        .from(series)
        .where(eq(series.id, id));
      if (!found) return { ok: false, reason: "not found", message: "This series no longer exists." };
      if (!found.is_open) throw new Refused("This series has ended or was sold as a plan.");
      const ahead = await tx
        .select({ id: bookings.id, number: bookings.number, charged: orders.charged })
        .from(bookings)
        .leftJoin(orders, eq(orders.booking_id, bookings.id))
        .where(
          and(eq(bookings.series_id, id), ne(bookings.status, "cancelled"), gt(bookings.starts_at, ctx.now)),
        )
        .orderBy(asc(bookings.id));
      const chosen = ahead.filter((visit) => cancel.includes(visit.id));
      if (chosen.length < new Set(cancel).size)
        throw new Refused(
          "Some of these visits have begun, moved to another series, or are cancelled already. Check them again.",
        );
      for (const { id: visit, number, charged } of chosen) {
        if ((charged ?? 0) > 0)
          throw new Refused(
            `Visit #${number} is paid. Cancel it on its page, where you decide about the refund.`,
          );
        const outcome = await cancelByStaff(
          { ...ctx, db: tx },
          { id: visit, choice: "none", amount: null, reason: "The series ended", left: 0 },
        );
        if (!outcome.ok) throw new Refused(`Visit #${number}: ${outcome.message}`);
      }
      await tx.update(series).set({ ended_at: ctx.now, updated_at: ctx.now }).where(eq(series.id, id));
      await recordAudit(tx, ctx, {
        ...{ action: "series.ended", entity: "series", entity_id: id, customer_id: found.customer_id },
        details: { cancelled: chosen.length },
      });
      return { ok: true, cancelled: chosen.length, left: ahead.length - chosen.length };
    })
    .catch((error): EndOutcome => {
      if (!(error instanceof Refused)) throw error;
      return { ok: false, reason: "not possible", message: error.message };
    });
}

/** Takes the end of a series back: it goes on where its visits end. */
export function reopenSeries(ctx: StaffCtx, { id }: { id: string }): Promise<{ ok: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const [found] = await tx
      .update(series)
      .set({ ended_at: null, updated_at: ctx.now })
      .where(and(eq(series.id, id), isNotNull(series.ended_at)))
      .returning({ customer_id: series.customer_id });
    if (!found) return { ok: false };
    await recordAudit(tx, ctx, {
      ...{ action: "series.reopened", entity: "series", entity_id: id, customer_id: found.customer_id },
    });
    return { ok: true };
  });
}
