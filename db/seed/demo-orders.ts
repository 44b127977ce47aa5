import { randomBytes, randomUUID } from "node:crypto";
import type { bookings } from "../../app/db/schema/bookings";
import type { charges, orders } from "../../app/db/schema/payments";
import type { test_checkout_sessions } from "../../app/db/schema/test-checkout";

type Booking = typeof bookings.$inferSelect;

const CURRENCY = "USD";

const ORDER_STATUS = {
  pending: "pending",
  confirmed: "completed",
  completed: "completed",
  cancelled: "failed",
} as const satisfies Record<Booking["status"], string>;

/** How a visit that was paid for was paid: through the test checkout, which can give the money back. */
export function sessionOf(booking: Booking): typeof test_checkout_sessions.$inferInsert | null {
  const { id: booking_id, customer_name, customer_email, customer_phone, created_at } = booking;
  if (ORDER_STATUS[booking.status] !== "completed") return null;
  const id = `test_${randomBytes(24).toString("base64url")}`;
  return {
    id,
    idempotency_key: `demo:${booking_id}`,
    status: "paid",
    amount: booking.total_amount,
    currency: CURRENCY,
    lines: booking.price_lines,
    summary: [`${booking.address_line1}, ${booking.city}, ${booking.state} ${booking.zip_code}`],
    customer_email,
    customer: { name: customer_name ?? "", email: customer_email ?? "", phone: customer_phone ?? "" },
    success_url: `/payment-success?session_id=${id}`,
    cancel_url: `/payment-canceled?session_id=${id}`,
    expires_at: created_at.add({ minutes: 30 }),
    created_at,
  };
}

/** What was asked for a visit; only what was paid has a session. */
export function orderOf(
  booking: Booking,
  session: string | null,
): typeof orders.$inferInsert & { id: string } {
  const status = ORDER_STATUS[booking.status];
  return {
    id: randomUUID(),
    booking_id: booking.id,
    amount: booking.total_amount,
    currency: CURRENCY,
    status,
    provider: session ? "test-checkout" : "demo",
    payment_session_id: session,
    completed_at: status === "completed" ? booking.created_at : null,
    created_at: booking.created_at,
  };
}

/** The lines of an order, as they were booked. */
export function linesOf(order_id: string, { price_lines, created_at }: Priced) {
  return price_lines.map(({ kind = "service", label, amount }, index) => ({
    ...{ order_id, position: index + 1, kind, label, amount, created_at },
  }));
}

type Priced = Pick<Booking, "price_lines" | "created_at">;

/** What was taken for an order; nothing for one that isn't paid. */
export function chargesOf({ id, ...order }: ReturnType<typeof orderOf>): (typeof charges.$inferInsert)[] {
  const { amount, currency, provider, payment_session_id, completed_at, status } = order;
  if (status !== "completed" || !completed_at) return [];
  const dated = { completed_at, created_at: completed_at, updated_at: completed_at };
  const paid = { amount, currency, provider, payment_id: payment_session_id };
  return [{ ...dated, ...paid, order_id: id, purpose: "checkout", status }];
}
