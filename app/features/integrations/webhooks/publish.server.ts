import { and, eq, sql } from "drizzle-orm";
import { webhook_deliveries, webhooks } from "~/db/schema/background";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { orders, refunds } from "~/db/schema/payments";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { MAX_TRIES, type WebhookEvent } from "./webhook";

export type WebhookData = Record<string, unknown>;

/**
 * Queues an event for every webhook that subscribes to it, within this transaction. `key` identifies the event, so it is sent
 * once. `read` returns the data and runs only if there is a subscriber.
 */
export async function publishEvent(
  tx: Database,
  ctx: Pick<Ctx, "jobs" | "now">,
  event: WebhookEvent,
  key: string,
  read: () => WebhookData | null | Promise<WebhookData | null>,
): Promise<void> {
  const subscribed = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.is_active, true), sql`${webhooks.events} ? ${event}`))
    .for("key share"); // wait for a webhook that is being deleted: the event must not fail because of it
  if (subscribed.length === 0) return;
  const payload = await read();
  if (!payload) return;
  const event_key = `${event}:${key}`;
  for (const { id } of subscribed)
    await queueDelivery(tx, ctx, { webhook_id: id, event, event_key, payload });
}

type Delivery = { webhook_id: string; event: string; event_key: string; payload: WebhookData };

/** Queues an event for one webhook. `tries` is the maximum number of tries. Null if it is queued already. */
export async function queueDelivery(
  tx: Database,
  { jobs, now }: Pick<Ctx, "jobs" | "now">,
  delivery: Delivery,
  tries = MAX_TRIES,
): Promise<string | null> {
  const [row] = await tx
    .insert(webhook_deliveries)
    .values({ ...delivery, status: "queued", created_at: now, updated_at: now })
    .onConflictDoNothing({ target: [webhook_deliveries.webhook_id, webhook_deliveries.event_key] })
    .returning({ id: webhook_deliveries.id });
  if (!row) return null;
  await enqueueDelivery(tx, jobs, { id: row.id, webhook_id: delivery.webhook_id, until: tries });
  return row.id;
}

/** Deliveries to one webhook are sent in sequence; other webhooks don't wait for them. */
export function enqueueDelivery(
  tx: Database,
  jobs: Ctx["jobs"],
  { id, webhook_id, until }: { id: string; webhook_id: string; until: number },
): Promise<void> {
  return jobs.enqueue(tx, "webhook-delivery", { delivery_id: id, until, group: webhook_id });
}

type BookingEvent = Extract<WebhookEvent, `booking.${string}`>;
type PublishCtx = Pick<Ctx, "jobs" | "now">;

/** Publishes the current state of a booking, once per version (`calendar_sequence`). */
export async function publishBookingEvent(
  tx: Database,
  ctx: PublishCtx,
  event: BookingEvent,
  id: string,
): Promise<void> {
  const [row] = await tx
    .select({ sequence: bookings.calendar_sequence })
    .from(bookings)
    .where(eq(bookings.id, id));
  if (row) await publishEvent(tx, ctx, event, `${id}:${row.sequence}`, () => readBooking(tx, id));
}

/** Data of a booking for programs. Excludes the customer's personal data. */
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
    number: booking.number,
    plan_id: booking.plan_id,
    order_id: order?.id ?? null,
    order_number: order?.number ?? null,
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

/** Publishes a refund. Call it when the refund is completed. */
export function publishRefundEvent(tx: Database, ctx: Pick<Ctx, "jobs" | "now">, id: string): Promise<void> {
  return publishEvent(tx, ctx, "payment.refunded", id, async () => {
    const [row] = await tx
      .select({ refund: refunds, order: orders })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.order_id))
      .where(eq(refunds.id, id));
    if (!row) return null;
    const { refund, order } = row;
    return {
      refund_id: refund.id,
      order_id: order.id,
      order_number: order.number,
      booking_id: order.booking_id,
      plan_id: order.plan_id,
      amount: refund.amount,
      paid: order.charged,
      currency: order.currency,
    };
  });
}
