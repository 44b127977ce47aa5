import { eq, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { formatRhythm } from "~/features/scheduling/availability/rhythm";
import { formatLongDate, formatTime } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";

export type Checkout = NonNullable<Awaited<ReturnType<typeof readCheckout>>>;

/** An order with what its checkout says of it: of a visit, or of the first month of a plan. Undefined without one. */
export async function readCheckout(ctx: Ctx, orderId: string) {
  return (await readVisitOrder(ctx, orderId)) ?? (await readPlanOrder(ctx, orderId));
}

async function readVisitOrder({ db }: Ctx, orderId: string) {
  const [order] = await db
    .select({
      ...asked,
      title: services.title,
      date: bookings.scheduled_date,
      time: bookings.scheduled_time,
      street: bookings.address_line1,
      city: bookings.city,
      state: bookings.state,
      zip: bookings.zip_code,
      lines: bookings.price_lines,
      name: bookings.customer_name,
      email: bookings.customer_email,
      phone: bookings.customer_phone,
      hold_expires_at: bookings.hold_expires_at,
      given_up: sql<boolean>`${bookings.status} = 'cancelled'`,
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(eq(orders.id, orderId));
  return order && { ...order, when: formatWhen(order), recurring: false };
}

/** The first month of a plan. */
async function readPlanOrder({ db }: Ctx, orderId: string) {
  const [order] = await db
    .select({
      ...asked,
      title: services.title,
      frequency: plans.frequency,
      first_date: plans.first_date,
      time: plans.slot_time,
      street: plans.address_line1,
      city: plans.city,
      state: plans.state,
      zip: plans.zip_code,
      lines: plans.price_lines,
      name: plans.customer_name,
      email: plans.customer_email,
      phone: plans.customer_phone,
      hold_expires_at: plans.hold_expires_at,
      given_up: sql<boolean>`${plans.status} = 'ended'`,
    })
    .from(orders)
    .innerJoin(plans, eq(plans.id, orders.plan_id))
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(eq(orders.id, orderId));
  if (!order) return undefined;
  const first = formatWhen({ date: order.first_date, time: order.time });
  return { ...order, when: `${formatRhythm(order)}, from ${first}`, recurring: true };
}

const asked = {
  id: orders.id,
  amount: orders.amount,
  currency: orders.currency,
  provider: orders.provider,
  status: orders.status,
  checkout_url: orders.checkout_url,
  checkout_expires_at: orders.checkout_expires_at,
  checkout_attempt: orders.checkout_attempt,
  session_id: orders.payment_session_id,
  processing_at: orders.processing_at,
  session_closed_at: orders.session_closed_at,
};

export function formatWhen({ date, time }: { date: string; time: string }): string {
  return `${formatLongDate(date)}, ${formatTime(time)}`;
}
