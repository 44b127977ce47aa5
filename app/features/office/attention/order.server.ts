// Rooms: what is owed (payments) for a visit (booking), in company time (operations).
import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { customerName } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { orders, refunds } from "~/db/schema/payments";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { readCompany } from "~/features/operations/settings/queries.server";
import { recordPayment } from "~/features/payments/office/record-payment.server";
import { retryRefund } from "~/features/payments/office/refund.server";
import { METHOD_CHOICES } from "~/features/payments/office/rules";
import { waiveFee } from "~/features/payments/office/waive.server";
import { isOfficeMethod } from "~/features/payments/orders/rules";
import { formatDate, formatMoment, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { countOf, defineAttention, GONE, type Handler, refused, totalOf } from "./define.server";

const pay: Handler = async (ctx, { id = "", method = "" }) => {
  if (!isOfficeMethod(method))
    return { ok: false, status: 400, message: "Choose how it was paid.", field: "method" };
  const outcome = await recordPayment(ctx, { order_id: id, method });
  if (outcome.ok) return { ok: true, toast: { title: "Payment recorded" } };
  return outcome.reason === "not found" ? GONE : refused(outcome);
};

const waive: Handler = async (ctx, { id = "" }) => {
  const outcome = await waiveFee(ctx, { order_id: id });
  if (outcome.ok) return { ok: true, toast: { title: "Fee waived" } };
  return outcome.reason === "not found" ? GONE : refused(outcome);
};

/** Completed visits, and fees of cancelled ones, that are unpaid with no payment processing, oldest first. */
export const due = defineAttention({
  kind: "due",
  one: "visit or fee is not paid",
  many: "visits or fees are not paid",
  read: async ({ db, now }, part) => {
    // A subquery per unpaid order: a join would read all completed visits.
    const isDue = and(
      isUnpaid,
      // Its card is being charged, unless that is a day late.
      or(isNull(orders.charge_at), lt(orders.charge_at, now.subtract({ hours: 24 }))),
      sql`(select ${bookings.status} = 'completed'
          or ${bookings.status} = 'cancelled' and ${orders.due} > 0
        from ${bookings} where ${bookings.id} = ${orders.booking_id})`,
    );
    const rows = await db
      .select({
        id: orders.id,
        amount: sql<number>`case when ${orders.due} > 0 then ${orders.due} else ${orders.amount} - ${orders.charged} end`,
        currency: orders.currency,
        date: bookings.scheduled_date,
        time: bookings.scheduled_time,
        customer: customerName,
        is_fee: sql<boolean>`${bookings.status} = 'cancelled'`,
        found: countOf(db, orders, isDue),
      })
      .from(orders)
      .innerJoin(bookings, eq(bookings.id, orders.booking_id))
      .where(isDue)
      .orderBy(asc(bookings.scheduled_date), asc(bookings.scheduled_time), asc(bookings.id))
      .limit(part.limit)
      .offset(part.offset);
    const cases = rows.map(({ id, amount, currency, date, time, customer, is_fee }) => ({
      id,
      href: `/admin/orders/${id}`,
      what: `${customer || UNKNOWN.customer}: ${formatCents(amount, currency)} is due${is_fee ? " as a fee" : ""}`,
      when: `${formatDate(date)}, ${formatTime(time)}`,
      actions: [
        {
          label: "Record payment",
          intent: "pay",
          pending: "Saving...",
          fields: { id },
          pick: { name: "method", label: "Paid by", options: [["", "Paid by"] as const, ...METHOD_CHOICES] },
        },
        ...(is_fee ? [{ label: "Waive", intent: "waive", pending: "Waiving...", fields: { id } }] : []),
      ],
    }));
    return { count: totalOf(rows), cases };
  },
  handlers: { pay, waive },
});

/** The same rule as `visitMoney`, written exactly as in the index `orders_unpaid`. */
const isUnpaid = sql`(${orders.status} <> 'completed' and ${orders.paid_amount} is null or ${orders.due} > 0)
  and ${orders.booking_id} is not null and (${orders.processing_at} is null or ${orders.session_closed_at} is not null)`;

export const failedRefunds = defineAttention({
  kind: "refunds",
  one: "refund failed",
  many: "refunds failed",
  read: async (ctx, part) => {
    const { db } = ctx;
    const { timezone } = await readCompany(ctx);
    const failed = and(sql`${refunds.status} in ('failed', 'cancelled')`, isStillOwed);
    const rows = await db
      .select({
        id: refunds.id,
        order_id: refunds.order_id,
        amount: refunds.amount,
        at: refunds.created_at,
        currency: orders.currency,
        found: countOf(db, refunds, failed),
      })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.order_id))
      .where(failed)
      .orderBy(asc(refunds.created_at), asc(refunds.id))
      .limit(part.limit)
      .offset(part.offset);
    const cases = rows.map(({ id, order_id, amount, currency, at }) => ({
      id,
      href: `/admin/orders/${order_id}`,
      what: `${formatCents(amount, currency)} could not be refunded`,
      when: formatMoment(at, timezone),
      actions: [
        { label: "Try again", intent: "retry", pending: "Trying...", fields: { id, order_id } },
        { label: "Open order", href: `/admin/orders/${order_id}` },
      ],
    }));
    return { count: totalOf(rows), cases };
  },
  handlers: {
    retry: async (ctx, { id = "", order_id = "" }) => {
      const outcome = await retryRefund(ctx, { order_id, refund_id: id });
      if (outcome.ok) return { ok: true, toast: { title: "Refund retried" } };
      return outcome.reason === "not found" ? GONE : refused(outcome);
    },
  },
});

/** A failed refund is settled when less than its amount is left of the payment. */
const isStillOwed = sql`refunds.amount <= (
  select o.amount - coalesce(sum(r.amount), 0) from ${orders} o
  left join ${refunds} r on r.order_id = o.id and r.status not in ('failed', 'cancelled')
  where o.id = refunds.order_id group by o.id)`;
