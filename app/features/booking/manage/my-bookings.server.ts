import { and, asc, desc, eq, gte, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { storm_offers } from "~/db/schema/office";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { reviews } from "~/db/schema/reviews";
import { isHeld } from "~/features/booking/booking";
import { decideCancellation } from "~/features/booking/money/cancellation";
import { ownBooking } from "~/features/booking/ownership.server";
import { type BookingRow, refundedOfOrder, viewOf } from "~/features/booking/reads.server";
import { readCompany } from "~/features/operations/settings/reads.server";
import { companyToday } from "~/features/scheduling/availability/slots";
import type { UserCtx } from "~/platform/context.server";
import { type MyVisit, visitNote } from "./my-visits";
import { whyNotMovable } from "./rescheduling";
import { moneyOf } from "./visits.server";

export type MyVisits = { today: string; visits: MyVisit[] };

/** The customer's own visits from today on (company time), the next one first. */
export function readUpcoming(ctx: UserCtx): Promise<MyVisits> {
  return readVisits(ctx, (today) => gte(bookings.scheduled_date, today), asc);
}

/** The customer's own visits before today, the latest first, each with their review. */
export function readPast(ctx: UserCtx): Promise<MyVisits> {
  return readVisits(ctx, (today) => lt(bookings.scheduled_date, today), desc);
}

/**
 * Cancelled bookings are worth telling of only when they had been paid for (or their money is on its way), or skipped: the
 * others are slots that were let go.
 */
export const shownToCustomer = or(
  ne(bookings.status, "cancelled"),
  eq(orders.status, "completed"),
  isNotNull(orders.processing_at),
  and(isNotNull(bookings.plan_id), isNotNull(bookings.cancelled_at)),
);

/** A plan that waits for its payment is one thing to pay for, not twelve. */
const notOfHeldPlan = or(
  isNull(bookings.plan_id),
  ne(bookings.status, "pending"),
  isNotNull(bookings.needs_attention),
);

async function readVisits(
  ctx: UserCtx,
  when: (today: string) => SQL,
  order: typeof asc | typeof desc,
): Promise<MyVisits> {
  const { timezone } = await readCompany(ctx);
  const today = companyToday(ctx.now, timezone);
  const rows = await ctx.db
    .select({
      booking: bookings,
      order: orders,
      refunded: refundedOfOrder,
      service: services.title,
      plan_provider: plans.provider,
      service_type: services.service_type,
      review: {
        rating: reviews.rating,
        review_text: reviews.review_text,
        may_publish: reviews.may_publish,
      },
      storm: sql<boolean>`exists (select from ${storm_offers}
        where ${storm_offers.booking_id} = ${bookings.id} and ${storm_offers.status} = 'open')`,
    })
    .from(bookings)
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .innerJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(plans, eq(plans.id, bookings.plan_id))
    .leftJoin(reviews, eq(reviews.booking_id, bookings.id))
    .where(and(ownBooking(ctx.actor), when(today), shownToCustomer, notOfHeldPlan))
    .orderBy(order(bookings.scheduled_date), order(bookings.scheduled_time), order(bookings.id));
  return { today, visits: rows.map((row) => myVisit(row, ctx.now)) };
}

type Row = BookingRow & Pick<MyVisit, "service_type" | "review"> & { storm: boolean };

function myVisit({ service_type, review, storm, ...row }: Row, now: Temporal.Instant): MyVisit {
  const { booking, order } = row;
  const held = isHeld(booking, now);
  const hold = booking.hold_expires_at && (held ? "open" : "over");
  const view = viewOf(row);
  const { id, service, date, date_in_words, time, duration, address, total, status, needs_attention } = view;
  return {
    id,
    service,
    service_id: booking.service_id,
    service_type,
    date,
    date_in_words,
    time,
    duration,
    address,
    total,
    status,
    order_status: view.order_status,
    is_test: view.is_test,
    plan_id: booking.plan_id,
    needs_attention,
    can_move: whyNotMovable({ ...booking, storm }, now) === null,
    can_cancel: decideCancellation({ ...booking, ...moneyOf(booking, order, []), storm }, now).ok,
    checkout_url: held && !needs_attention ? (order?.checkout_url ?? null) : null,
    note: visitNote({
      status,
      order_status: view.order_status,
      processing: view.processing,
      flag: view.flag,
      paid_otherwise: view.paid_otherwise,
      hold,
      plan_id: booking.plan_id,
      storm,
    }),
    review,
  };
}
