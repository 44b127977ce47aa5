import { eq, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { partner_orders } from "~/db/schema/partners";
import { orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { readCompany } from "~/features/operations/settings/queries.server";
import { isProcessing } from "~/features/payments/orders/rules";
import { formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import type { Caller } from "./respond.server";
import type { BookingResponse } from "./schemas";

/** Signed reference that gives access to the status of an order's booking. */
export function referenceOf({ links }: Pick<Ctx, "links">, order_id: string): string {
  return `${order_id}.${links.sign(subjectOf(order_id))}`;
}

/** Status of a booking by its signed reference. The plain order id works only for the partner that booked it. */
export async function readBookingStatus(
  { ctx, api_key_id }: Caller,
  reference: string,
): Promise<BookingResponse | null> {
  const { order_id, signature } = partsOf(reference);
  if (!isUuid(order_id)) return null;
  if (signature !== undefined && !ctx.links.isSigned(subjectOf(order_id), signature)) return null;
  if (signature === undefined && api_key_id === null) return null;
  const row = await readRow(ctx, order_id);
  if (!row || (signature === undefined && row.via?.api_key_id !== api_key_id)) return null;
  const { order, visit, plan, service, refunded, via } = row;
  const booked = visit ?? plan;
  if (!booked) return null;
  return {
    id: order.id,
    number: booked.number,
    kind: visit ? "visit" : "plan",
    status: booked.status,
    payment: isProcessing(order) ? "processing" : order.status,
    service,
    frequency: plan?.frequency ?? null,
    date: booked.date,
    time: formatTime(booked.time),
    time_zone: (await readCompany(ctx)).timezone,
    minutes: visit ? Math.round(visit.hours * 60) : (plan?.minutes ?? 0),
    amount: order.amount,
    tip: order.tips ?? 0,
    refunded,
    currency: order.currency,
    partner_reference: via?.api_key_id === api_key_id ? (via?.reference ?? null) : null,
    created_at: order.created_at.toString(),
  };
}

function partsOf(reference: string): { order_id: string; signature: string | undefined } {
  const [order_id = "", ...rest] = reference.split(".");
  return { order_id, signature: rest.length > 0 ? rest.join(".") : undefined };
}

function subjectOf(order_id: string): string {
  return `booking status:${order_id}`;
}

async function readRow({ db }: Ctx, order_id: string) {
  const [row] = await db
    .select({
      order: {
        id: orders.id,
        amount: orders.amount,
        tips: orders.tips,
        currency: orders.currency,
        status: orders.status,
        processing_at: orders.processing_at,
        session_closed_at: orders.session_closed_at,
        created_at: orders.created_at,
      },
      visit: {
        number: bookings.number,
        status: bookings.status,
        date: bookings.scheduled_date,
        time: bookings.scheduled_time,
        hours: bookings.duration_hours,
      },
      plan: {
        number: plans.number,
        status: plans.status,
        date: sql<string>`coalesce(${plans.earlier_rhythms} -> 0 ->> 'first_date', ${plans.first_date}::text)`,
        time: plans.slot_time,
        minutes: plans.visit_minutes,
        frequency: plans.frequency,
      },
      service: { id: services.id, title: services.title },
      via: { api_key_id: partner_orders.api_key_id, reference: partner_orders.partner_reference },
      refunded: sql<number>`(select coalesce(sum(${refunds.amount}), 0)::int from ${refunds}
        where ${refunds.order_id} = ${orders.id} and ${refunds.status} = 'completed')`,
    })
    .from(orders)
    .leftJoin(bookings, eq(bookings.id, orders.booking_id))
    .leftJoin(plans, eq(plans.id, orders.plan_id))
    .innerJoin(services, eq(services.id, sql`coalesce(${bookings.service_id}, ${plans.service_id})`))
    .leftJoin(partner_orders, eq(partner_orders.order_id, orders.id))
    .where(eq(orders.id, order_id));
  return row;
}
