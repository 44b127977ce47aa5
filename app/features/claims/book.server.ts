// Rooms: a re-clean is a visit (booking) at a free time of a crew (scheduling), by the settings (operations), with an order of
// nothing (payments), and partners hear of it (integrations).
import { randomUUID } from "node:crypto";
import { bookings } from "~/db/schema/bookings";
import { order_lines, orders } from "~/db/schema/payments";
import { checkStart } from "~/features/booking/booking";
import { formField } from "~/features/booking/checkout/page";
import { LIMITS } from "~/features/booking/limits";
import { minutesOf } from "~/features/booking/manage/reschedule";
import { releaseExpiredHolds } from "~/features/booking/release.server";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import { feePolicyOf } from "~/features/operations/settings/fee-policy";
import { readSettings } from "~/features/operations/settings/queries.server";
import type { Settings } from "~/features/operations/settings/settings";
import { OFFICE_PROVIDER } from "~/features/payments/orders/rules";
import { readClosures, readStartTimes } from "~/features/scheduling/availability/availability.server";
import { companyHours } from "~/features/scheduling/availability/opening-hours";
import { blockedRange, localEnd, parseSlotTime, slotRange } from "~/features/scheduling/availability/slots";
import { pickCrew, whyNotCrew } from "~/features/scheduling/crews/pick.server";
import { companyToday, isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";
import { type AnswerRefusal, lockClaim, storeAnswer } from "./answer.server";
import type { ReCleanForm } from "./forms";
import { lengthsOf } from "./rules";

export type ReCleanOutcome =
  | { ok: true }
  | AnswerRefusal
  | { ok: false; reason: "invalid" | "conflict"; field: Field; message: string };

type Field = "date" | "time" | "minutes" | "crew_id";
type Input = ReCleanForm & { id: string };

/**
 * Answers a claim with another visit to the same home for nothing, by the crew that staff choose, or else by any that is free.
 * Date and time in company time. Repeating it has no further effect.
 */
export async function reClean(ctx: StaffCtx, input: Input): Promise<ReCleanOutcome> {
  const settings = await readSettings(ctx);
  return ctx.db
    .transaction((tx) => book(tx, ctx, settings, input))
    .catch((error): ReCleanOutcome => {
      if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error;
      return conflict("time", "Someone else just took that time.");
    });
}

const conflict = (field: Field, message: string) =>
  ({ ok: false, reason: "conflict", field, message }) as const;

async function book(tx: Database, ctx: StaffCtx, settings: Settings, input: Input): Promise<ReCleanOutcome> {
  const { id, date, minutes, crew_id: only } = input;
  const days = isCalendarDate(date) ? [date] : [];
  const found = await lockClaim(tx, ctx, id, "re-clean", days);
  if (!("claim" in found)) return found;
  const { claim, booking } = found;
  const invalid = (field: Field, message: string) =>
    ({ ok: false, reason: "invalid", field, message }) as const;
  if (!lengthsOf(minutesOf(booking)).includes(minutes))
    return invalid("minutes", "Choose how long it takes: at most as long as the visit.");
  if (only && !isUuid(only)) return invalid("crew_id", "This crew no longer exists. Choose another one.");
  const zone = settings["general.timezone"];
  const start = checkStart(
    { date, time: input.time, minutes, startTimes: await readStartTimes({ db: tx }, booking.service_id) },
    {
      ...{ today: companyToday(ctx.now, zone), now: ctx.now, zone },
      // The office may come at short notice.
      hours: { ...companyHours(settings), lead_hours: 0 },
      closures: days[0] ? await readClosures({ db: tx }, days[0], days[0], booking.city) : [],
    },
  );
  if (!start.ok) return invalid(formField(start.field) === "date" ? "date" : "time", start.message);
  const range = slotRange(date, start.slot, minutes, zone);
  const blocked = blockedRange(range, settings["booking.travel_buffer_minutes"]);
  const time = parseSlotTime(start.slot);
  const place = {
    date,
    time,
    ends: localEnd(range, zone),
    town: booking.city,
    zip: booking.zip_code,
    blocked,
  };
  await releaseExpiredHolds(tx, ctx, blocked);
  const crew_id = await pickCrew(tx, place, { only: only || null });
  if (!crew_id && only)
    return conflict("crew_id", (await whyNotCrew(tx, only, place)) ?? "This crew is not free at that time.");
  if (!crew_id) return conflict("time", "No crew is free at that time.");
  const re_clean_id = await storeVisit(tx, ctx, booking, {
    ...{ crew_id, crew_requested: Boolean(only), policy: feePolicyOf(settings) },
    currency: settings["payments.default_currency"].toUpperCase(),
    ...{
      scheduled_date: date,
      scheduled_time: time.toString({ smallestUnit: "second" }),
      duration_hours: minutes / 60,
    },
    ...{ starts_at: range.start, ends_at: range.end, blocked },
    notes: notesFor(claim, booking),
  });
  await storeAnswer(tx, ctx, claim, { status: "re-clean", answer: input.answer || null, re_clean_id });
  return { ok: true };
}

type Booking = typeof bookings.$inferSelect;

/** What the crew reads: the claim, cut where the first visit's notes need the space, since these say how to get in. */
function notesFor({ room, words }: { room: string; words: string }, { notes }: Booking): string {
  const kept = notes ? `\n\n${notes}` : "";
  return `${room}: ${words}`.slice(0, Math.max(0, LIMITS.notes - kept.length)) + kept;
}

type Place = Pick<
  typeof bookings.$inferInsert,
  "crew_id" | "crew_requested" | "policy" | "scheduled_date" | "scheduled_time" | "duration_hours"
> &
  Pick<Booking, "starts_at" | "ends_at" | "blocked"> & { currency: string; notes: string };

/** Stores a confirmed visit like another one, for nothing, with a completed order. Its crew hears of it; its customer by the answer. */
async function storeVisit(tx: Database, ctx: StaffCtx, first: Booking, { currency, ...place }: Place) {
  const id = randomUUID();
  const dated = { created_at: ctx.now, updated_at: ctx.now };
  const label = `Re-clean of visit ${formatNumber(first.number)}`;
  const line = { kind: "service" as const, label, amount: 0 };
  await tx.insert(bookings).values({
    ...{ id, re_clean_of: first.id, status: "confirmed", total_amount: 0, price_lines: [line] },
    ...{ user_id: first.user_id, customer_id: first.customer_id, service_id: first.service_id },
    ...{ customer_name: first.customer_name, customer_email: first.customer_email },
    ...{ customer_phone: first.customer_phone, property_id: first.property_id },
    ...{ address_line1: first.address_line1, address_line2: first.address_line2, city: first.city },
    ...{ state: first.state, zip_code: first.zip_code, bedrooms: first.bedrooms },
    ...{ bathrooms: first.bathrooms, half_baths: first.half_baths, square_feet: first.square_feet },
    ...place,
    ...dated,
  });
  const [order] = await tx
    .insert(orders)
    .values({
      ...{ booking_id: id, customer_id: first.customer_id, amount: 0, currency },
      ...{ status: "completed", completed_at: ctx.now, provider: OFFICE_PROVIDER },
      ...dated,
    })
    .returning({ id: orders.id });
  if (!order) throw new Error("The order was not stored");
  const reason = "A claim about the first visit";
  await tx.insert(order_lines).values({
    ...{ order_id: order.id, position: 1, ...line, reason, author_id: ctx.actor.id, created_at: ctx.now },
  });
  await recordAudit(tx, ctx, {
    action: "booking.re_clean_booked",
    entity: "booking",
    entity_id: id,
    details: { of: first.number, date: place.scheduled_date, time: place.scheduled_time },
  });
  await publishBookingEvent(tx, ctx, "booking.confirmed", id);
  await ctx.jobs.enqueue(tx, "crew-visit-mail", {
    ...{ booking_id: id, crew_id: place.crew_id, sequence: 0, had: false },
    before: { date: place.scheduled_date, time: place.scheduled_time },
  });
  return id;
}
