import { and, eq, exists, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { releaseBookings, releasePlans } from "~/features/booking/release.server";
import type { RequestRefusal } from "~/features/booking/rules";
import { draftLocks, lockDraft } from "~/features/booking/visit.server";
import {
  ALREADY_BOOKED,
  ALREADY_PAID,
  isProcessing,
  type Money,
  PAYMENT_UNDER_WAY,
} from "~/features/payments/orders/rules";
import { dayLock, dayLocks } from "~/features/scheduling/crews/pick.server";
import type { Ctx } from "~/platform/context.server";
import { type Database, type Given, lockUntilCommit } from "~/platform/database/database.server";

/** Locks a draft and a day with one statement. */
export async function lockDraftAndDay(tx: Database, draftId: string | null, date: string): Promise<void> {
  await lockUntilCommit(tx, ...draftLocks(draftId), dayLock(date));
}

/** Locks a draft, `date` and all days on which the draft has visits. */
export async function lockDraftAndItsDays(tx: Database, draftId: string | null, date: string): Promise<void> {
  await lockDraft(tx, draftId);
  await lockUntilCommit(tx, ...dayLocks([date, ...(await daysOfDraft(tx, draftId))]));
}

/** The booking or plan that a draft holds or has become, and how far its money is. */
export type Standing = { kind: "booking" | "plan"; id: string; money: Money };

/** Returns the booking or plan of a draft; null if none. Call it with the draft locked. */
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

/** Releases a draft's hold and closes its checkout, because something else of the draft was paid. */
export async function releaseStanding(tx: Database, ctx: Ctx, { kind, id }: Standing): Promise<void> {
  const release = kind === "booking" ? releaseBookings : releasePlans;
  await release(tx, ctx, [id], "paid in another window");
}

/** The days on which a draft has visits. */
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

/**
 * The booking that a draft holds or has become. The status is inlined, not a parameter: only then can a generic plan use
 * the partial index on drafts, which leaves out cancelled bookings.
 */
export function bookingOfDraft(draftId: Given): SQL | undefined {
  return and(eq(bookings.draft_id, draftId), ne(bookings.status, "cancelled").inlineParams());
}

/** The same of plans. */
export function planOfDraft(draftId: Given): SQL | undefined {
  return and(eq(plans.draft_id, draftId), ne(plans.status, "ended").inlineParams());
}

/** The booking that a draft holds or has become; `stays`: why it can't be given up, `release`: what gives it up. */
export async function earlierBooking(tx: Database, draftId: string) {
  const [found] = await tx
    .select({
      id: bookings.id,
      status: bookings.status,
      hold_expires_at: bookings.hold_expires_at,
      needs_attention: bookings.needs_attention,
      request_hash: bookings.request_hash,
      order_id: orders.id,
      provider: orders.provider,
      order: {
        status: orders.status,
        processing_at: orders.processing_at,
        session_closed_at: orders.session_closed_at,
      },
    })
    .from(bookings)
    .innerJoin(orders, eq(orders.booking_id, bookings.id))
    .where(bookingOfDraft(draftId))
    .for("update");
  if (!found) return null;
  const { status, needs_attention, order } = found;
  const owed = order.status !== "completed" && !needs_attention;
  const booked = owed ? ALREADY_BOOKED : ALREADY_PAID;
  const processing = isProcessing(order) ? PAYMENT_UNDER_WAY : null;
  const stays = status !== "pending" || needs_attention ? booked : processing;
  return { ...found, stays, release: releaseBookings };
}

/** The same of a plan, with the order of its first month. */
export async function earlierPlan(tx: Database, draftId: string) {
  const [found] = await tx
    .select({
      id: plans.id,
      status: plans.status,
      hold_expires_at: plans.hold_expires_at,
      needs_attention: plans.needs_attention,
      request_hash: plans.request_hash,
      order_id: orders.id,
      provider: plans.provider,
    })
    .from(plans)
    .innerJoin(orders, eq(orders.plan_id, plans.id))
    .where(planOfDraft(draftId))
    .orderBy(orders.created_at)
    .limit(1)
    .for("update", { of: plans });
  if (!found) return null;
  const processing = found.hold_expires_at === null ? PAYMENT_UNDER_WAY : null;
  const stays = found.status !== "pending" || found.needs_attention ? ALREADY_PAID : processing;
  return { ...found, stays, release: releasePlans };
}

/** The refusal when another request with the same draft was faster. */
export const CHANGED_ELSEWHERE = {
  ok: false,
  status: 409,
  field: "body",
  message: "This booking was changed in another window. Please try again.",
} as const satisfies RequestRefusal;

/** Rolls back a hold: close these earlier sessions of the draft at their providers first. */
export class StillPayable extends Error {
  readonly sessions: string[];
  constructor(sessions: string[]) {
    super("A draft has checkouts that may still be paid");
    this.sessions = sessions;
  }
}

/** Of orders: the provider has not said how the checkout ended. */
const mayBePaid = and(isNotNull(orders.payment_session_id), isNull(orders.session_closed_at));
/** Its customer cancelled it while the money was on its way; the money goes back when it arrives. */
const goesBack = and(isNotNull(bookings.cancelled_at), isNotNull(orders.processing_at)) ?? sql`false`;

function givenUpBooking(draftId: Given): SQL | undefined {
  return and(eq(bookings.draft_id, draftId), eq(bookings.status, "cancelled").inlineParams());
}

function givenUpPlan(draftId: Given): SQL | undefined {
  return and(eq(plans.draft_id, draftId), eq(plans.status, "ended").inlineParams());
}

/** Part of a statement: whether something that the draft gave up may still be paid. */
export function hasEarlierCheckout(draftId: Given): SQL {
  return sql`(exists (select from ${bookings} join ${orders} on ${orders.booking_id} = ${bookings.id}
      where ${givenUpBooking(draftId)} and ${mayBePaid})
    or exists (select from ${plans} join ${orders} on ${orders.plan_id} = ${plans.id}
      where ${givenUpPlan(draftId)} and ${mayBePaid}))`;
}

type Asked = {
  draft_id: string | null;
  /** Sessions that their provider doesn't know any more. */
  gone?: readonly string[];
};

/** Throws `StillPayable` when something that the draft gave up may still be paid. */
export async function refuseWhilePayable(tx: Database, { draft_id, gone = [] }: Asked): Promise<void> {
  if (!draft_id) return;
  const shown = { session: orders.payment_session_id };
  const ofBookings = tx
    .select(shown)
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(and(givenUpBooking(draft_id), mayBePaid, not(goesBack)));
  const ofPlans = tx
    .select(shown)
    .from(orders)
    .innerJoin(plans, eq(plans.id, orders.plan_id))
    .where(and(givenUpPlan(draft_id), mayBePaid));
  const found = await ofBookings.unionAll(ofPlans);
  const payable = found.flatMap(({ session }) => (session && !gone.includes(session) ? [session] : []));
  if (payable.length > 0) throw new StillPayable(payable);
}
