import type { Frequency } from "../../../app/features/catalog/frequency";
import { priceBooking } from "../../../app/features/catalog/pricing";
import { feePolicyOf } from "../../../app/features/operations/settings/fee-policy";
import { parseSettings } from "../../../app/features/operations/settings/settings";
import { PLAN_VISITS } from "../../../app/features/plans/plan";
import { visitDate } from "../../../app/features/scheduling/availability/rhythm";
import { addDays, companyToday, weekdayOf } from "../../../app/lib/dates";
import { choicesOf, HOME_CLEANING } from "../home-cleaning";
import { addressOf, type Customer, contactsOf } from "./customers";
import { type Crew, ZONE } from "./roster";
import { type Catalogue, sizeOf } from "./sales";
import { type Frame, isOver, rangeOf, roomLater, type Visit } from "./visits";

type Fate = "active" | "paused" | "past_due" | "ended";

/** Of the plans in their order. */
const FATES: Record<number, Fate> = { 4: "past_due", 9: "paused", 14: "ended", 20: "ended" };
const ENDED_DAYS_AGO = 64;
const PAUSED_DAYS_AGO = 9;
const PAST_DUE_DAYS = 2;
const SATURDAY = 6;
/** Times at which plans stand: each its own, so that they never meet. */
const STARTS = [480, 720, 960] as const;

const SOLD: readonly { service: string; frequency: Frequency }[] = [
  { service: "monthly-home-care", frequency: "biweekly" },
  { service: HOME_CLEANING, frequency: "biweekly" },
  { service: HOME_CLEANING, frequency: "monthly" },
  { service: "monthly-home-care", frequency: "biweekly" },
  { service: HOME_CLEANING, frequency: "weekly" },
];

type Month = { period_start: Temporal.Instant; period_end: Temporal.Instant };

/** A plan with what it was charged. `owed`: the month whose charge was declined. */
export type Plan = {
  id: string;
  fate: Fate;
  customer: Customer;
  row: ReturnType<typeof rowOf>;
  months: Month[];
  owed: Month | null;
};

/** The plans of the year, each on a weekday and at a time of its own with one of the later crews, and their visits. */
export function inventPlans(frame: Frame, all: readonly Customer[], catalogue: Catalogue) {
  const owners = all.filter(({ kind }) => kind === "plan");
  const plans: Plan[] = [];
  const visits: Visit[] = [];
  for (const [place, customer] of owners.entries()) {
    const made = inventPlan(frame, customer, catalogue, place);
    if (!made) continue;
    plans.push(made.plan);
    visits.push(...made.visits);
  }
  return { plans, visits };
}

function inventPlan(frame: Frame, customer: Customer, catalogue: Catalogue, place: number) {
  const { random, roster, today, now } = frame;
  const sold = SOLD[place % SOLD.length] ?? { service: "monthly-home-care", frequency: "biweekly" as const };
  const service = catalogue.get(sold.service);
  const later = roster.crews.filter(({ is_later }) => is_later);
  const crew = later[place % 2];
  const start = STARTS[Math.floor(place / 10) % 3] ?? 480;
  if (!service || !crew) return null;
  const fate = FATES[place] ?? "active";
  const wished = 1 + (Math.floor(place / 2) % 5);
  const first_date = firstDate(frame, crew, fate, roster.worksOn(crew, wished) ? wished : SATURDAY);
  const rooms = service.prices ? choicesOf(customer.home) : null;
  const { frequency } = sold;
  const price = priceBooking(service, { frequency, ...rooms }, { collect: false, rate: 0 });
  const minutes = Math.min(price.minutes, 210);
  const began = rangeOf(first_date, start, minutes).start.subtract({ hours: 51 + random.between(0, 30) });
  const stopped = { ended: ENDED_DAYS_AGO, paused: PAUSED_DAYS_AGO, active: null, past_due: null }[fate];
  const last_day = stopped === null ? null : addDays(today, -stopped);
  const { anchor, months, owed } = monthsOf(began, now, fate, last_day);
  const period = owed ?? months.at(-1);
  if (!period) return null;
  const id = random.uuid();
  const rhythm = { first_date, frequency };
  const visits: Visit[] = [];
  let visit = 0;
  for (let ahead = 0; ahead < PLAN_VISITS; ) {
    visit += 1;
    const wanted = visitDate(rhythm, visit);
    if (last_day && wanted >= last_day) break;
    if (wanted > today) ahead += 1;
    const isStorm = wanted === roster.storm;
    const moved = isStorm ? roomLater(roster, crew.id, wanted, minutes) : null;
    const place = moved ?? { date: wanted, start };
    if (!roster.isAtWork(crew, place.date) || roster.room(crew.id, place.date, place.start) < minutes)
      continue;
    const range = rangeOf(place.date, place.start, minutes);
    roster.take(crew.id, place.date, place.start, minutes);
    visits.push({
      ...{
        id: random.uuid(),
        customer,
        sale: null,
        plan: { id, visit },
        crew_id: crew.id,
        date: place.date,
        range,
      },
      ...{
        status: isOver(range, now) ? "completed" : "confirmed",
        cancelled: null,
        created_at: laidAt(rhythm, visit, began, now),
      },
      ...{ is_moved: isStorm, is_first: visit === 1 },
    });
  }
  const shown = {
    id,
    crew_id: crew.id,
    fate,
    start,
    minutes,
    visit,
    began: anchor,
    period,
    last_day,
    rhythm,
    price,
    rooms,
  };
  const row = rowOf(customer, service.id, shown, now, today);
  return { plan: { id, fate, customer, row, months, owed } satisfies Plan, visits };
}

/** When a plan's visit was scheduled: so many visits are always ahead. */
function laidAt(
  rhythm: Rhythm,
  visit: number,
  began: Temporal.Instant,
  now: Temporal.Instant,
): Temporal.Instant {
  if (visit <= PLAN_VISITS) return began;
  const over = rangeOf(visitDate(rhythm, visit - PLAN_VISITS), 480, 60);
  return isOver(over, now) ? over.end : now;
}

/** The day of a plan's first visit: on its weekday, when its crew was there. Those that are over were among the first. */
function firstDate({ random, today }: Frame, { since }: Crew, fate: Fate, weekday: number): string {
  const most = Temporal.PlainDate.from(since).until(today, { largestUnit: "days" }).days;
  const earliest = addDays(
    today,
    -(fate === "active" ? random.between(20, most) : random.between(most - 40, most)),
  );
  return addDays(earliest, (weekday - weekdayOf(earliest) + 7) % 7);
}

/** The months that were paid, and the one that is owed. */
function monthsOf(began: Temporal.Instant, now: Temporal.Instant, fate: Fate, last_day: string | null) {
  const anchor = fate === "past_due" ? pastDueAnchor(began, now) : began;
  const at = (months: number) => anchor.toZonedDateTimeISO("UTC").add({ months }).toInstant();
  const months: Month[] = [];
  for (let month = 0; Temporal.Instant.compare(at(month), now) <= 0; month += 1) {
    if (last_day && companyToday(at(month), ZONE) >= last_day) break;
    months.push({ period_start: at(month), period_end: at(month + 1) });
  }
  if (fate !== "past_due") return { anchor, months, owed: null };
  return { anchor, months: months.slice(0, -1), owed: months.at(-1) ?? null };
}

/** When a plan must have begun so that its newest month began two days ago. */
function pastDueAnchor(began: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  const newest = now.subtract({ hours: PAST_DUE_DAYS * 24 }).toZonedDateTimeISO("UTC");
  const months = Math.max(1, Math.floor(began.until(now, { largestUnit: "hours" }).hours / (24 * 31)));
  return newest.subtract({ months }).toInstant();
}

type Rhythm = { first_date: string; frequency: Frequency };
type Shown = {
  id: string;
  crew_id: string;
  fate: Fate;
  start: number;
  minutes: number;
  visit: number;
  began: Temporal.Instant;
  period: Month;
  last_day: string | null;
  rhythm: Rhythm;
  price: ReturnType<typeof priceBooking>;
  rooms: ReturnType<typeof choicesOf> | null;
};

function rowOf(customer: Customer, service_id: string, shown: Shown, now: Temporal.Instant, today: string) {
  const { id, crew_id, fate, start, minutes, visit, began, period, last_day, rhythm, price, rooms } = shown;
  const { bedrooms, bathrooms } = customer.home;
  const isEnded = fate === "ended";
  return {
    ...{ id, service_id, crew_id, status: fate, ...rhythm, ...contactsOf(customer), ...addressOf(customer) },
    ...{ bedrooms, bathrooms, half_baths: null, square_feet: null, ...(rooms && sizeOf(rooms)) },
    extras: rooms?.extras ?? [],
    slot_time: `${String(start / 60).padStart(2, "0")}:00`,
    ...{
      visit_minutes: minutes,
      visits_laid: visit,
      amount: price.charge,
      price_lines: price.lines,
      currency: "USD",
    },
    ...{
      policy: feePolicyOf(parseSettings([])),
      provider: "test-checkout",
      subscription_id: `test_sub_${id}`,
    },
    ...{ billing_anchor: began, ...period, created_at: began, updated_at: now },
    paused_from: fate === "paused" ? last_day : null,
    resumes_on: fate === "paused" ? addDays(today, 40) : null,
    past_due_since: fate === "past_due" ? period.period_start : null,
    ends_on: isEnded ? last_day : null,
    ended_at: isEnded && last_day ? rangeOf(last_day, 480, 60).start : null,
  };
}
