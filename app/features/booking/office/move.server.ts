import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { minutesOf } from "~/features/booking/manage/reschedule";
import { type MoveRules, readMoveRules } from "~/features/booking/manage/reschedule.server";
import { releaseExpiredHolds } from "~/features/booking/release.server";
import { lockVisit, OFFICE_ACTOR, PLAN_NOT_PAID, placeVisit } from "~/features/booking/visit.server";
import {
  readClosures,
  readSlotsOfDay,
  readStartTimes,
} from "~/features/scheduling/availability/availability.server";
import { blockedRange, localEnd, type Slot, type StartText } from "~/features/scheduling/availability/slots";
import { pickCrew, type Visit, whyNotCrew } from "~/features/scheduling/crews/pick.server";
import { formatTime, isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";
import { overrideReason } from "./forms";
import { decideStaffMove, type StaffMoveRefusal } from "./rules";

/**
 * Company time. `crew_id: null`: its own crew if free, else another; `avoid`: any but this one. `sequence`: the version
 * that staff saw; refused if it has changed. `override_reason`: why staff set aside when visits can be, if that is needed.
 */
export type StaffMoveInput = StartText & {
  id: string;
  crew_id: string | null;
  avoid?: string;
  sequence?: number;
  override_reason?: string;
};

type StaffMovePlace = StartText & { crew_id: string | null; override_reason?: string };

export type StaffMoveOutcome =
  | { ok: true; before: StaffMovePlace; after: StaffMovePlace; mailed: boolean; sequence: number }
  | { ok: false; reason: "not found"; message: string }
  /** No crew is free. `slots`: that day's slots for a visit of this length. */
  | { ok: false; reason: "conflict"; field: "time" | "crew_id"; message: string; slots: Slot[] }
  | StaffMoveRefusal;

type Conflict = { conflict: string; field: "time" | "crew_id"; minutes: number | null };

/** Moves a visit to another time, to another crew, or both. Two visits of one crew at once are refused, with the reason. */
export async function moveByStaff(ctx: StaffCtx, input: StaffMoveInput): Promise<StaffMoveOutcome> {
  const rules = await readMoveRules(ctx);
  const outcome = await ctx.db
    .transaction((tx) => move(tx, ctx, input, rules))
    .catch((error): StaffMoveOutcome | Conflict => {
      if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error;
      return { conflict: "Someone else just took that time.", field: "time", minutes: null };
    });
  if (!("conflict" in outcome)) return outcome;
  const { conflict: message, field } = outcome;
  const [visit] = await ctx.db.select().from(bookings).where(eq(bookings.id, input.id));
  const minutes = outcome.minutes ?? (visit ? minutesOf(visit) : 60);
  const place = { town: visit?.city, zip: visit?.zip_code };
  const slots = await readSlotsOfDay(ctx, { date: input.date, minutes, booking_id: input.id, ...place });
  return { ok: false, reason: "conflict", field, message, slots };
}

async function move(
  tx: Database,
  ctx: StaffCtx,
  input: StaffMoveInput,
  { calendar, buffer }: MoveRules,
): Promise<StaffMoveOutcome | Conflict> {
  const days = isCalendarDate(input.date) ? [input.date] : [];
  const found = await lockVisit(tx, OFFICE_ACTOR, input.id, days);
  if (!found || (input.crew_id !== null && !isUuid(input.crew_id))) return notFound;
  const { booking, order } = found;
  if (found.unpaid_plan) return { ok: false, reason: "not movable", message: PLAN_NOT_PAID };
  const before = {
    date: booking.scheduled_date,
    time: formatTime(booking.scheduled_time),
    crew_id: booking.crew_id,
  };
  const closures = days[0] ? await readClosures({ db: tx }, days[0], days[0], booking.city) : [];
  const startTimes = await readStartTimes({ db: tx }, booking.service_id);
  const movable = { ...booking, slot: before, startTimes };
  const reason = overrideReason.safeParse(input.override_reason);
  if (!reason.success) return wrongReason(reason.error.issues[0]?.message);
  const inside = decideStaffMove(movable, input, { ...calendar, closures });
  const isOverridden = !inside.ok && inside.reason === "invalid" && reason.data !== "";
  const decision = isOverridden
    ? decideStaffMove(movable, input, { ...calendar, closures, override: true })
    : inside;
  if (!decision.ok) return decision;
  if (
    decision.stays &&
    !input.avoid &&
    (input.crew_id ?? booking.crew_id) === booking.crew_id &&
    booking.crew_id
  )
    return {
      ok: false,
      reason: "invalid",
      field: "time",
      message: "The visit is already at that time with that crew.",
    };
  const { range, stays } = decision;
  const blocked = blockedRange(range, buffer);
  const time = stays ? Temporal.PlainTime.from(booking.scheduled_time) : decision.time;
  const ends = localEnd(range, calendar.zone);
  const visit = {
    date: input.date,
    time,
    ends,
    town: booking.city,
    zip: booking.zip_code,
    blocked,
    moved: booking,
  };
  await releaseExpiredHolds(tx, ctx, blocked);
  const wishes = { only: input.crew_id, avoid: input.avoid, closed_too: stays || isOverridden };
  const crew_id = await pickCrew(tx, visit, wishes);
  if (!crew_id) return conflictOf(tx, input, visit, minutesOf(booking));
  const lostItsSlot = booking.needs_attention !== null || booking.crew_id === null;
  const settled =
    booking.status === "pending" && lostItsSlot && (order === null || order.status === "completed")
      ? ({ status: "confirmed", needs_attention: null } as const)
      : { status: undefined };
  const changes = { ...settled, ...(isOverridden && { override_reason: reason.data }) };
  const place = {
    date: input.date,
    time: time.toString({ smallestUnit: "second" }),
    range,
    blocked,
    crew_id,
  };
  await placeVisit(tx, ctx, booking, place, changes);
  const after = { date: input.date, time: formatTime(place.time), crew_id };
  await recordAudit(tx, ctx, {
    action: stays ? "booking.assigned" : "booking.moved",
    entity: "booking",
    entity_id: booking.id,
    details: {
      before: { ...before, ...(settled.status && { status: booking.status }) },
      after: { ...after, ...(settled.status && { status: settled.status }) },
      ...(isOverridden && { override: true }),
    },
  });
  const mailed = booking.customer_email !== null;
  const was = booking.override_reason ? { ...before, override_reason: booking.override_reason } : before;
  return { ok: true, before: was, after, mailed, sequence: booking.calendar_sequence + 1 };
}

function wrongReason(message = "Reason is too long."): StaffMoveRefusal {
  return { ok: false, reason: "invalid", field: "override_reason", message };
}

async function conflictOf(
  tx: Database,
  input: StaffMoveInput,
  visit: Visit,
  minutes: number,
): Promise<Conflict | typeof notFound> {
  if (input.crew_id === null) {
    const conflict = input.avoid ? "No other crew is free at that time." : "No crew is free at that time.";
    return { conflict, field: "time", minutes };
  }
  const why = await whyNotCrew(tx, input.crew_id, visit);
  return why ? { conflict: why, field: "crew_id", minutes } : notFound;
}

const notFound = { ok: false, reason: "not found", message: "This visit no longer exists." } as const;
