import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { orders } from "~/db/schema/payments";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { publishEvent, type WebhookData } from "./publish.server";
import type { WebhookEvent } from "./webhook";

type BookingEvent = Extract<WebhookEvent, `booking.${string}`>;
type Told = Pick<Ctx, "jobs" | "now">;

/** Tells what became of a booking, as it is stored now. Each version of it (`calendar_sequence`) is told once. */
export async function publishBookingEvent(
  tx: Database,
  ctx: Told,
  event: BookingEvent,
  id: string,
): Promise<void> {
  const [row] = await tx
    .select({ sequence: bookings.calendar_sequence })
    .from(bookings)
    .where(eq(bookings.id, id));
  if (row) await publishEvent(tx, ctx, event, `${id}:${row.sequence}`, () => readBooking(tx, id));
}

/** What a program needs to look the booking up or to plan with it; who the customer is stays here. */
async function readBooking(tx: Database, id: string): Promise<WebhookData | null> {
  const [row] = await tx
    .select({ booking: bookings, service: services.title, order: orders })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .where(eq(bookings.id, id));
  if (!row) return null;
  const { booking, service, order } = row;
  return {
    booking_id: booking.id,
    plan_id: booking.plan_id,
    order_id: order?.id ?? null,
    version: booking.calendar_sequence,
    status: booking.status,
    service_id: booking.service_id,
    service,
    date: booking.scheduled_date,
    time: booking.scheduled_time,
    starts_at: booking.starts_at.toString(),
    ends_at: booking.ends_at.toString(),
    town: booking.city,
    amount: booking.total_amount,
    tax: booking.tax_amount,
    currency: order?.currency ?? null,
  };
}
