import { and, asc, eq, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { refunds } from "~/db/schema/payments";
import { isHeld } from "~/features/booking/booking";
import { ERASED_STREET } from "~/features/booking/erased";
import { isPlanUnpaid, PLAN_NOT_PAID } from "~/features/booking/lock-visit.server";
import { type Cancellation, decideCancellation } from "~/features/booking/money/cancellation";
import type { RefundStatus } from "~/features/booking/money/refund-words";
import { ownBooking } from "~/features/booking/ownership.server";
import { type BookingView, readBookingRow, viewOf } from "~/features/booking/reads.server";
import { readOpenOffer } from "~/features/booking/storm-offer.server";
import { readSettings } from "~/features/operations/settings/reads.server";
import { isDisputed } from "~/features/payments/orders/disputed.server";
import { companyToday } from "~/features/scheduling/availability/slots";
import { formatDate, formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { type Cents, formatCents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import { whyNotMovable } from "./rescheduling";

/** A visit as its customer sees and manages it. */
export type Visit = BookingView & {
  service_id: string;
  notes: string | null;
  bedrooms: number | null;
  bathrooms: number | null;
  /** In words, for a badge. */
  status_label: string;
  can_move: boolean;
  can_cancel: boolean;
  /** In words, when neither is possible any more. */
  why_not: string | null;
  /** What cancelling now would give back. */
  refund: { amount: Cents; text: string; percent: number; late: boolean };
  /** What went back or is on its way already, in words; null when nothing did. */
  refunded: string | null;
  /** What was given back, the oldest first. */
  refunds: { amount: string; status: RefundStatus; date: string }[];
  /** What is left of the payment after them. */
  balance: string;
  paid_on: string | null;
  /** What became of the time to pay for it; null when it has none. */
  hold: "open" | "over" | null;
  /** Where it can still be paid for. */
  checkout_url: string | null;
  slot: { date: string; time: string };
  town: string;
  /** A storm day asks what to do with it. */
  storm: boolean;
};

/** One visit of the actor's; null when there is none with this id, or it isn't theirs. */
export async function readVisit(ctx: Ctx, id: string): Promise<Visit | null> {
  if (!isUuid(id)) return null;
  const row = await readBookingRow(
    ctx,
    and(eq(bookings.id, id), ownBooking(ctx.actor), ne(bookings.address_line1, ERASED_STREET)),
  );
  if (!row) return null;
  const [settings, given, offer, disputed, unpaid_plan] = await Promise.all([
    readSettings(ctx),
    row.order ? readRefunds(ctx, row.order.id) : [],
    readOpenOffer(ctx, id),
    row.order !== null && isDisputed(ctx, row.order.id),
    isPlanUnpaid(ctx, row.booking),
  ]);
  const storm = offer !== null;
  const dayOf = (at: Temporal.Instant) => formatDate(companyToday(at, settings["general.timezone"]));
  const { booking, order } = row;
  const formatAmount = (amount: Cents) => formatCents(amount, order?.currency);
  const money = moneyOf(booking, order, given);
  const cancellation: Cancellation = unpaid_plan
    ? { ok: false, message: PLAN_NOT_PAID }
    : decideCancellation({ ...booking, ...money, storm, disputed }, ctx.now);
  const notMovable = whyNotMovable({ ...booking, storm }, ctx.now);
  const held = isHeld(booking, ctx.now);
  const { refund: amount, percent, late } = cancellation.ok ? cancellation : NOTHING;
  return {
    ...viewOf(row),
    service_id: booking.service_id,
    notes: booking.notes,
    bedrooms: booking.bedrooms,
    bathrooms: booking.bathrooms,
    status_label: booking.status,
    can_move: notMovable === null,
    can_cancel: cancellation.ok,
    why_not: cancellation.ok || !notMovable ? null : cancellation.message,
    refund: { amount, text: formatAmount(amount), percent, late },
    refunded: money.refunded > 0 ? formatAmount(money.refunded) : null,
    refunds: given.map((one) => ({
      amount: formatAmount(one.amount),
      status: one.status,
      date: dayOf(one.completed_at ?? one.created_at),
    })),
    balance: formatAmount(Math.max(0, money.paid - money.refunded)),
    paid_on: order?.completed_at ? dayOf(order.completed_at) : null,
    hold: booking.hold_expires_at && (held ? "open" : "over"),
    checkout_url: held && !money.needs_attention ? (order?.checkout_url ?? null) : null,
    slot: { date: booking.scheduled_date, time: formatTime(booking.scheduled_time) },
    town: booking.city,
    storm,
  };
}

const NOTHING = { refund: 0, percent: 0, late: false };

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

/** What a booking brought in, and what went or is on its way back. A visit of a plan brings in nothing of its own. */
export function moneyOf(
  booking: { needs_attention: string | null },
  order: { status: string; amount: Cents; paid_amount: Cents | null } | null,
  given: { amount: Cents; status: string }[],
) {
  const back = given.filter(({ status }) => status !== "failed" && status !== "cancelled");
  return {
    paid: (order?.status === "completed" ? order.amount : order?.paid_amount) ?? 0,
    refunded: back.reduce((sum, { amount }) => sum + amount, 0),
    needs_attention: booking.needs_attention !== null,
  };
}
