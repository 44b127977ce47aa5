import {
  blockedRange,
  type Range,
  SLOT_TIMES,
  slotRange,
} from "../../../app/features/scheduling/availability/slots";
import { addDays } from "../../../app/lib/dates";
import type { Customer } from "./customers";
import type { Random } from "./random";
import { BUFFER_MINUTES, type Crew, type Roster, STARTS, ZONE } from "./roster";
import { type Catalogue, type Sale, sell } from "./sales";
import { DAYS_AHEAD, DAYS_BACK, demandOn } from "./seasons";

/** Why a visit did not take place. */
type Cancelled = "early" | "late" | "no-show" | "storm";

export type Visit = {
  id: string;
  customer: Customer;
  /** Null for a plan's visit, which is charged by the month. */
  sale: Sale | null;
  plan: { id: string; visit: number } | null;
  crew_id: string;
  date: string;
  range: Range;
  status: "confirmed" | "completed" | "cancelled";
  cancelled: Cancelled | null;
  /** When it was booked. */
  created_at: Temporal.Instant;
  /** The storm moved it here. */
  is_moved: boolean;
  is_first: boolean;
};

export type Frame = { random: Random; roster: Roster; today: string; now: Temporal.Instant };

/** Minutes of the day as a range of a visit. */
export function rangeOf(date: string, start: number, minutes: number): Range {
  const time = SLOT_TIMES[STARTS.indexOf(start as (typeof STARTS)[number])] ?? SLOT_TIMES[0];
  return slotRange(date, time, minutes, ZONE);
}

export function blockedOf(range: Range): Range {
  return blockedRange(range, BUFFER_MINUTES);
}

export function isOver({ end }: Range, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(end, now) < 0;
}

/** Booked some days before the visit, while people are awake, and never in the future. */
function bookedBefore(random: Random, { start }: Range, now: Temporal.Instant): Temporal.Instant {
  const ahead = start.subtract({ hours: 24 * random.between(2, 17), minutes: random.between(0, 600) });
  const latest = now.subtract({ minutes: 40 + random.between(0, 2400) });
  return atDaytime(Temporal.Instant.compare(ahead, latest) < 0 ? ahead : latest, -9);
}

/** A moment of the night, so many hours later or earlier. */
export function atDaytime(at: Temporal.Instant, hours: number): Temporal.Instant {
  const { hour } = at.toZonedDateTimeISO(ZONE);
  return hour < 7 || hour > 21 ? at.add({ hours }) : at;
}

/** A customer's place in the queue. `next`: the day from which they want to be visited; `last`: when they were. */
type Waiting = { customer: Customer; next: string; last: string; visits: number };

/** The single visits of the year: day by day, each crew takes whoever has waited the longest. */
export function inventVisits(frame: Frame, all: readonly Customer[], catalogue: Catalogue): Visit[] {
  const { random, roster, today } = frame;
  const queue: Waiting[] = all
    .filter(({ kind }) => kind !== "plan")
    .map((customer) => ({ customer, next: firstWish(random, customer), last: "", visits: 0 }));
  const visits: Visit[] = [];
  for (let away = -DAYS_BACK; away <= DAYS_AHEAD; away += 1) {
    const date = addDays(today, away);
    for (const crew of roster.crews) {
      if ((!crew.is_later && away >= 0) || !roster.isAtWork(crew, date)) continue;
      visits.push(...fillDay(frame, crew, date, away, queue, catalogue));
    }
  }
  return visits;
}

function fillDay(
  frame: Frame,
  crew: Crew,
  date: string,
  away: number,
  queue: Waiting[],
  catalogue: Catalogue,
): Visit[] {
  const { random, roster } = frame;
  const demand = demandOn(date, away);
  const wanted = Math.min(3, Math.floor(demand) + (random.chance(demand % 1) ? 1 : 0));
  const made: Visit[] = [];
  // A full day begins early; on a quiet one, people choose when.
  const starts =
    wanted > 2
      ? [480, 720, 960, 600, 840]
      : random.pick([
          [480, 720, 840, 960],
          [600, 840, 480],
          [480, 840, 600],
        ]);
  for (const start of starts) {
    if (roster.count(crew.id, date) >= wanted) break;
    const room = roster.room(crew.id, date, start);
    if (room < 120) continue;
    const limit = wanted > 2 ? Math.min(room, 210) : room;
    const waiting = nextOf(random, queue, date);
    if (!waiting) break;
    const { customer } = waiting;
    const is_first = waiting.visits === 0;
    const sale = sell(random, catalogue, {
      customer,
      month: Number(date.slice(5, 7)),
      is_first,
      room: limit,
      away,
    });
    if (!sale) continue;
    waiting.visits += 1;
    waiting.last = date;
    waiting.next = nextWish(random, customer, date);
    const at = { crew_id: crew.id, date, start };
    made.push(...arrange(frame, { customer, sale, is_first, ...at }));
  }
  return made;
}

type Wish = {
  customer: Customer;
  sale: Sale;
  is_first: boolean;
  crew_id: string;
  date: string;
  start: number;
};

/** A visit, or what became of it. One that the storm hit is made up for some days later, if there is room. */
function arrange(frame: Frame, { start, ...wish }: Wish): Visit[] {
  const { random, roster, now } = frame;
  const { sale, date, crew_id } = wish;
  const range = rangeOf(date, start, sale.minutes);
  const created_at = bookedBefore(random, range, now);
  const visit = { ...wish, id: random.uuid(), plan: null, range, created_at, is_moved: false };
  if (date === roster.storm) {
    const later = random.chance(0.6) ? roomLater(roster, crew_id, date, sale.minutes) : null;
    if (!later) return [{ ...visit, status: "cancelled", cancelled: "storm" }];
    roster.take(crew_id, later.date, later.start, sale.minutes);
    const moved = rangeOf(later.date, later.start, sale.minutes);
    return [
      { ...visit, date: later.date, range: moved, status: "completed", cancelled: null, is_moved: true },
    ];
  }
  const over = isOver(range, now);
  const cancelled = why(random, over);
  if (cancelled) return [{ ...visit, status: "cancelled", cancelled }];
  roster.take(crew_id, date, start, sale.minutes);
  return [{ ...visit, status: over ? "completed" : "confirmed", cancelled: null }];
}

function why(random: Random, over: boolean): Cancelled | null {
  const chance = random.next();
  if (chance < 0.03) return "early";
  if (over && chance < 0.042) return "late";
  return over && chance < 0.048 ? "no-show" : null;
}

/** Where a crew has room on one of the days after the storm. */
export function roomLater(roster: Roster, crew_id: string, date: string, minutes: number) {
  const crew = roster.crews.find(({ id }) => id === crew_id);
  for (let days = 1; days <= 6; days += 1) {
    const later = addDays(date, days);
    if (!crew || !roster.isAtWork(crew, later)) continue;
    const start = STARTS.find((one) => roster.room(crew_id, later, one) >= minutes);
    if (start !== undefined) return { date: later, start };
  }
  return null;
}

/** Somebody among those who have waited the longest. */
function nextOf(random: Random, queue: Waiting[], date: string): Waiting | undefined {
  const due = queue
    .filter(({ next }) => next <= date)
    .toSorted((one, other) => (one.next < other.next ? -1 : 1));
  const fresh = due.find(({ visits }) => visits === 0);
  if (fresh && random.chance(0.5)) return fresh; // whoever is new gets a day soon
  if (due.length > 0) return due[random.between(0, Math.min(due.length, 5) - 1)];
  const soon = addDays(date, 24);
  const willing = queue.filter(
    ({ customer, next, last }) =>
      customer.kind === "regular" && customer.since <= date && next <= soon && last <= addDays(date, -13),
  );
  return willing[random.between(0, Math.max(0, willing.length - 1))];
}

function firstWish(random: Random, { kind, since }: Customer): string {
  return kind === "rental" ? inSeason(since) : addDays(since, random.between(0, 12));
}

function nextWish(random: Random, { kind, interval }: Customer, date: string): string {
  const next = addDays(date, Math.max(4, Math.round(interval * (0.8 + random.next() * 0.5))));
  return kind === "rental" ? inSeason(next) : next;
}

/** Camps are let from the end of May to Columbus Day; the others wait for the next summer. */
function inSeason(date: string): string {
  const day = date.slice(5);
  if (day < "05-22") return `${date.slice(0, 4)}-05-22`;
  return day > "10-12" ? `${Number(date.slice(0, 4)) + 1}-05-22` : date;
}
