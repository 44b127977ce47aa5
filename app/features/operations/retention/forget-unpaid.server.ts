import { and, asc, eq, inArray, isNull, lt, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { mails } from "~/db/schema/mail";
import { orders } from "~/db/schema/payments";
import { ERASED_STREET } from "~/features/booking/booking";
import { scrubBookings } from "~/features/identity/privacy/scrub.server";
import { forgetCheckouts } from "~/features/payments/test-checkout/sessions.server";
import type { Ctx } from "~/platform/context.server";

/**
 * Takes the person out of visits that were held and never paid for, with the mails about them: that there was a hold, when
 * and for how much stays. Answers how many there were, `limit` at most.
 */
export async function forgetUnpaid(
  { db, now, jobs }: Pick<Ctx, "db" | "now" | "jobs">,
  before: Temporal.Instant,
  limit: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: bookings.id, session: orders.payment_session_id })
      .from(bookings)
      .innerJoin(orders, eq(orders.booking_id, bookings.id))
      .where(
        and(
          eq(bookings.status, "cancelled"),
          isNull(bookings.cancelled_at), // a hold that ran out; a visit that somebody cancelled is history
          isNull(bookings.plan_id),
          isNull(bookings.needs_attention),
          eq(orders.status, "failed"),
          isNull(orders.processing_at),
          lt(bookings.updated_at, before),
          ne(bookings.address_line1, ERASED_STREET),
        ),
      )
      .orderBy(asc(bookings.id))
      .limit(limit)
      .for("update", { of: bookings });
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await scrubBookings(tx, { now }, ids);
    await forgetCheckouts(
      tx,
      found.flatMap(({ session }) => session ?? []),
    );
    const gone = await tx.delete(mails).where(inArray(mails.booking_id, ids)).returning({ id: mails.id });
    if (gone.length > 0) await jobs.enqueue(tx, "forget-mail-files", { ids: gone.map(({ id }) => id) });
    return ids.length;
  });
}
