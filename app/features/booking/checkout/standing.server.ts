import { and, eq, exists, ne, or } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { releaseBookings, releasePlans } from "~/features/booking/release.server";
import { isProcessing } from "~/features/payments/orders/processing";
import type { Money } from "~/features/payments/orders/twice";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { bookingOfDraft, planOfDraft } from "./of-draft.server";

/** The booking or plan that a draft holds or has become, and how far its money is. */
export type Standing = { kind: "booking" | "plan"; id: string; money: Money };

/** What stands for a draft now; null when nothing does. Call it with the draft locked. */
export async function standingOfDraft(tx: Database, draftId: string | null): Promise<Standing | null> {
  if (!draftId) return null;
  const [booking] = await tx
    .select({ id: bookings.id, status: bookings.status, order: orders })
    .from(bookings)
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .where(bookingOfDraft(draftId));
  if (booking) return { kind: "booking", id: booking.id, money: moneyOf(booking) };
  const [plan] = await tx
    .select({ id: plans.id, status: plans.status, order: orders })
    .from(plans)
    .leftJoin(orders, eq(orders.plan_id, plans.id))
    .where(planOfDraft(draftId))
    .orderBy(orders.created_at)
    .limit(1);
  return plan ? { kind: "plan", id: plan.id, money: moneyOf(plan) } : null;
}

function moneyOf({ status, order }: { status: string; order: typeof orders.$inferSelect | null }): Money {
  if (order && (order.status === "completed" || order.paid_amount !== null)) return "here";
  if (order && isProcessing(order)) return "on its way";
  return status === "pending" ? "awaited" : "owed";
}

/** Gives up what a draft only holds, because something else of it was paid; its checkout is closed. */
export async function releaseStanding(tx: Database, ctx: Ctx, { kind, id }: Standing): Promise<void> {
  const release = kind === "booking" ? releaseBookings : releasePlans;
  await release(tx, ctx, [id], "paid in another window");
}

/** The days on which a draft holds or has visits, for whoever locks them. */
export async function daysOfDraft(tx: Database, draftId: string | null): Promise<string[]> {
  if (!draftId) return [];
  const ofPlan = tx
    .select({ id: plans.id })
    .from(plans)
    .where(and(eq(plans.id, bookings.plan_id), planOfDraft(draftId)));
  const held = await tx
    .select({ date: bookings.scheduled_date })
    .from(bookings)
    .where(or(bookingOfDraft(draftId), and(ne(bookings.status, "cancelled").inlineParams(), exists(ofPlan))));
  return held.map(({ date }) => date);
}
