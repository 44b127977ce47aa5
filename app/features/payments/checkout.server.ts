import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { orders } from "~/db/schema/payments";
import { dateInWords, timeInWords } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";

/**
 * Opens the hosted checkout of a pending order and answers its address. Asking again gives the same address; null when
 * the hold was given up meanwhile.
 * The provider's call stands outside any transaction: when it fails the hold is kept and the next try goes on from here.
 */
export async function openCheckout(ctx: Ctx, orderId: string): Promise<string | null> {
  const [order] = await ctx.db
    .select({
      amount: orders.amount,
      currency: orders.currency,
      checkout_url: orders.checkout_url,
      title: services.title,
      date: bookings.scheduled_date,
      time: bookings.scheduled_time,
      street: bookings.address_line1,
      city: bookings.city,
      state: bookings.state,
      zip: bookings.zip_code,
      lines: bookings.price_lines,
      email: bookings.customer_email,
      hold_expires_at: bookings.hold_expires_at,
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(eq(orders.id, orderId));
  if (!order) throw new Error(`Order ${orderId} does not exist`);
  if (order.checkout_url) return order.checkout_url;
  if (!order.hold_expires_at) return null;
  const session = await ctx.payments.createSession({
    idempotency_key: `checkout:${orderId}`,
    amount: order.amount,
    currency: order.currency,
    lines: order.lines,
    summary: [
      order.title,
      `${dateInWords(order.date)}, ${timeInWords(order.time)}`,
      `${order.street}, ${order.city}, ${order.state} ${order.zip}`,
    ],
    customer_email: order.email,
    success_url: `${ctx.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${ctx.origin}/payment-canceled?session_id={CHECKOUT_SESSION_ID}`,
    expires_at: order.hold_expires_at,
  });
  await ctx.db
    .update(orders)
    .set({
      payment_session_id: session.id,
      checkout_url: session.url,
      updated_at: ctx.now,
    })
    .where(eq(orders.id, orderId));
  return session.url;
}
