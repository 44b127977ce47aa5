import { and, asc, eq, gt, gte, inArray, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { charges, orders } from "~/db/schema/payments";
import { subselect } from "~/db/subselect";
import { closePayLink } from "~/features/payments/orders/charges.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { anyOf, type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";

type Doer = Pick<Ctx, "now" | "actor">;

/** Whether money for the order is on its way. */
const isUnderWay =
  subselect(sql<boolean>`(${orders.processing_at} is not null or exists (select from ${charges} charge
  where charge.order_id = ${orders.id} and charge.status = 'pending'
    and (charge.processing_at is not null or charge.purpose = 'card')))`);

/** Whether nothing was paid for the order, and nothing is on its way. */
const isUnpaid = sql<boolean>`${orders.status} = 'pending' and ${orders.charged} = 0 and not ${isUnderWay}`;

/** A visit that can't make room: it is paid, or its payment is under way. */
export type PaidVisit = { number: number; is_under_way: boolean };

/** The visits of a series that a plan from this day on (company time) takes the place of, and those of them that are paid. */
export async function readRoom(
  { db, now }: Pick<Ctx, "db" | "now">,
  { series_id, from }: { series_id: string; from: string },
): Promise<{ ids: string[]; paid: PaidVisit[] }> {
  const found = await db
    .select({ id: bookings.id, number: bookings.number, is_unpaid: isUnpaid, is_under_way: isUnderWay })
    .from(bookings)
    .innerJoin(orders, eq(orders.booking_id, bookings.id))
    .where(
      and(
        eq(bookings.series_id, series_id),
        eq(bookings.status, "confirmed"),
        gte(bookings.scheduled_date, from),
        gt(bookings.starts_at, now),
      ),
    )
    .orderBy(asc(bookings.starts_at));
  return { ids: found.map(({ id }) => id), paid: found.filter(({ is_unpaid }) => !is_unpaid) };
}

/**
 * Takes visits out of the calendar for a plan that is sold in their place: no fee, no email, and their unpaid orders and pay links are
 * closed. They come back by `giveRoomBack`. One that was cancelled meanwhile is left as it is. Returns the numbers of those that stay
 * because they were paid meanwhile.
 */
export async function makeRoom(
  tx: Database,
  ctx: Pick<Ctx, "now" | "actor" | "jobs">,
  { ids, plan_id }: { ids: readonly string[]; plan_id: string },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const locked = await tx
    .select({ id: bookings.id, number: bookings.number })
    .from(bookings)
    .where(and(anyOf(bookings.id, ids), eq(bookings.status, "confirmed")))
    .orderBy(asc(bookings.id))
    .for("update");
  const ofLocked = anyOf(
    orders.booking_id,
    locked.map(({ id }) => id),
  );
  await tx.select({ id: orders.id }).from(orders).where(ofLocked).orderBy(asc(orders.id)).for("update");
  const open = await tx
    .select({ id: orders.id, booking_id: orders.booking_id })
    .from(orders)
    .where(and(ofLocked, isUnpaid))
    .orderBy(asc(orders.id));
  const leaving = open.flatMap(({ booking_id }) => booking_id ?? []);
  const stay = locked.filter(({ id }) => !leaving.includes(id)).map(({ number }) => number);
  if (leaving.length === 0) return stay;
  await tx
    .update(bookings)
    .set({
      ...{ status: "cancelled", cancelled_at: ctx.now, needs_attention: null, made_room_for: plan_id },
      calendar_sequence: sql`${bookings.calendar_sequence} + 1`,
      updated_at: ctx.now,
    })
    .where(anyOf(bookings.id, leaving));
  await tx
    .update(orders)
    .set({ status: "failed", updated_at: ctx.now })
    .where(anyOf(orders.booking_id, leaving));
  for (const { id } of open) await closePayLink(tx, ctx, id);
  await recordAudit(
    tx,
    ctx,
    ...leaving.map((id) => ({
      ...{ action: "booking.made_room", entity: "booking", entity_id: id, details: { plan: plan_id } },
    })),
  );
  return stay;
}

/** Puts visits back that made room for plans which nobody paid. One whose crew is taken meanwhile has no crew then. */
export async function giveRoomBack(tx: Database, ctx: Doer, plan_ids: string[]): Promise<void> {
  const waiting = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        inArray(bookings.made_room_for, plan_ids),
        eq(bookings.status, "cancelled"),
        sql`${bookings.starts_at} > ${ctx.now.toString()}::timestamptz`,
      ),
    )
    .orderBy(asc(bookings.id))
    .for("update");
  const back = {
    ...{ status: "confirmed" as const, cancelled_at: null, made_room_for: null },
    calendar_sequence: sql`${bookings.calendar_sequence} + 1`,
    updated_at: ctx.now,
  };
  const put = (id: string, more: { crew_id?: null }) =>
    tx.transaction((part) =>
      part
        .update(bookings)
        .set({ ...back, ...more })
        .where(eq(bookings.id, id)),
    );
  for (const { id } of waiting) {
    try {
      await put(id, {});
    } catch (error) {
      if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error;
      await put(id, { crew_id: null });
    }
  }
  const ids = waiting.map(({ id }) => id);
  await tx
    .update(orders)
    .set({ status: "pending", updated_at: ctx.now })
    .where(and(anyOf(orders.booking_id, ids), eq(orders.status, "failed")));
  if (ids.length > 0)
    await recordAudit(
      tx,
      ctx,
      ...ids.map((id) => ({ action: "booking.came_back", entity: "booking", entity_id: id, details: {} })),
    );
}
