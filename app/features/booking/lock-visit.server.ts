import { and, eq, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { lockDay } from "~/features/crews/pick.server";
import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { lockDraft } from "./draft-lock.server";
import { ERASED_STREET } from "./erased";
import { ownBooking } from "./ownership.server";

/**
 * One visit of the actor's with its order (none if it is of a plan), as it stands once nobody else is changing it; the locks are those of the
 * other verbs, in their order: draft, days, rows. Undefined when there is none with this id, or it isn't theirs.
 */
export async function lockVisit(
  tx: Database,
  { actor }: Pick<Ctx, "actor">,
  id: string,
  days: string[] = [],
) {
  if (!isUuid(id)) return undefined;
  const theirs = and(eq(bookings.id, id), ownBooking(actor), ne(bookings.address_line1, ERASED_STREET));
  const [seen] = await tx
    .select({ date: bookings.scheduled_date, draft_id: bookings.draft_id })
    .from(bookings)
    .where(theirs);
  if (!seen) return undefined;
  await lockDraft(tx, seen.draft_id);
  for (const day of new Set([seen.date, ...days].sort())) await lockDay(tx, day);
  const [booking] = await tx.select().from(bookings).where(theirs).for("update");
  if (!booking) return undefined;
  const [order] = await tx.select().from(orders).where(eq(orders.booking_id, id)).for("update");
  return { booking, order: order ?? null };
}
