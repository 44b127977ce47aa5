import { and, asc, desc, eq, gte, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { storm_offers } from "~/db/schema/office";
import { orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { reviews } from "~/db/schema/reviews";
import { type BookingStatus, ERASED_STREET, isHeld } from "~/features/booking/booking";
import { type Cancellation, decideCancellation, type RefundStatus } from "~/features/booking/cancellation";
import { owedOf } from "~/features/booking/fee";
import {
  type BookingRow,
  type BookingView,
  bookingColumns,
  readBookingRow,
  viewOf,
} from "~/features/booking/queries.server";
import { isPlanUnpaid, ownBooking, PLAN_NOT_PAID, readOpenOffer } from "~/features/booking/visit.server";
import { readCompany, readSettings } from "~/features/operations/settings/queries.server";
import type { NewLine } from "~/features/payments/orders/lines.server";
import { isDisputed } from "~/features/payments/orders/queries.server";
import { OFFICE_PROVIDER } from "~/features/payments/orders/rules";
import { tipsOf } from "~/features/payments/orders/tip";
import { companyToday, formatDate, formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { type Cents, formatCents } from "~/lib/money";
import type { Ctx, UserCtx } from "~/platform/context.server";
import { whyNotMovable } from "./reschedule";
import { type MyVisit, visitNote } from "./visit";

/** A visit as its customer sees and manages it. */
export type Visit = BookingView & {
  service_id: string;
  notes: string | null;
  /** In words, for a badge. */
  status_label: string;
  can_move: boolean;
  can_cancel: boolean;
  /** In words, when neither is possible any more. */
  why_not: string | null;
  /** What cancelling now would give back; `tip`: what of it is the tip, formatted. */
  refund: { amount: Cents; text: string; tip: string | null; percent: number; late: boolean };
  /** What cancelling now would leave due of a visit that is paid on the day; `text` is empty when nothing. */
  fee: { amount: Cents; text: string };

  /** The formatted amount refunded or pending; null if none. */
  refunded: string | null;
  /** What was given back, the oldest first. */
  refunds: { amount: string; status: RefundStatus; date: string }[];
  paid_on: string | null;
  has_receipt: boolean;
  /** What became of the time to pay for it; null when it has none. */
  hold: "open" | "over" | null;
  /** Where it can still be paid for. */
  checkout_url: string | null;
  slot: { date: string; time: string };
  town: string;
  zip: string;
  /** A storm day asks what to do with it. */
  storm: boolean;
  /** The plan that is sold in its place; `is_unpaid`: the visit comes back if nobody pays for the plan in time. */
  made_room: { plan_id: string; is_unpaid: boolean } | null;
};

/** One visit of the actor's; null when there is none with this id, or it isn't theirs. */
export async function readVisit(ctx: Ctx, id: string): Promise<Visit | null> {
  if (!isUuid(id)) return null;
  const row = await readBookingRow(
    ctx,
    and(eq(bookings.id, id), ownBooking(ctx.actor), ne(bookings.address_line1, ERASED_STREET)),
  );
  if (!row) return null;
  const made_room_for = row.booking.status === "cancelled" ? row.booking.made_room_for : null;
  const [settings, given, offer, disputed, unpaid_plan, is_unpaid] = await Promise.all([
    readSettings(ctx),
    row.order ? readRefunds(ctx, row.order.id) : [],
    readOpenOffer(ctx, id),
    row.order !== null && isDisputed(ctx, row.order.id),
    isPlanUnpaid(ctx, row.booking),
    isPlanUnpaid(ctx, { plan_id: made_room_for }),
  ]);
  const storm = offer !== null;
  const dayOf = (at: Temporal.Instant) => formatDate(companyToday(at, settings["general.timezone"]));
  const { booking, order } = row;
  const formatAmount = (amount: Cents) => formatCents(amount, order?.currency);
  const money = moneyOf(booking, order, given, row.lines);
  const cancellation: Cancellation = unpaid_plan
    ? { ok: false, message: PLAN_NOT_PAID }
    : decideCancellation({ ...booking, ...money, storm, disputed }, ctx.now);
  const notMovable = whyNotMovable({ ...booking, storm }, ctx.now);
  const held = isHeld(booking, ctx.now);
  const { refund: amount, tip, percent, late, fee = 0 } = cancellation.ok ? cancellation : NOTHING;
  return {
    ...viewOf(row),
    service_id: booking.service_id,
    notes: booking.notes,
    status_label: booking.status,
    can_move: notMovable === null,
    can_cancel: cancellation.ok,
    why_not: cancellation.ok || !notMovable ? null : cancellation.message,
    refund: { amount, text: formatAmount(amount), tip: tip > 0 ? formatAmount(tip) : null, percent, late },
    fee: { amount: fee, text: fee > 0 ? formatAmount(fee) : "" },
    refunded: money.refunded > 0 ? formatAmount(money.refunded) : null,
    refunds: given.map((one) => ({
      amount: formatAmount(one.amount),
      status: one.status,
      date: dayOf(one.completed_at ?? one.created_at),
    })),
    paid_on: order?.completed_at ? dayOf(order.completed_at) : null,
    has_receipt: order !== null && (order.completed_at !== null || (order.charged > 0 && !order.paid_amount)),
    hold: booking.hold_expires_at && (held ? "open" : "over"),
    checkout_url: held && !money.needs_attention ? (order?.checkout_url ?? null) : null,
    slot: { date: booking.scheduled_date, time: formatTime(booking.scheduled_time) },
    town: booking.city,
    zip: booking.zip_code,
    storm,
    made_room: made_room_for ? { plan_id: made_room_for, is_unpaid } : null,
  };
}

const NOTHING = { refund: 0, tip: 0, percent: 0, late: false, fee: 0 };

/** Every refund of an order, the oldest first. */
export function readRefunds({ db }: Pick<Ctx, "db">, orderId: string) {
  return db
    .select({
      amount: refunds.amount,
      status: refunds.status,
      created_at: refunds.created_at,
      completed_at: refunds.completed_at,
    })
    .from(refunds)
    .where(eq(refunds.order_id, orderId))
    .orderBy(asc(refunds.created_at));
}

/**
 * What a booking brought in, and what went or is on its way back. A visit of a plan brings in nothing of its own. `lines` of its order
 * tell the tips, which a cancellation treats apart.
 */
export function moneyOf(
  booking: { needs_attention: string | null; status?: BookingStatus },
  order: {
    status: "pending" | "completed" | "failed";
    charged: Cents;
    due: Cents;
    provider: string;
  } | null,
  given: { amount: Cents; status: string }[],
  lines: readonly Pick<NewLine, "kind" | "amount">[] | null = null,
) {
  const back = given.filter(({ status }) => status !== "failed" && status !== "cancelled");
  return {
    paid: order?.charged ?? 0,
    refunded: back.reduce((sum, { amount }) => sum + amount, 0),
    tips: tipsOf(lines ?? []),
    needs_attention: booking.needs_attention !== null,
    owed: booking.status ? owedOf({ status: booking.status }, order) : 0,
  };
}

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
 * Cancelled bookings are listed only when they were paid for (or the money is on its way) or skipped; the others are
 * released holds.
 */
export const shownToCustomer = or(
  ne(bookings.status, "cancelled"),
  eq(orders.status, "completed"),
  and(eq(orders.status, "pending"), eq(orders.provider, OFFICE_PROVIDER)), // a fee that is due
  isNotNull(orders.processing_at),
  and(isNotNull(bookings.plan_id), isNotNull(bookings.cancelled_at)),
);

/** Lists a plan that waits for its payment once, not with each of its visits. */
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
      ...bookingColumns,
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

type Row = Omit<BookingRow, "plan"> & Pick<MyVisit, "service_type" | "review"> & { storm: boolean };

function myVisit({ service_type, review, storm, ...row }: Row, now: Temporal.Instant): MyVisit {
  const { booking, order } = row;
  const held = isHeld(booking, now);
  const hold = booking.hold_expires_at && (held ? "open" : "over");
  const view = viewOf(row);
  const { id, service, date, date_in_words, time, duration, address, total, status, needs_attention } = view;
  return {
    id,
    number: view.number,
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
      fee_due: view.fee_due ? view.due : null,
      paid_otherwise: view.paid_otherwise,
      hold,
      plan_id: booking.plan_id,
      storm,
    }),
    review,
  };
}
