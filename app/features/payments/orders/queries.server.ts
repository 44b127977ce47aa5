import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { charges, disputes, orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { subselect } from "~/db/subselect";
import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { twiceKey } from "./rules";

/** Joins orders with their visit: their own, or the first one of their plan. */
export const visitOfOrder: SQL | undefined = or(
  eq(bookings.id, orders.booking_id),
  and(eq(bookings.plan_id, orders.plan_id), eq(bookings.plan_visit, 1)),
);

/** What went or is on its way back of the order in the same select, in cents. */
export const refundedOfOrder = subselect(sql<number>`(
  select coalesce(sum(${refunds.amount}), 0)::int from ${refunds}
  where ${refunds.order_id} = ${orders.id} and ${refunds.status} not in ('failed', 'cancelled'))`);

/** Whether the bank has withdrawn the payment and not decided yet. An inquiry withdraws nothing. */
export async function isDisputed({ db }: Pick<Ctx, "db">, orderId: string): Promise<boolean> {
  const open = and(eq(disputes.order_id, orderId), eq(disputes.status, "open"), disputes.withdrawn);
  return (await db.$count(disputes, open)) > 0;
}

export async function sessionOfOrder({ db }: Ctx, orderId: string): Promise<string | null> {
  if (!isUuid(orderId)) return null;
  const [order] = await db
    .select({ session_id: orders.payment_session_id })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order?.session_id ?? null;
}

/** Whether a session was a second payment for the same thing, so that it was refunded. */
export async function isSessionPaidTwice({ db }: Pick<Ctx, "db">, sessionId: string): Promise<boolean> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.payment_session_id, sessionId));
  return (
    order !== undefined && (await db.$count(refunds, eq(refunds.idempotency_key, twiceKey(order.id)))) > 0
  );
}

/** Reads a refund to email about, with its order; undefined if there is none or it has failed. */
export async function readRefundToEmail({ db }: Pick<Ctx, "db">, id: string) {
  const [found] = await db
    .select({
      refund: refunds,
      order: orders,
      provider: sql<string>`coalesce(${charges.provider}, ${orders.provider})`,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .leftJoin(charges, eq(charges.id, refunds.charge_id))
    .where(and(eq(refunds.id, id), inArray(refunds.status, ["pending", "completed"])));
  return found;
}

type Subject = { booking_id: string | null; plan_id: string | null };

/** Locks the booking or plan of an order. Everywhere these are locked before their orders. */
export async function lockSubject(tx: Database, { booking_id, plan_id }: Subject): Promise<void> {
  if (plan_id) await tx.select({ id: plans.id }).from(plans).where(eq(plans.id, plan_id)).for("update");
  if (booking_id)
    await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, booking_id)).for("update");
}

/** Locks an order with its booking (for a plan, the first visit) and reads its refunds. Undefined if there is none. */
export async function lockOrder(tx: Database, orderId: string) {
  if (!isUuid(orderId)) return undefined;
  const [seen] = await tx
    .select({ booking_id: orders.booking_id, plan_id: orders.plan_id })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!seen) return undefined;
  await lockSubject(tx, seen);
  const [found] = await tx
    .select({ order: orders, booking: bookings })
    .from(orders)
    .innerJoin(bookings, visitOfOrder)
    .where(eq(orders.id, orderId))
    .for("update");
  if (!found) return undefined;
  const given = await tx
    .select()
    .from(refunds)
    .where(eq(refunds.order_id, orderId))
    .orderBy(asc(refunds.created_at));
  return { ...found, given };
}
