// Rooms: an order shows its visit's money (booking), its rhythm (scheduling) and the currency (operations).
import { asc, eq } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { disputes, orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { leftOf } from "~/features/booking/cancellation";
import { isFeeDue, linesOf } from "~/features/booking/fee";
import { moneyOf } from "~/features/booking/manage/queries.server";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { readSettings } from "~/features/operations/settings/queries.server";
import { visitOfOrder } from "~/features/payments/orders/queries.server";
import { isProcessing, officeMethodOf } from "~/features/payments/orders/rules";
import { formatRhythm } from "~/features/scheduling/availability/rhythm";
import { formatLongDate, formatMoment, formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import type { StaffCtx } from "~/platform/context.server";
import { formatProvider, type OfficeOrder, whyNotPayable } from "./rules";

/** Everything about one order; null when there is none with this id. */
export async function readOfficeOrder(ctx: StaffCtx, id: string): Promise<OfficeOrder | null> {
  if (!isUuid(id)) return null;
  const [[found], given, disputed, settings] = await Promise.all([
    ctx.db
      .select({
        order: orders,
        booking: bookings,
        plan: plans,
        service: services.title,
        customer: customerName,
        phone: customerPhone,
      })
      .from(orders)
      .innerJoin(bookings, visitOfOrder)
      .leftJoin(plans, eq(plans.id, orders.plan_id))
      .leftJoin(services, eq(services.id, bookings.service_id))
      .where(eq(orders.id, id)),
    ctx.db.select().from(refunds).where(eq(refunds.order_id, id)).orderBy(asc(refunds.created_at)),
    ctx.db.select().from(disputes).where(eq(disputes.order_id, id)).orderBy(asc(disputes.opened_at)),
    readSettings(ctx),
  ]);
  if (!found) return null;
  const { order, booking, plan, service } = found;
  const formatAmount = (amount: number) => formatCents(amount, order.currency);
  const at = (moment: Temporal.Instant) => formatMoment(moment, settings["general.timezone"]);
  const left = leftOf(moneyOf(booking, order, given));
  return {
    id,
    number: formatNumber(order.number),
    at: at(order.created_at),
    status: order.status,
    amount: formatAmount(order.amount),
    lines: (plan ? plan.price_lines : linesOf(booking, order)).map(({ label, amount }) => ({
      label,
      amount: formatAmount(amount),
    })),
    provider: formatProvider(order.provider),
    is_test: isTestPayment(order.provider),
    method: officeMethodOf(order.provider),
    session_id: order.payment_session_id,
    paid_at: order.completed_at && at(order.completed_at),
    customer: found.customer ?? UNKNOWN.customer,
    email: booking.customer_email,
    phone: found.phone,
    service: service ?? UNKNOWN.service,
    booking_id: order.booking_id,
    plan_id: order.plan_id,
    of_number: formatNumber((plan ?? booking).number),
    visit: plan
      ? `${formatRhythm(plan)}, ${formatTime(plan.slot_time)}`
      : `${formatLongDate(booking.scheduled_date)}, ${formatTime(booking.scheduled_time)}`,
    processing: isProcessing(order),
    disputes: disputed.map((dispute) => ({
      id: dispute.id,
      amount: formatCents(dispute.amount, dispute.currency),
      status: dispute.status,
      inquiry: !dispute.withdrawn,
      reason: dispute.reason.replaceAll("_", " "),
      answer_by: dispute.status === "open" && dispute.evidence_due_at ? at(dispute.evidence_due_at) : null,
      at: at(dispute.closed_at ?? dispute.opened_at),
    })),
    disputed_at: formatProvider(order.provider),
    refunds: given.map((refund) => ({
      id: refund.id,
      amount: formatAmount(refund.amount),
      status: refund.status,
      reason: refund.reason,
      error: refund.error,
      at: at(refund.completed_at ?? refund.created_at),
    })),
    left,
    left_in_words: formatAmount(left),
    why_not_payable: whyNotPayable(found),
    fee_due: isFeeDue(booking, order),
  };
}
