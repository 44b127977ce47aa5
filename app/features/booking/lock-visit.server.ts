import { and, eq, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { lockDraft } from "~/features/booking/checkout/draft.server";
import { lockDay } from "~/features/scheduling/crews/pick.server";
import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { ERASED_STREET } from "./booking";
import { ownBooking } from "./ownership.server";

/** Why a visit of a plan that waits for its payment can't be changed: it is held, and given back, with all the others. */
export const PLAN_NOT_PAID = "This plan hasn't been paid for yet.";

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
  return { booking, order: order ?? null, unpaid_plan: await isPlanUnpaid({ db: tx }, booking) };
}

/** Whether a visit is of a plan that was not paid for yet. */
export async function isPlanUnpaid(
  { db }: Pick<Ctx, "db">,
  { plan_id }: { plan_id: string | null },
): Promise<boolean> {
  if (!plan_id) return false;
  return (await db.$count(plans, and(eq(plans.id, plan_id), eq(plans.status, "pending")))) > 0;
}
