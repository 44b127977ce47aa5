// Rooms: visits of a plan take places (booking) in the calendar (scheduling), in company time (operations).
import { and, eq, isNull, not, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import type { plans } from "~/db/schema/plans";
import { isNearEnough, type PlanMove } from "~/features/booking/checkout/draft";
import type { Place } from "~/features/booking/checkout/plan-visits";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readPlan as readSchedule } from "~/features/scheduling/availability/availability.server";
import {
  blockedRange,
  parseSlotTime,
  type SlotTime,
  slotRange,
} from "~/features/scheduling/availability/slots";
import { addDays } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type AssignedVisit, type CrewAssignment, DAYS_AROUND, decideCrews, type Wanted } from "./rules";

type Asked = {
  /** Each at `time`, unless it has its own. */
  visits: readonly { visit: number; date: string; time?: SlotTime }[];
  time: SlotTime;
  minutes: number;
  town: string;
  zip: string;
  service_id: string;
  crew_id?: string | null;
  draft_id?: string | null;
  moves?: readonly PlanMove[];
  /** Bookings that are given other places, so they are in nobody's way. */
  without?: readonly string[];
};

/** Returns the wanted visits, with the customer's moves applied. A move that is too far is ignored. */
export function wantedOf({
  visits,
  time: usual,
  moves = [],
}: Pick<Asked, "visits" | "time" | "moves">): Wanted[] {
  return visits.map(({ visit, date, time = usual }) => {
    const move = moves.find((one) => one.visit === visit && one.date !== null);
    const near = move?.date && isNearEnough(date, move.date);
    return { visit, date, time, ...(near && { moved: { date: move.date, time: move.time } }) };
  });
}

/** Assigns crews to visits by the current calendar. */
export async function assignCrews(ctx: Pick<Ctx, "db" | "now">, asked: Asked): Promise<CrewAssignment> {
  const { town, zip, draft_id, minutes, crew_id, service_id, without } = asked;
  const wanted = wantedOf(asked);
  const dates = wanted.flatMap(({ date, moved }) => [date, moved?.date ?? date]).sort();
  const first = dates[0];
  const last = dates.at(-1);
  if (!first || !last) return { crew_id: crew_id ?? null, visits: [] };
  const schedule = await readSchedule(ctx, {
    first: addDays(first, -DAYS_AROUND),
    last: addDays(last, DAYS_AROUND),
    town,
    zip,
    draft_id,
    service_id,
    without,
    beyond: true,
  });
  return decideCrews(wanted, { ...schedule, minutes, crew_id });
}

export type PlanRow = typeof plans.$inferSelect;

type Rules = { zone: string; buffer: number; minutes: number };

/** The time and place of a visit, as columns of its booking. */
export function placeOf({ date, time }: Place, { zone, buffer, minutes }: Rules) {
  const range = slotRange(date, time, minutes, zone);
  return {
    scheduled_date: date,
    scheduled_time: parseSlotTime(time).toString(),
    starts_at: range.start,
    ends_at: range.end,
    blocked: blockedRange(range, buffer),
  };
}

export async function readRules(ctx: Pick<Ctx, "db">, minutes: number): Promise<Rules> {
  const settings = await readSettings(ctx);
  return {
    zone: settings["general.timezone"],
    buffer: settings["booking.travel_buffer_minutes"],
    minutes,
  };
}

type As =
  | { status: "pending"; hold_expires_at: Temporal.Instant }
  | { status: "confirmed"; hold_expires_at: null };

/** `sequence` is above 0 if the visit was released before. */
type StoredVisit = {
  id: string;
  visit: number;
  sequence: number;
  crew_id: string;
  date: string;
  time: string;
};

/**
 * Stores visits that have a crew. Restores released ones; leaves existing and skipped ones as they are. Returns the
 * stored visits.
 */
export async function storeVisits(
  tx: Database,
  ctx: Pick<Ctx, "now">,
  plan: PlanRow,
  visits: readonly AssignedVisit[],
  as: As,
): Promise<StoredVisit[]> {
  const rules = await readRules({ db: tx }, plan.visit_minutes);
  const stored: StoredVisit[] = [];
  for (const { visit, date, time, crew_id } of visits) {
    if (!crew_id) continue;
    const place = { ...placeOf({ date, time }, rules), ...as, crew_id, needs_attention: null };
    const [row] = await tx
      .insert(bookings)
      .values({ ...copied(plan), ...place, plan_visit: visit, created_at: ctx.now, updated_at: ctx.now })
      .onConflictDoUpdate({
        target: [bookings.plan_id, bookings.plan_visit],
        set: {
          ...place,
          calendar_sequence: sql`${bookings.calendar_sequence} + 1`,
          updated_at: ctx.now,
        },
        setWhere: isReleased,
      })
      .returning({ id: bookings.id, sequence: bookings.calendar_sequence });
    if (row) stored.push({ ...row, visit, crew_id, date, time: place.scheduled_time });
  }
  return stored;
}

/** Released by the program and not skipped by the customer: may be added again. */
export const isReleased = and(sql`${bookings.status} = 'cancelled'`, isNull(bookings.cancelled_at));

/** How many visits of a plan have been scheduled, skipped ones included. */
export async function countScheduled(tx: Database, plan: PlanRow): Promise<number> {
  return tx.$count(
    bookings,
    and(eq(bookings.plan_id, plan.id), not(isReleased ?? eq(bookings.id, bookings.id))),
  );
}

/** Columns that a visit copies from its plan. The visit itself costs 0. */
export function copied(plan: PlanRow) {
  return {
    plan_id: plan.id,
    user_id: plan.user_id,
    customer_id: plan.customer_id,
    service_id: plan.service_id,
    property_id: plan.property_id,
    duration_hours: plan.visit_minutes / 60,
    total_amount: 0,
    tax_amount: 0,
    price_lines: [],
    policy: plan.policy,
    bedrooms: plan.bedrooms,
    bathrooms: plan.bathrooms,
    half_baths: plan.half_baths,
    square_feet: plan.square_feet,
    extras: plan.extras,
    notes: plan.notes,
    address_line1: plan.address_line1,
    address_line2: plan.address_line2,
    city: plan.city,
    state: plan.state,
    zip_code: plan.zip_code,
    customer_name: plan.customer_name,
    customer_email: plan.customer_email,
    customer_phone: plan.customer_phone,
  };
}
