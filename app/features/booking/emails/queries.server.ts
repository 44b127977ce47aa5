// Rooms: emails (notifications) name payments (payments), fees and the company (operations), and a rhythm (scheduling).
import { and, desc, eq, gte, inArray, isNull, like, lt, lte, notLike, or, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { charges, orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { bookingOfDraft, planOfDraft } from "~/features/booking/checkout/draft.server";
import { manageUrl } from "~/features/booking/manage/link.server";
import { type BookingView, isStillThere, readBooking } from "~/features/booking/queries.server";
import type { EmailCtx } from "~/features/notifications/email/define.server";
import { feeSentence, formatKept } from "~/features/operations/settings/fee-policy";
import { officeMethodOf, PAID_HOW } from "~/features/payments/orders/rules";
import { refundKey } from "~/features/payments/orders/store.server";
import { formatRhythm } from "~/features/scheduling/availability/rhythm";
import { companyToday, formatDate, formatHours, formatLongDate, formatTime } from "~/lib/dates";
import { emailPlace } from "~/lib/email-words";
import { formatCents } from "~/lib/money";
import { TEST_NOTICE } from "~/lib/test-payment";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { BookingEmail } from "./emails";
import type { RefundInEmail } from "./payment-emails";

export type Found = { booking: BookingView; content: BookingEmail; to: string };

/** Reads a booking's email content and address; nothing without an address. */
export async function readForEmail(ctx: EmailCtx, bookingId: string): Promise<Found | undefined> {
  const found = await readBooking(ctx, bookingId);
  if (!found?.customer_email) return;
  const booking = { ...found, address: emailPlace(found.address) };
  return { booking, to: found.customer_email, content: contentOf(ctx, booking) };
}

/** Addresses an email to a booking's customer. `isNews` runs with the booking locked. */
export function toCustomer(
  { booking, content, to }: Found,
  isNews: (tx: Database) => Promise<boolean> = async () => true,
) {
  return {
    booking_id: booking.id,
    isWanted: async (tx: Database) => (await isStillThere(tx, booking.id)) && isNews(tx),
    user_id: booking.user_id,
    to,
    notice: noticeOf(booking),
    secrets: [keyOf(content.url)],
  };
}

/** The key of a signed address, which is not kept with the email. */
export function keyOf(url: string): string {
  return new URL(url).searchParams.get("key") ?? "";
}

/** What marks an email about a booking that was paid for as a test. */
export function noticeOf({ is_test }: Pick<BookingView, "is_test">): string | null {
  return is_test ? TEST_NOTICE : null;
}

function contentOf(ctx: EmailCtx, booking: BookingView): BookingEmail {
  return {
    sender: ctx.company,
    number: booking.number,
    customer_name: booking.customer_name,
    service: booking.service,
    when: `${booking.date_in_words}, ${booking.time}`,
    duration: booking.duration,
    where: booking.address,
    paid: paidOf(booking),
    receipt: receiptOf(ctx, booking),
    lines: booking.lines,
    due: booking.plan_id || paidOf(booking) ? null : (booking.due ?? booking.total),
    card: booking.card,
    needs_card: booking.needs_card,
    deposit: booking.deposit,
    card_charge: booking.card_charge,
    rest: paidOf(booking) ? booking.due : null,
    of_plan: booking.plan_id !== null,
    fees: feesOf(booking),
    url: manageUrl(ctx, booking),
  };
}

/** What cancelling or a no-show costs, before and after it is paid. */
function feesOf(booking: BookingView): string {
  const { policy, late_fee_applies } = booking;
  const kept = formatKept(policy.late_fee_percent);
  const ahead = formatHours(policy.full_refund_hours);
  const isPaid = paidOf(booking) !== null;
  if (late_fee_applies)
    return `This visit was rescheduled less than ${ahead} ahead, so if you cancel it now ${isPaid ? "we keep" : "you owe"} ${kept}.`;
  if (!isPaid) return feeSentence(policy);
  const { no_show_percent: noShow } = policy;
  const ifNobody = noShow === undefined ? "" : ` If nobody lets us in, we keep ${formatKept(noShow)}.`;
  return `Need to cancel? Do it ${ahead} or more ahead for a full refund; after that we keep ${kept}.${ifNobody}`;
}

function paidOf({ plan_id, order_status, settled, paid_otherwise }: BookingView): string | null {
  if (plan_id) return null;
  return order_status === "completed" ? settled : paid_otherwise;
}

function receiptOf(ctx: EmailCtx, booking: BookingView) {
  const { paid_at, paid_by, receipt_number, due, settled } = booking;
  const lines = due ? [...booking.lines, { label: "Still due", amount: `−${due}` }] : booking.lines;
  if (!paid_at) return null;
  return {
    number: receipt_number,
    paid_on: formatDate(companyToday(paid_at, ctx.company.timezone)),
    how: paid_by && PAID_HOW[paid_by],
    lines,
    total: settled,
    url: manageUrl(ctx, booking, "receipt"),
  };
}

/** Reads the refund of the newest cancellation, whose parts were stored in one moment, and the sum of earlier ones. */
export async function readRefund(
  { db }: EmailCtx,
  { id: bookingId, processing }: BookingView,
): Promise<Omit<RefundInEmail, "fee" | "fee_card" | "no_show">> {
  const given = await db
    .select({
      created_at: refunds.created_at,
      amount: refunds.amount,
      status: refunds.status,
      to_credit: refunds.to_credit,
      currency: orders.currency,
      provider: sql<string>`coalesce(${charges.provider}, ${orders.provider})`,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .leftJoin(charges, eq(charges.id, refunds.charge_id))
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(
      and(
        eq(orders.booking_id, bookingId),
        like(refunds.idempotency_key, `${refundKey(bookingId)}%`),
        or(isNull(bookings.cancelled_at), gte(refunds.created_at, bookings.cancelled_at)),
      ),
    )
    .orderBy(desc(refunds.created_at));
  const [newest] = given;
  const before = await readBefore(db, bookingId);
  const none = { amount: null, money: null, credit: null };
  if (!newest) return { ...none, failed: false, method: null, processing, before };
  const parts = given.filter(({ created_at }) => created_at.equals(newest.created_at));
  const refund = parts.find(({ to_credit }) => !to_credit) ?? newest;
  const sumOf = (some: typeof parts) => {
    const cents = some.reduce((sum, { amount }) => sum + amount, 0);
    return cents > 0 ? formatCents(cents, newest.currency) : null;
  };
  return {
    before,
    amount: sumOf(parts),
    money: sumOf(parts.filter(({ to_credit }) => !to_credit)),
    credit: sumOf(parts.filter(({ to_credit }) => to_credit)),
    failed: refund.status === "failed" || refund.status === "cancelled",
    method: officeMethodOf(refund.provider),
    processing,
  };
}

/** What of a booking's payment had gone back, or was on its way, when it was cancelled; null when nothing. */
async function readBefore(db: Database, bookingId: string): Promise<string | null> {
  const given = await db
    .select({ amount: refunds.amount, currency: orders.currency })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(
      and(
        eq(orders.booking_id, bookingId),
        inArray(refunds.status, ["pending", "completed"]),
        lte(refunds.created_at, bookings.cancelled_at),
        or(
          notLike(refunds.idempotency_key, `${refundKey(bookingId)}%`),
          lt(refunds.created_at, bookings.cancelled_at), // that of an earlier cancellation
        ),
      ),
    );
  const sum = given.reduce((total, { amount }) => total + amount, 0);
  return sum > 0 ? formatCents(sum, given[0]?.currency) : null;
}

type Of = { booking_id: string | null; plan_id: string | null };

/** Formats what a draft holds whose booking or plan was paid twice; null if that is over, too. */
export async function readStandsInstead({ db }: Pick<Ctx, "db">, of: Of): Promise<string | null> {
  const [draft] = of.booking_id
    ? await db.select({ id: bookings.draft_id }).from(bookings).where(eq(bookings.id, of.booking_id))
    : await db
        .select({ id: plans.draft_id })
        .from(plans)
        .where(eq(plans.id, of.plan_id ?? ""));
  if (!draft?.id) return null;
  const [visit] = await db
    .select({ service: services.title, date: bookings.scheduled_date, time: bookings.scheduled_time })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(bookingOfDraft(draft.id));
  if (visit) return `${visit.service} on ${formatLongDate(visit.date)}, ${formatTime(visit.time)}`;
  const [plan] = await db
    .select({ service: services.title, frequency: plans.frequency, first_date: plans.first_date })
    .from(plans)
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(planOfDraft(draft.id));
  return plan ? `${plan.service}, ${formatRhythm(plan)}` : null;
}
