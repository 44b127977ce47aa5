import { and, eq, isNotNull } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { storm_offers } from "~/db/schema/office";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { enqueueOffer } from "./call.server";

/**
 * Sends the question again to who has not answered: of a whole storm day, or of one visit of it. Answers to how many;
 * who has no email address can only be called. `form_id` is of the form as it was shown: sent twice, it is one mail to each.
 */
export function resendOffers(
  ctx: AdminCtx,
  { id, visit, form_id }: { id: string; visit?: string; form_id: string },
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(id) || (visit !== undefined && !isUuid(visit))) return 0;
    const open = await tx
      .select({ id: storm_offers.id, booking_id: storm_offers.booking_id })
      .from(storm_offers)
      .innerJoin(bookings, eq(bookings.id, storm_offers.booking_id))
      .where(
        and(
          eq(storm_offers.storm_day_id, id),
          eq(storm_offers.status, "open"),
          isNotNull(bookings.customer_email),
          visit ? eq(storm_offers.booking_id, visit) : undefined,
        ),
      );
    for (const offer of open) await enqueueOffer(tx, ctx, offer.id, form_id);
    const entries = open.map(({ booking_id }) => ({
      action: "storm.offer_sent_again",
      entity: "booking",
      entity_id: booking_id,
      details: { storm_day: id },
    }));
    if (entries.length > 0) await recordAudit(tx, ctx, ...entries);
    return open.length;
  });
}
