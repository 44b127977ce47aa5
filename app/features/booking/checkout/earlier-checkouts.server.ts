import { and, eq, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import type { RequestRefusal } from "~/features/booking/booking";
import type { Database, Given } from "~/platform/database.server";

/** What a request is told when another one with its draft was faster. */
export const CHANGED_ELSEWHERE = {
  ok: false,
  status: 409,
  field: "body",
  message: "This booking was changed in another window. Please try again.",
} as const satisfies RequestRefusal;

/** Rolls back a hold: these sessions, which its draft had before, must be closed at their providers first. */
export class StillPayable extends Error {
  readonly sessions: string[];
  constructor(sessions: string[]) {
    super("A draft has checkouts that may still be paid");
    this.sessions = sessions;
  }
}

/** Of orders: the provider has not said how the checkout ended. */
const mayBePaid = and(isNotNull(orders.payment_session_id), isNull(orders.session_closed_at));
/** Its customer has cancelled it while the money was on its way: that goes back when it comes. */
const goesBack = and(isNotNull(bookings.cancelled_at), isNotNull(orders.processing_at)) ?? sql`false`;

function givenUpBooking(draftId: Given): SQL | undefined {
  return and(eq(bookings.draft_id, draftId), eq(bookings.status, "cancelled").inlineParams());
}

function givenUpPlan(draftId: Given): SQL | undefined {
  return and(eq(plans.draft_id, draftId), eq(plans.status, "ended").inlineParams());
}

/** In a statement: whether a draft has given something up that may still be paid. */
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

/** Throws `StillPayable` when a draft, which holds nothing now, has given something up that may still be paid. */
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
