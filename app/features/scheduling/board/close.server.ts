import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { closures } from "~/db/schema/crews";
import { storm_days, storm_offers } from "~/db/schema/office";
import { settleOffer } from "~/features/booking/visit.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readAllStartTimes } from "~/features/scheduling/availability/availability.server";
import { parseSlotTime } from "~/features/scheduling/availability/slots";
import { lockDay } from "~/features/scheduling/crews/pick.server";
import { companyToday, formatTime, isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { cleanLine } from "~/lib/text";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { MAX_REASON } from "./board";

/** Company time; `time: null` is the whole day. */
export type Closing = { date: string; time: string | null; reason: string };

export type CloseOutcome =
  | { ok: true; id: string }
  | { ok: false; reason: "invalid" | "closed already"; field: "date" | "reason"; message: string };

/** Closes a day or a slot. Its visits stay. The audit trail holds no free text. */
export async function closeTime(ctx: StaffCtx, { date, time, reason }: Closing): Promise<CloseOutcome> {
  const zone = (await readSettings(ctx))["general.timezone"];
  const wrong = (message: string, field: "date" | "reason" = "date") =>
    ({ ok: false, reason: "invalid", field, message }) as const;
  const slot = time === null ? null : (await readAllStartTimes(ctx)).find((start) => start === time);
  if (!isCalendarDate(date) && time === null) return wrong("Choose a day.");
  if (!isCalendarDate(date) || slot === undefined) return wrong("Choose one of the times listed.");
  if (date < companyToday(ctx.now, zone)) return wrong("That day is in the past.");
  const why = cleanLine(reason);
  if (why.length > MAX_REASON) return wrong(`Reason can have at most ${MAX_REASON} characters.`, "reason");
  const clock = slot && parseSlotTime(slot);
  return ctx.db.transaction(async (tx): Promise<CloseOutcome> => {
    await lockDay(tx, date);
    const dated = { created_at: ctx.now, updated_at: ctx.now };
    const [closure] = await tx
      .insert(closures)
      .values({ ...dated, date, time: clock?.toString() ?? null, reason: why || null })
      .onConflictDoNothing()
      .returning({ id: closures.id });
    const id = closure?.id ?? (time === null ? await takeOverStorm(tx, ctx, date, why) : null);
    if (!id) return { ok: false, reason: "closed already", field: "date", message: "That's already closed." };
    await recordAudit(tx, ctx, {
      action: "schedule.closed",
      entity: "closure",
      entity_id: id,
      details: { before: null, after: { date, time } },
    });
    return { ok: true, id };
  });
}

/** A day that only a storm has closed is the office's from now on, and stays closed when the storm is called off. */
async function takeOverStorm(tx: Database, ctx: StaffCtx, date: string, why: string): Promise<string | null> {
  const [storm] = await tx
    .select({ id: storm_days.id, closure_id: storm_days.closure_id })
    .from(storm_days)
    .where(and(eq(storm_days.date, date), isNotNull(storm_days.closure_id)))
    .for("update");
  if (!storm?.closure_id) return null;
  await tx.update(storm_days).set({ closure_id: null }).where(eq(storm_days.id, storm.id));
  await tx
    .update(closures)
    .set({ reason: why || null, updated_at: ctx.now })
    .where(eq(closures.id, storm.closure_id));
  return storm.closure_id;
}

/** Reopens a closed day or slot. Returns it; null if it is open. */
export function openTime(ctx: StaffCtx, id: string): Promise<Closing | null> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(id)) return null;
    const [seen] = await tx.select({ date: closures.date }).from(closures).where(eq(closures.id, id));
    if (seen) await lockDay(tx, seen.date);
    const [gone] = await tx.delete(closures).where(eq(closures.id, id)).returning();
    if (!gone) return null;
    const { date } = gone;
    if (gone.time === null) await endClosing(tx, ctx, date);
    const was = { date, time: gone.time && formatTime(gone.time), reason: gone.reason ?? "" };
    await recordAudit(tx, ctx, {
      action: "schedule.opened",
      entity: "closure",
      entity_id: id,
      details: { before: { date, time: was.time }, after: null },
    });
    return was;
  });
}

/** Ends the closing of a day on which customers were offered other times: who has not answered keeps the visit. */
async function endClosing(tx: Database, ctx: StaffCtx, date: string) {
  const [closing] = await tx
    .update(storm_days)
    .set({ opened_at: ctx.now, updated_at: ctx.now })
    .where(and(eq(storm_days.date, date), eq(storm_days.kind, "closing"), isNull(storm_days.opened_at)))
    .returning({ id: storm_days.id });
  if (closing) await keepVisits(tx, ctx, closing.id);
}

/** Settles the open offers of a day that is open again, with an email to each customer. Returns their number. */
export async function keepVisits(tx: Database, ctx: StaffCtx, stormDayId: string): Promise<number> {
  const open = await tx
    .select({ id: storm_offers.id, booking_id: storm_offers.booking_id })
    .from(storm_offers)
    .where(and(eq(storm_offers.storm_day_id, stormDayId), eq(storm_offers.status, "open")))
    .for("update");
  for (const { id: offer_id, booking_id } of open) {
    await settleOffer(tx, ctx, booking_id, "settled");
    await ctx.jobs.enqueue(tx, "storm-over-mail", { offer_id, at: ctx.now.epochMilliseconds });
  }
  return open.length;
}
