// Rooms: emails read a visit with its payment (payments) and its rhythm (scheduling), while it is there
// (notifications); lists read those of a customer (customers).
import { and, eq, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { COUNT_LIMIT } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { customer_contacts, customers } from "~/db/schema/customers";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { bookingOfDraft, planOfDraft } from "~/features/booking/checkout/draft.server";
import { formatExtras, formatRooms, type VisitMoney, visitMoney } from "~/features/booking/manage/visit";
import { nameOf } from "~/features/customers/records/contact";
import { isRowStillThere } from "~/features/notifications/email/lock.server";
import { awaitedOf } from "~/features/payments/orders/card";
import { cardOfOrder } from "~/features/payments/orders/card.server";
import { linesOfOrder } from "~/features/payments/orders/lines.server";
import { refundedOfOrder } from "~/features/payments/orders/queries.server";
import { isProcessing, type OfficeMethod, officeMethodOf } from "~/features/payments/orders/rules";
import { isTipWelcome } from "~/features/payments/orders/tip";
import { formatLongDate, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type BookingStatus, ERASED_STREET, type Policy } from "./booking";
import { isFeeDue } from "./fee";
import { formatDuration } from "./length";
import { type PaidFlag, paidFlag } from "./paid-flag";

/** A booking as its customer reads it: finished strings, company time. */
export type BookingView = {
  id: string;
  link_generation: number;
  /** "#1042". */
  number: string;
  order_id: string | null;
  /** Whose it is; null for a guest's. */
  user_id: string | null;
  status: BookingStatus;
  /** A visit of a plan has no order: its plan was paid for. */
  order_status: "pending" | "completed" | "failed";
  /** The checkout is done, but its money is still on its way. */
  processing: boolean;
  /** Its plan, if any: nothing is paid for it alone. */
  plan_id: string | null;
  plan_visit: number | null;
  needs_attention: boolean;
  flag: PaidFlag | null;
  session_id: string | null;
  service: string;
  date: string;
  date_in_words: string;
  time: string;
  duration: string;
  address: string;
  /** "2 bedrooms, 1 bathroom"; null when rooms don't apply. */
  rooms: string | null;
  /** "Inside oven, Interior windows × 4"; null without any. */
  extras: string | null;
  total: string;
  welcomes_tip: boolean;
  /** The saved card that is charged for what is due after the visit, as "Visa ending in 4242". */
  card: string | null;
  /** Its customer has still to save a card. */
  needs_card: boolean;
  /** The deposit that is still to be paid by link; null if none is. */
  deposit: string | null;
  /** What of it the saved card may be charged, formatted; null if nothing. */
  card_charge: string | null;
  /** Formatted: what was taken, what is owed and no checkout asks for (null if nothing), and the total without that. */
  paid: string | null;
  due: string | null;
  settled: string;
  /** It was cancelled late or nobody let us in: the total is the fee, and not paid yet. */
  fee_due: boolean;
  /** The amount paid, if it differs from the total; else null. */
  paid_otherwise: string | null;
  /** Formatted amounts paid (less refunds) and due; null if none. */
  money: VisitMoney;
  lines: { label: string; amount: string }[];
  /** When its order was paid; null if unpaid or without order. */
  paid_at: Temporal.Instant | null;
  is_test: boolean;
  /** How the office took the money of its order; null when it didn't. */
  paid_by: OfficeMethod | null;
  receipt_number: string;
  customer_name: string | null;
  customer_email: string | null;
  starts_at: Temporal.Instant;
  ends_at: Temporal.Instant;
  cancelled_at: Temporal.Instant | null;
  /** Grows with every change that calendars must take over. */
  calendar_sequence: number;
  policy: Policy;
  /** It was moved when it was late for a full refund already. */
  late_fee_applies: boolean;
};

/**
 * Reads the booking that a checkout session pays for; the session's id is the key to it. Null if there is none or its
 * customer was erased.
 */
export function readBookingBySession(ctx: Pick<Ctx, "db">, sessionId: string): Promise<BookingView | null> {
  return readOne(
    ctx,
    and(eq(orders.payment_session_id, sessionId), ne(bookings.address_line1, ERASED_STREET)),
  );
}

export function readBooking(ctx: Pick<Ctx, "db">, id: string): Promise<BookingView | null> {
  return readOne(ctx, eq(bookings.id, id));
}

/** Whether a draft's booking or plan is paid or its payment pending. Nothing else can then be booked with it. */
export async function isDraftPaid({ db }: Pick<Ctx, "db">, draftId: string): Promise<boolean> {
  if (draftId === "") return false; // nobody has begun one
  const paid = await db
    .select({ id: bookings.id })
    .from(bookings)
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .where(
      and(
        bookingOfDraft(draftId),
        or(
          ne(bookings.status, "pending"),
          isNotNull(bookings.needs_attention),
          isNotNull(orders.processing_at),
        ),
      ),
    );
  if (paid.length > 0) return true;
  const waits = and(
    eq(plans.status, "pending"),
    isNotNull(plans.hold_expires_at),
    isNull(plans.needs_attention),
  );
  const begun = and(planOfDraft(draftId), not(waits ?? sql`false`));
  return (await db.$count(plans, begun)) > 0;
}

async function readOne(ctx: Pick<Ctx, "db">, where: SQL | undefined): Promise<BookingView | null> {
  const row = await readBookingRow(ctx, where);
  return row ? viewOf(row) : null;
}

export type BookingRow = NonNullable<Awaited<ReturnType<typeof readBookingRow>>>;

/** What a visit of a plan says instead of a price. */
const INCLUDED = "Included in your plan";

/** What `viewOf` needs of a query on bookings with their orders and services. */
export const bookingColumns = {
  booking: bookings,
  order: orders,
  refunded: refundedOfOrder,
  lines: linesOfOrder,
  card: cardOfOrder,
  service: services.title,
};

/** A booking with its order (none if it is of a plan) and the name of its service. */
export async function readBookingRow({ db }: Pick<Ctx, "db">, where: SQL | undefined) {
  const [row] = await db
    .select({
      ...bookingColumns,
      plan_provider: plans.provider,
      plan: { id: plans.id, number: plans.number },
    })
    .from(bookings)
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .leftJoin(plans, eq(plans.id, bookings.plan_id))
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(where);
  return row;
}

/** Calendars don't ask how a plan is paid; without an order nothing was paid, nor refunded. */
type Viewable = Omit<BookingRow, "plan_provider" | "plan" | "order" | "refunded" | "lines" | "card"> &
  Partial<Pick<BookingRow, "plan_provider" | "card">> &
  (
    | Pick<BookingRow, "order" | "refunded" | "lines">
    | { order: null; refunded?: undefined; lines?: undefined }
  );

export function viewOf({
  booking,
  order,
  refunded = 0,
  lines,
  card = null,
  service,
  plan_provider,
}: Viewable): BookingView {
  const street = [booking.address_line1, booking.address_line2].filter(Boolean).join(", ");
  return {
    id: booking.id,
    link_generation: booking.link_generation,
    number: formatNumber(booking.number),
    order_id: order?.id ?? null,
    user_id: booking.user_id,
    status: booking.status,
    order_status: orderStatusOf(booking, order),
    processing: order !== null && isProcessing(order),
    plan_id: booking.plan_id,
    plan_visit: booking.plan_visit,
    needs_attention: booking.needs_attention !== null,
    flag: paidFlag({ booking, order }),
    session_id: order?.payment_session_id ?? null,
    service,
    date: booking.scheduled_date,
    date_in_words: formatLongDate(booking.scheduled_date),
    time: formatTime(booking.scheduled_time),
    duration: formatDuration(booking.duration_hours),
    address: `${street}, ${booking.city}, ${booking.state} ${booking.zip_code}`,
    rooms: formatRooms(booking.bedrooms, booking.bathrooms, booking),
    extras: formatExtras(booking.extras),
    total: order ? formatCents(order.amount, order.currency) : INCLUDED,
    welcomes_tip: isTipWelcome(booking.status, lines ?? []),
    card: order && order.due > 0 ? card : null,
    ...awaitedOf(order, booking.status, card),
    paid: order && order.charged > 0 ? formatCents(order.charged, order.currency) : null,
    due: order && order.due > 0 ? formatCents(order.due, order.currency) : null,
    settled: order ? formatCents(order.amount - order.due, order.currency) : INCLUDED,
    fee_due: isFeeDue(booking, order),
    paid_otherwise: order?.paid_amount ? formatCents(order.paid_amount, order.currency) : null,
    money: visitMoney(order, refunded),
    lines: (lines ?? booking.price_lines).map(({ label, amount }) => ({
      label,
      amount: formatCents(amount, order?.currency),
    })),
    paid_at: order?.completed_at ?? null,
    is_test: isTestPayment(order ? order.provider : plan_provider),
    paid_by: order && officeMethodOf(order.provider),
    receipt_number: formatNumber((order ?? booking).number),
    customer_name: booking.customer_name,
    customer_email: booking.customer_email,
    starts_at: booking.starts_at,
    ends_at: booking.ends_at,
    cancelled_at: booking.cancelled_at,
    calendar_sequence: booking.calendar_sequence,
    policy: booking.policy,
    late_fee_applies: booking.late_fee_applies,
  };
}

/** Of a plan's visit: whether the plan was paid for when the visit was laid out. */
export function orderStatusOf(
  { status, hold_expires_at }: Pick<BookingRow["booking"], "status" | "hold_expires_at">,
  order: BookingRow["order"],
): "pending" | "completed" | "failed" {
  return order?.status ?? (status === "pending" && hold_expires_at ? "pending" : "completed");
}

/** Whether a booking's customer is still there; if so, nobody erases them before the transaction ends. */
export function isStillThere(tx: Database, bookingId: string): Promise<boolean> {
  return isRowStillThere(tx, bookings, bookingId, ne(bookings.address_line1, ERASED_STREET));
}

/** Returns a condition for a customer's bookings (by ids if few) and what the customer is called. */
export async function bookingsOf(db: Database, customerId: string) {
  const { company_name, first_name, last_name, number } = customers;
  const email = sql<string | null>`(select value from ${customer_contacts}
    where customer_id = ${customerId} and kind = 'email' and is_primary)`;
  const [customer] = await db
    .select({ company_name, first_name, last_name, number, email })
    .from(customers)
    .where(eq(customers.id, customerId));
  if (!customer) return { name: null, where: sql`false` };
  const booked = eq(bookings.customer_id, customerId);
  const found = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(booked)
    .limit(COUNT_LIMIT + 1);
  const ids = found.map(({ id }) => id);
  const name = customer.email ?? nameOf(customer) ?? formatNumber(customer.number);
  return { name, where: ids.length > COUNT_LIMIT ? booked : inArray(bookings.id, ids) };
}
