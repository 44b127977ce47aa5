import { eq } from "drizzle-orm";
import type { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import type { Calendar } from "~/features/booking/booking";
import { releaseExpiredHolds } from "~/features/booking/release.server";
import {
  ANSWERED,
  isProposed,
  lockVisit,
  placeVisit,
  readOpenOffer,
  settleOffer,
} from "~/features/booking/visit.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import {
  readClosures,
  readMonth,
  readSlotsOfDay,
  readStartTimes,
} from "~/features/scheduling/availability/availability.server";
import { companyHours, lastBookableDate } from "~/features/scheduling/availability/opening-hours";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import {
  blockedRange,
  bookableMonth,
  type Day,
  localEnd,
  parseSlotTime,
  type Slot,
  type StartText,
  slotTakenMessage,
} from "~/features/scheduling/availability/slots";
import { pickCrew } from "~/features/scheduling/crews/pick.server";
import { companyToday, formatTime, isCalendarDate, isMonth } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";
import { readVisit, type Visit } from "./queries.server";
import {
  type ChargedMonth,
  chargedMonthOf,
  decideReschedule,
  minutesOf,
  type RescheduleRefusal,
} from "./reschedule";

export type RescheduleOptions = {
  visit: Visit;
  /** "yyyy-MM"; `days` are its days for a visit as long as this one, which is not in its own way. */
  month: string;
  days: Day[];
  firstMonth: string;
  lastMonth: string;
  today: string;
};

/** The slots to which the actor's visit can move, in `month` or the visit's own; null when it isn't theirs. */
export async function readRescheduleOptions(
  ctx: Ctx,
  { id, month: wished }: { id: string; month: string | null },
): Promise<RescheduleOptions | null> {
  const visit = await readVisit(ctx, id);
  if (!visit) return null;
  const settings = await readSettings(ctx);
  const zone = settings["general.timezone"];
  const today = companyToday(ctx.now, zone);
  const charged = visit.storm
    ? null
    : await readChargedMonth(ctx, { ...visit, scheduled_date: visit.slot.date }, zone);
  const [first, last] = [
    charged?.first ?? today,
    charged?.last ?? lastBookableDate(today, companyHours(settings)),
  ];
  const firstMonth = (first < today ? today : first).slice(0, 7);
  const lastMonth = last.slice(0, 7);
  const shown = wished !== null && isMonth(wished) ? wished : visit.slot.date.slice(0, 7);
  const month = bookableMonth(shown, firstMonth, lastMonth);
  const asked = { month, minutes: minutesOf(visit), booking_id: id, town: visit.town, zip: visit.zip };
  const days = (await readMonth(ctx, asked)).map((day) => (isWithin(day, charged) ? day : outside(day)));
  return { visit, month, days, firstMonth, lastMonth, today };
}

function isWithin({ date }: Day, month: ChargedMonth | null): boolean {
  return !month || (date >= month.first && date <= month.last);
}

function outside({ date }: Day): Day {
  return { date, state: "closed", slots: [] };
}

/**
 * Moves to `date` and `time`, company time; `from` is where the customer saw the visit. `as_answer`: only while the visit
 * has an open storm offer.
 */
export type RescheduleInput = StartText & { id: string; from: StartText; as_answer?: boolean };

export type RescheduleOutcome =
  | { ok: true; visit_id: string }
  | { ok: false; reason: "not found"; message: string }
  | { ok: false; reason: "taken"; field: "time"; message: string; slots: Slot[] }
  | RescheduleRefusal;

/** What the company's settings say of any move: its calendar without closures, and the minutes between visits. */
export type MoveRules = { calendar: Omit<Calendar, "closures">; buffer: number };

/**
 * Moves a visit. Its crew stays if it is free, else another one comes. A slot without a free crew is refused with the slots
 * that are left. `onBehalfOf`: staff act for a customer.
 */
export async function rescheduleBooking(
  ctx: Ctx,
  input: RescheduleInput,
  onBehalfOf: Pick<Ctx, "actor"> = ctx,
): Promise<RescheduleOutcome> {
  const rules = await readMoveRules(ctx);
  const outcome = await ctx.db
    .transaction((tx) => move(tx, ctx, onBehalfOf, input, rules))
    .catch((error) => {
      if (postgresCode(error) === EXCLUSION_VIOLATION) return "taken" as const;
      throw error;
    });
  return outcome === "taken" ? taken({ ...ctx, ...onBehalfOf }, input) : outcome;
}

export async function readMoveRules(ctx: Ctx): Promise<MoveRules> {
  const settings = await readSettings(ctx);
  const zone = settings["general.timezone"];
  const calendar = { today: companyToday(ctx.now, zone), now: ctx.now, zone, hours: companyHours(settings) };
  return { calendar, buffer: settings["booking.travel_buffer_minutes"] };
}

async function move(
  tx: Database,
  ctx: Ctx,
  onBehalfOf: Pick<Ctx, "actor">,
  input: RescheduleInput,
  { calendar: rules, buffer }: MoveRules,
): Promise<RescheduleOutcome | "taken"> {
  const days = isCalendarDate(input.date) ? [input.date] : [];
  const found = await lockVisit(tx, onBehalfOf, input.id, days);
  if (!found) return notFound;
  const { booking } = found;
  const offer = await readOpenOffer({ db: tx }, booking.id);
  if (input.as_answer && !offer) return { ok: false, reason: "not movable", message: ANSWERED };
  const closures = days[0] ? await readClosures({ db: tx }, days[0], days[0], booking.city) : [];
  const calendar = { ...rules, closures };
  const slot = { date: booking.scheduled_date, time: formatTime(booking.scheduled_time) };
  const month = await readChargedMonth({ db: tx }, booking, calendar.zone);
  const startTimes = await readStartTimes({ db: tx }, booking.service_id);
  const visit = { ...booking, slot, startTimes, storm: offer !== null, month };
  const decision = decideReschedule(visit, input, calendar);
  if (!decision.ok) return decision;
  const blocked = blockedRange(decision.range, buffer);
  await releaseExpiredHolds(tx, ctx, blocked);
  const time = parseSlotTime(decision.slot);
  const ends = localEnd(decision.range, calendar.zone);
  const proposed = isProposed(offer, { date: input.date, time: decision.slot });
  const moved = { id: booking.id, crew_id: (proposed && offer?.crew_id) || booking.crew_id };
  const crew_id = await pickCrew(tx, {
    date: input.date,
    time,
    ends,
    town: booking.city,
    zip: booking.zip_code,
    blocked,
    moved,
  });
  if (!crew_id) return "taken";
  await settleOffer(tx, ctx, booking.id, proposed ? "accepted" : "moved");
  const place = { date: input.date, time: time.toString(), range: decision.range, blocked, crew_id };
  const { late_fee_applies } = decision;
  await placeVisit(tx, ctx, booking, place, { late_fee_applies });
  await recordAudit(tx, ctx, {
    action: "booking.moved",
    entity: "booking",
    entity_id: booking.id,
    details: {
      from: { date: booking.scheduled_date, time: booking.scheduled_time, crew: booking.crew_id },
      to: { date: place.date, time: place.time, crew: crew_id },
      late_fee_applies,
    },
  });
  return { ok: true, visit_id: booking.id };
}

async function taken(ctx: Ctx, { id, date }: RescheduleInput): Promise<RescheduleOutcome> {
  const visit = await readVisit(ctx, id);
  if (!visit) return notFound;
  const { town, zip } = visit;
  const slots = await readSlotsOfDay(ctx, { date, minutes: minutesOf(visit), booking_id: id, town, zip });
  return { ok: false, reason: "taken", field: "time", message: slotTakenMessage(slots), slots };
}

const notFound = { ok: false, reason: "not found", message: "We can't find this visit." } as const;

type PlanVisit = Pick<typeof bookings.$inferSelect, "plan_id" | "plan_visit" | "scheduled_date">;

/**
 * The days to which a visit of a plan may move: those of the month that pays for it, extended to the day where it is now.
 * Null for a visit without plan, or of a plan that was not charged yet.
 */
async function readChargedMonth(
  { db }: Pick<Ctx, "db">,
  { plan_id, plan_visit, scheduled_date }: PlanVisit,
  zone: string,
): Promise<ChargedMonth | null> {
  if (!plan_id || !plan_visit) return null;
  const [plan] = await db
    .select({
      end: plans.period_end,
      anchor: plans.billing_anchor,
      first_date: plans.first_date,
      frequency: plans.frequency,
      first_visit: plans.first_visit,
      earlier_rhythms: plans.earlier_rhythms,
    })
    .from(plans)
    .where(eq(plans.id, plan_id));
  if (!plan?.end) return null;
  const own = visitDate(plan, plan_visit);
  const { first, last } = chargedMonthOf(own, { end: plan.end, anchor: plan.anchor }, zone);
  return {
    first: scheduled_date < first ? scheduled_date : first,
    last: scheduled_date > last ? scheduled_date : last,
  };
}
