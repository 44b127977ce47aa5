// Rooms: a status frees or takes a crew (scheduling), by company time (operations), a visit gets its customer
// (customers) and its price back (payments), and partners hear of it (integrations).
import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import type { BookingStatus } from "~/features/booking/booking";
import { storeCancellation } from "~/features/booking/manage/cancel.server";
import { releaseExpiredHolds } from "~/features/booking/release.server";
import { lockVisit, OFFICE_ACTOR, PLAN_NOT_PAID, settleOffer } from "~/features/booking/visit.server";
import { linkCustomer } from "~/features/customers/records/link.server";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import type { Settings } from "~/features/operations/settings/settings";
import { chargeLater, chargeSoon } from "~/features/payments/orders/card.server";
import { restoreLines } from "~/features/payments/orders/lines.server";
import { companyHours, isOpenFor } from "~/features/scheduling/availability/opening-hours";
import { localEnd } from "~/features/scheduling/availability/slots";
import { pickCrew } from "~/features/scheduling/crews/pick.server";
import { companyToday, formatDate, formatTime } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { CrewCtx, StaffCtx } from "~/platform/context.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";
import { STATUS_LABELS } from "./list/list";
import { decideStatus, HELD_SECONDS, heldNews, UNDO_SECONDS } from "./rules";
import { readStatusChanges, undoOf } from "./status-changes.server";

export type StatusOutcome =
  | { ok: true; changed: false }
  /** `undo`: the sequence that takes it back, for some seconds; null when it can't be. */
  | { ok: true; changed: true; undo: number | null }
  | {
      ok: false;
      reason: "not found" | "taken" | "changed" | "unpaid" | "too early" | "history";
      message: string;
    };

/** What staff saw when they chose: to refuse a change of what somebody else has changed meanwhile. */
export type SeenStatus = { status?: BookingStatus; sequence?: number };

type Locked = NonNullable<Awaited<ReturnType<typeof lockVisit>>>;

/**
 * Sets a booking's status to any of the four. The customer gets an email after UNDO_SECONDS unless undone. Cancelling
 * here refunds nothing. A restored booking needs a free crew, else it stays as it is.
 */
export async function setBookingStatus(
  ctx: StaffCtx,
  { id, status, seen = {} }: { id: string; status: BookingStatus; seen?: SeenStatus },
): Promise<StatusOutcome> {
  const outcome = await ctx.db
    .transaction((tx) => change(tx, ctx, id, status, seen))
    .catch((error) => {
      if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error;
      return "taken" as const;
    });
  if (outcome !== "taken") return outcome;
  return { ok: false, reason: "taken", message: "Its slot was taken since." };
}

/**
 * Completes a visit that its crew has finished, as staff would. One that the office has completed, cancelled or that can't be
 * completed yet stays as it is.
 */
export async function completeByCrew(tx: Database, ctx: CrewCtx, id: string): Promise<void> {
  const found = await lockVisit(tx, OFFICE_ACTOR, id);
  if (!found || found.unpaid_plan || found.booking.status !== "confirmed") return;
  const zone = (await readSettings({ db: tx }))["general.timezone"];
  const decision = decideStatus(found.booking, "completed", {
    now: ctx.now,
    today: companyToday(ctx.now, zone),
  });
  if (decision.do === "set") await store(tx, ctx, found, "completed", found.booking.crew_id);
}

async function change(
  tx: Database,
  ctx: StaffCtx,
  id: string,
  wanted: BookingStatus,
  seen: SeenStatus,
): Promise<StatusOutcome> {
  const found = await lockVisit(tx, OFFICE_ACTOR, id);
  if (!found) return { ok: false, reason: "not found", message: "This booking no longer exists." };
  const { booking } = found;
  const settings = await readSettings({ db: tx });
  const zone = settings["general.timezone"];
  const decision = decideStatus(booking, wanted, { now: ctx.now, today: companyToday(ctx.now, zone) });
  if (decision.do !== "nothing" && isOld(seen, booking)) {
    return { ok: false, reason: "changed", message: changedMessage(found) };
  }
  if (decision.do === "nothing") return { ok: true, changed: false };
  if (booking.history_of !== null) return { ok: false, reason: "history", message: IS_HISTORY };
  if (found.unpaid_plan) return { ok: false, reason: "unpaid", message: PLAN_NOT_PAID };
  if (decision.do === "too early") return { ok: false, reason: "too early", message: tooEarlyMessage(found) };
  if (decision.do === "cancel") {
    const can_be_undone = !closesCheckout(found);
    const reason = "Cancelled by the office";
    await storeCancellation(tx, ctx, found, { refund: 0, reason, can_be_undone });
    return { ok: true, changed: true, undo: can_be_undone ? booking.calendar_sequence + 1 : null };
  }
  if (decision.do === "place" && !decision.passed && !isOpen(found, settings))
    return { ok: false, reason: "taken", message: outsideMessage(found) };
  const crew_id =
    decision.do === "place"
      ? await crewFor(tx, ctx, found, { zone, passed: decision.passed })
      : booking.crew_id;
  if (decision.do === "place" && !crew_id)
    return { ok: false, reason: "taken", message: takenMessage(found) };
  await store(tx, ctx, found, wanted, crew_id);
  return { ok: true, changed: true, undo: booking.calendar_sequence + 1 };
}

/** Whether cancelling closes an open checkout, which can't be reopened. */
function closesCheckout({ booking, order }: Locked): boolean {
  return (
    booking.hold_expires_at !== null || (order?.status === "pending" && order.payment_session_id !== null)
  );
}

function isOld({ status, sequence }: SeenStatus, booking: Locked["booking"]): boolean {
  return (
    (status !== undefined && status !== booking.status) ||
    (sequence !== undefined && sequence !== booking.calendar_sequence)
  );
}

function changedMessage({ booking }: Locked): string {
  const when = `${formatDate(booking.scheduled_date)} at ${formatTime(booking.scheduled_time)}`;
  return `Someone else changed this booking: it is now ${STATUS_LABELS[booking.status]}, on ${when}.`;
}

type Slot = { zone: string; passed: boolean };

async function crewFor(tx: Database, ctx: StaffCtx, { booking }: Locked, { zone, passed }: Slot) {
  const { scheduled_date: date, starts_at: start, ends_at: end, blocked } = booking;
  const ends = localEnd({ start, end }, zone);
  const time = Temporal.PlainTime.from(booking.scheduled_time);
  await releaseExpiredHolds(tx, ctx, blocked);
  const visit = { date, time, ends, town: booking.city, zip: booking.zip_code, blocked, moved: booking };
  return pickCrew(tx, visit, { closed_too: passed || booking.override_reason !== null });
}

/** Whether a visit is inside the opening hours, or staff set them aside for it. */
function isOpen({ booking }: Locked, settings: Settings): boolean {
  const { scheduled_date: date, scheduled_time: starts, starts_at: start, ends_at: end } = booking;
  const ends = localEnd({ start, end }, settings["general.timezone"]);
  return booking.override_reason !== null || isOpenFor({ date, starts, ends }, companyHours(settings));
}

function outsideMessage({ booking }: Locked): string {
  const when = `${formatDate(booking.scheduled_date)} at ${formatTime(booking.scheduled_time)}`;
  return `${when} is outside the opening hours. Book a new visit at another time instead.`;
}

const IS_HISTORY =
  "This visit is from before you moved in, and nothing is owed for it. Book a new visit if it takes place.";

function tooEarlyMessage({ booking }: Locked): string {
  return `This visit is on ${formatDate(booking.scheduled_date)}. Set it to Completed on that day or later.`;
}

function takenMessage({ booking }: Locked): string {
  const when = `${formatDate(booking.scheduled_date)} at ${formatTime(booking.scheduled_time)}`;
  return `Its slot has been taken: no crew is free on ${when}. Book a new visit at another time instead.`;
}

async function store(
  tx: Database,
  ctx: StaffCtx | CrewCtx,
  { booking, order }: Locked,
  status: BookingStatus,
  crew_id: string | null,
) {
  const calendar_sequence = booking.calendar_sequence + 1;
  const returns = booking.status === "cancelled";
  const [last] = await readStatusChanges(tx, booking.id, ctx.now.subtract({ seconds: UNDO_SECONDS }));
  /** Who has not heard yet that it was cancelled seconds ago. */
  const knowing = last && last.before !== "cancelled" ? last.undo.crew_id : null;
  await settleOffer(tx, ctx, booking.id, "settled");
  const settled = booking.status === "pending" && status !== "pending";
  await tx
    .update(bookings)
    .set({
      status,
      crew_id,
      hold_expires_at: null,
      cancelled_at: null,
      calendar_sequence,
      updated_at: ctx.now,
      // its draft may have become another booking since, and it waits for no plan any more
      ...(returns && { draft_id: null, made_room_for: null }),
      ...(settled && { needs_attention: null }),
    })
    .where(eq(bookings.id, booking.id));
  if (returns && order) {
    await tx.update(orders).set({ updated_at: ctx.now }).where(eq(orders.id, order.id));
    await restoreLines(tx, ctx, order.id);
  }
  await linkCustomer(tx, ctx, { booking_id: booking.id });
  await recordAudit(tx, ctx, {
    action: "booking.status_changed",
    entity: "booking",
    entity_id: booking.id,
    details: {
      before: { status: booking.status, crew_id: booking.crew_id },
      after: { status, crew_id },
      undo: undoOf(booking, order, calendar_sequence),
    },
  });
  if (order && status === "completed") await chargeSoon(tx, ctx, order.id, { afterSeconds: HELD_SECONDS });
  else if (order) await chargeLater(tx, order.id);
  const told = { booking_id: booking.id, sequence: calendar_sequence, ...heldNews(true, ctx.now) };
  const when = { afterSeconds: HELD_SECONDS };
  await ctx.jobs.enqueue(tx, "booking-status-mail", { ...told, status }, when);
  const confirmed = status === "confirmed" && booking.status !== "completed";
  if (confirmed) await publishBookingEvent(tx, ctx, "booking.confirmed", booking.id);
  const isNews = crew_id !== null && crew_id !== (returns ? knowing : booking.crew_id);
  const before = { date: booking.scheduled_date, time: booking.scheduled_time };
  if (isNews) await ctx.jobs.enqueue(tx, "crew-visit-mail", { ...told, crew_id, had: false, before }, when);
}
