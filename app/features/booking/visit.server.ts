import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { storm_days, storm_offers } from "~/db/schema/office";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import { comesTo, readArea } from "~/features/scheduling/area/queries.server";
import type { Range } from "~/features/scheduling/availability/slots";
import { dayLocks } from "~/features/scheduling/crews/pick.server";
import { formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Actor, Ctx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { type BookingStatus, ERASED_STREET } from "./booking";

/**
 * Limits `bookings` to those that the actor may see and change. Put it in the WHERE of every query. A signed link works
 * until the customer's data is erased. An administrator gets only their own.
 */
export function ownBooking(actor: Actor): SQL | undefined {
  switch (actor.kind) {
    case "user":
      return eq(bookings.user_id, actor.id);
    case "link":
      return and(eq(bookings.id, actor.booking_id), ne(bookings.address_line1, ERASED_STREET));
    case "plan link":
      return and(eq(bookings.plan_id, actor.plan_id), ne(bookings.address_line1, ERASED_STREET));
    case "system":
      return sql`true`;
    case "crew":
    case "guest":
      return sql`false`;
  }
}

/** Acts on behalf of any customer. Use it only for an administrator's request. */
export const OFFICE_ACTOR = { actor: { kind: "system" } } as const;

/** Why nobody changes a visit of a plan that waits for its payment: the plan's visits are held and released together. */
export const PLAN_NOT_PAID = "This plan hasn't been paid for yet.";

/** Locks a draft. Take it before the lock of any day. */
export async function lockDraft(tx: Database, draftId: string | null): Promise<void> {
  await lockUntilCommit(tx, ...draftLocks(draftId));
}

/** For `lockUntilCommit`, together with other locks; none without a draft. */
export function draftLocks(draftId: string | null): string[] {
  return draftId ? [`draft:${draftId}`] : [];
}

/**
 * Locks a visit of the actor and reads it with its order (null for a visit of a plan). All verbs lock in this order:
 * draft, days, rows. Undefined if the actor has no such visit.
 */
export async function lockVisit(
  tx: Database,
  { actor }: Pick<Ctx, "actor">,
  id: string,
  days: string[] = [],
) {
  if (!isUuid(id)) return undefined;
  const theirs = and(eq(bookings.id, id), ownBooking(actor), ne(bookings.address_line1, ERASED_STREET));
  const [seen] = await tx
    .select({ date: bookings.scheduled_date, draft_id: bookings.draft_id })
    .from(bookings)
    .where(theirs);
  if (!seen) return undefined;
  await lockUntilCommit(tx, ...draftLocks(seen.draft_id), ...dayLocks([seen.date, ...days]));
  const [booking] = await tx.select().from(bookings).where(theirs).for("update");
  if (!booking) return undefined;
  const [order] = await tx.select().from(orders).where(eq(orders.booking_id, id)).for("update");
  return { booking, order: order ?? null, unpaid_plan: await isPlanUnpaid({ db: tx }, booking) };
}

/** Whether a visit belongs to a plan that waits for its first payment. */
export async function isPlanUnpaid(
  { db }: Pick<Ctx, "db">,
  { plan_id }: { plan_id: string | null },
): Promise<boolean> {
  if (!plan_id) return false;
  return (await db.$count(plans, and(eq(plans.id, plan_id), eq(plans.status, "pending")))) > 0;
}

/** The time proposed instead of a visit on a storm day, company time; all null when no crew was free. */
export type StormOffer = {
  id: string;
  date: string | null;
  time: string | null;
  crew_id: string | null;
  /** Why the visit can't take place: a storm, or the office closed the day. */
  kind: "storm" | "closing";
};

/** Reads the storm day's open offer for a visit; null if none or answered. */
export async function readOpenOffer({ db }: Pick<Ctx, "db">, bookingId: string): Promise<StormOffer | null> {
  const [offer] = await db
    .select({
      id: storm_offers.id,
      date: storm_offers.proposed_date,
      time: storm_offers.proposed_time,
      crew_id: storm_offers.proposed_crew_id,
      kind: storm_days.kind,
    })
    .from(storm_offers)
    .innerJoin(storm_days, eq(storm_days.id, storm_offers.storm_day_id))
    .where(isOpen(bookingId))
    .orderBy(desc(storm_offers.created_at))
    .limit(1);
  return offer ? { ...offer, time: offer.time && formatTime(offer.time) } : null;
}

/** For an answer that comes after another one. */
export const ANSWERED = "This has already been answered.";

export function isProposed(
  offer: StormOffer | null,
  { date, time }: { date: string; time: string },
): boolean {
  return offer?.date === date && offer.time === time;
}

/** Closes the open offer of a visit, whichever way the visit was changed. Call it with the booking locked. */
export async function settleOffer(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  bookingId: string,
  status: "accepted" | "moved" | "skipped" | "settled",
): Promise<void> {
  const answered = await tx
    .update(storm_offers)
    .set({ status, answered_at: ctx.now, updated_at: ctx.now })
    .where(isOpen(bookingId))
    .returning({ id: storm_offers.id, storm_day_id: storm_offers.storm_day_id });
  const entries = answered.map(({ storm_day_id }) => ({
    action: `storm.offer_${status}`,
    entity: "booking",
    entity_id: bookingId,
    details: { storm_day: storm_day_id },
  }));
  if (entries.length > 0) await recordAudit(tx, ctx, ...entries);
}

function isOpen(bookingId: string) {
  return and(eq(storm_offers.booking_id, bookingId), eq(storm_offers.status, "open"));
}

/** Where a visit goes; `time` as "08:00:00". */
type Place = { date: string; time: string; range: Range; blocked: Range; crew_id: string };

type Placed = {
  id: string;
  status: BookingStatus;
  crew_id: string | null;
  scheduled_date: string;
  scheduled_time: string;
  calendar_sequence: number;
  zip_code: string;
  override_reason: string | null;
};

type Changes = {
  duration_hours?: number;
  late_fee_applies?: boolean;
  status?: "confirmed";
  needs_attention?: null;
  /** Why staff set aside when visits can be; a visit at a new time has none unless given, or unless it lies outside the area. */
  override_reason?: string;
};

/** Moves a locked visit. After commit, jobs email the customer about a new time and each crew that it concerns. */
export async function placeVisit(
  tx: Database,
  ctx: Ctx,
  visit: Placed,
  { date, time, range, blocked, crew_id }: Place,
  changes: Changes = {},
) {
  const calendar_sequence = visit.calendar_sequence + 1;
  const before = { date: visit.scheduled_date, time: visit.scheduled_time };
  const isMoved = before.date !== date || before.time !== time;
  const isOver = isMoved && !(visit.override_reason && (await isElsewhere(tx, visit)));
  await tx
    .update(bookings)
    .set({
      ...(isOver && { override_reason: null }),
      ...changes,
      crew_id,
      scheduled_date: date,
      scheduled_time: time,
      starts_at: range.start,
      ends_at: range.end,
      blocked,
      calendar_sequence,
      updated_at: ctx.now,
    })
    .where(eq(bookings.id, visit.id));
  if (isMoved) await settleOffer(tx, ctx, visit.id, "settled");
  const told = { booking_id: visit.id, sequence: calendar_sequence };
  const isNews = changes.status === "confirmed" && visit.status !== "confirmed";
  if (isNews) {
    await ctx.jobs.enqueue(tx, "booking-confirmed-mail", { booking_id: visit.id });
    await publishBookingEvent(tx, ctx, "booking.confirmed", visit.id);
  } else if (isMoved) {
    await ctx.jobs.enqueue(tx, "booking-moved-mail", { ...told, date, time });
    await publishBookingEvent(tx, ctx, "booking.rescheduled", visit.id);
  }
  for (const crew of new Set([visit.crew_id, crew_id])) {
    const news = { ...told, crew_id: crew, had: crew === visit.crew_id, before };
    if (crew) await ctx.jobs.enqueue(tx, "crew-visit-mail", news);
  }
}

/** Whether a visit lies outside the service area: the reason why staff took it stays when it moves. */
async function isElsewhere(tx: Database, { zip_code }: Pick<Placed, "zip_code">): Promise<boolean> {
  return !comesTo(await readArea({ db: tx }), zip_code);
}
