import { and, asc, eq, gte, inArray, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { anyOf, type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";

type Doer = Pick<Ctx, "now" | "actor">;

/** The visits of a series that a plan from this day on (company time) takes the place of, and those of them that are paid. */
export async function readRoom(db: Database, { series_id, from }: { series_id: string; from: string }) {
  const found = await db
    .select({
      ...{ id: bookings.id, number: bookings.number, price_lines: bookings.price_lines },
      ...{ status: orders.status, charged: orders.charged, processing_at: orders.processing_at },
    })
    .from(bookings)
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .where(
      and(
        eq(bookings.series_id, series_id),
        eq(bookings.status, "confirmed"),
        gte(bookings.scheduled_date, from),
      ),
    )
    .orderBy(asc(bookings.starts_at));
  const paid = found.filter(
    ({ status, charged, processing_at }) =>
      status === "completed" || (charged ?? 0) > 0 || processing_at !== null,
  );
  return { ids: found.map(({ id }) => id), paid: paid.map(({ number }) => number) };
}

/**
 * Takes visits out of the calendar for a plan that is sold in their place: no fee, no email, and their unpaid orders are closed. They
 * come back by `giveRoomBack`. Returns how many; a visit that was cancelled or paid meanwhile is none of them.
 */
export async function makeRoom(
  tx: Database,
  ctx: Doer,
  { ids, plan_id }: { ids: readonly string[]; plan_id: string },
): Promise<number> {
  if (ids.length === 0) return 0;
  const locked = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(anyOf(bookings.id, ids), eq(bookings.status, "confirmed")))
    .orderBy(asc(bookings.id))
    .for("update");
  const open = await tx
    .select({ id: orders.booking_id })
    .from(orders)
    .where(
      and(
        anyOf(
          orders.booking_id,
          locked.map(({ id }) => id),
        ),
        eq(orders.status, "pending"),
        eq(orders.charged, 0),
        sql`${orders.processing_at} is null`,
      ),
    )
    .orderBy(asc(orders.id))
    .for("update");
  const leaving = open.flatMap(({ id }) => id ?? []);
  if (leaving.length === 0) return 0;
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
  await recordAudit(
    tx,
    ctx,
    ...leaving.map((id) => ({
      ...{ action: "booking.made_room", entity: "booking", entity_id: id, details: { plan: plan_id } },
    })),
  );
  return leaving.length;
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
