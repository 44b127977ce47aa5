import { eq, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { charges, orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { CREDIT_PROVIDER } from "~/features/payments/credit/credit";
import { linesOfOrder } from "~/features/payments/orders/lines.server";
import { formatRhythm } from "~/features/scheduling/availability/rhythm";
import { formatLongDate, formatTime } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import { readCookie } from "~/platform/request/cookies.server";

export type Checkout = NonNullable<Awaited<ReturnType<typeof readCheckout>>>;

/** What the checkout shows of an order, for a visit or the first month of a plan. Undefined if there is none. */
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
      price_lines: bookings.price_lines,
      order_lines: linesOfOrder,
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
  if (!order) return undefined;
  const lines = order.order_lines ?? order.price_lines;
  return { ...order, lines, when: formatWhen(order), recurring: false, by_link: null };
}

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
      /** The plan, if its customer came by the link that staff sent. */
      by_link: sql<string | null>`case when ${plans.held_until} is not null then ${plans.id} end`,
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
  upfront: orders.upfront,
  consent: orders.consent,
  /** Cents that credit is kept for. */
  credit: sql<number>`(select coalesce(sum(c.amount), 0)::int from ${charges} c
    where c.order_id = ${orders.id} and c.provider = ${CREDIT_PROVIDER} and c.status <> 'failed')`,
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

/** Hours for which /payment-success shows this browser its booking. After that, the email's link does. */
const HOURS = 24;

/**
 * `Set-Cookie` for the browser that began a checkout. It proves on /payment-success that the booking is its customer's; the
 * URL proves nothing, since others see the session's id.
 */
export function ownOrderCookie(
  { links, now, origin }: Pick<Ctx, "links" | "now" | "origin">,
  order_id: string,
): string {
  const until = Math.floor(now.add({ hours: HOURS }).epochMilliseconds / 1000);
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  const kept = `Path=/payment-success; Max-Age=${HOURS * 60 * 60}; HttpOnly; SameSite=Lax${secure}`;
  return `${nameOf(order_id)}=${until}.${links.sign(subjectOf(order_id, until))}; ${kept}`;
}

/** Whether this browser began the session's checkout in the last 24 hours. */
export async function isOwnCheckout(
  { db, links, now }: Pick<Ctx, "db" | "links" | "now">,
  request: Request,
  sessionId: string,
): Promise<boolean> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.payment_session_id, sessionId));
  const [until = "", key = ""] = (order && readCookie(request, nameOf(order.id)))?.split(".") ?? [];
  const isOpen = Number(until) * 1000 > now.epochMilliseconds;
  return order !== undefined && isOpen && links.isSigned(subjectOf(order.id, Number(until)), key);
}

function nameOf(order_id: string): string {
  return `wb.order.${order_id}`;
}

function subjectOf(order_id: string, until: number): string {
  return `own order:${order_id}:${until}`;
}
