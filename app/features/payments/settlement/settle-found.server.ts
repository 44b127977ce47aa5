import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import type { Database } from "~/platform/database.server";
import type { CheckoutSession } from "~/platform/payment-gateway";

/** The order and booking of a checkout, as they stand once nobody else is changing them. */
export type Found = NonNullable<Awaited<ReturnType<typeof lockFound>>>;

export async function lockFound(tx: Database, sessionId: string) {
  const [row] = await tx
    .select({
      order: {
        id: orders.id,
        status: orders.status,
        amount: orders.amount,
        currency: orders.currency,
        paid_amount: orders.paid_amount,
        provider: orders.provider,
        processing_at: orders.processing_at,
        session_closed_at: orders.session_closed_at,
      },
      booking: {
        id: bookings.id,
        status: bookings.status,
        crew_id: bookings.crew_id,
        hold_expires_at: bookings.hold_expires_at,
        starts_at: bookings.starts_at,
        ends_at: bookings.ends_at,
        needs_attention: bookings.needs_attention,
        cancelled_at: bookings.cancelled_at,
        calendar_sequence: bookings.calendar_sequence,
        scheduled_date: bookings.scheduled_date,
        scheduled_time: bookings.scheduled_time,
        blocked: bookings.blocked,
        city: bookings.city,
        address_line1: bookings.address_line1,
      },
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(eq(orders.payment_session_id, sessionId))
    .for("update")
    .prepare("order and booking of a session")
    .execute();
  return row;
}

/** Who was at the checkout. */
export function customerOf({ customer }: CheckoutSession) {
  if (!customer) return {};
  return { customer_name: customer.name, customer_email: customer.email, customer_phone: customer.phone };
}
