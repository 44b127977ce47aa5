import type { PlanMove } from "~/features/booking/checkout/draft";
import type { Clash, Place } from "~/features/booking/checkout/plan-visits";
import type { Rhythm } from "~/features/plans/plan";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import {
  type Busy,
  blockedRange,
  crewsAtWork,
  daysOf,
  freeCrews,
  parseSlotTime,
  type Schedule,
  SLOT_TIMES,
  type SlotTime,
  slotRange,
} from "~/features/scheduling/availability/slots";
import { addDays } from "~/lib/dates";

/** So many days around a clash are looked through for another time. */
export const DAYS_AROUND = 3;

/** A visit that is to be laid out; `moved`: its customer chose this place instead of the plan's. */
export type Wanted = Place & { visit: number; moved?: Place };

/** `crew_id` is null when it clashes: then it is nowhere, until its proposal is taken. */
export type AssignedVisit = Place & {
  visit: number;
  crew_id: string | null;
  clash: Omit<Clash, "visit"> | null;
};

export type CrewAssignment = { crew_id: string | null; visits: AssignedVisit[] };

/** `crew_id`: who comes already; without one it is the crew that can come the first time and clashes least. */
export type Rules = Schedule & { crew_id?: string | null };

/**
 * Gives every visit of a plan a place. Who can't come at its time is asked for the nearest other time; then another crew
 * comes at the same time; then another crew at another time. No two lie in each other's way.
 */
export function decideCrews(wanted: readonly Wanted[], rules: Rules): CrewAssignment {
  const board = new Board(rules);
  const crew_id = chooseCrew(wanted, rules, board);
  const visits = wanted.map((visit): AssignedVisit => {
    const laid = assignVisit(visit, crew_id, board);
    const taken = laid.crew_id ? { ...laid, crew_id: laid.crew_id } : laid.proposed;
    if (taken) board.take(taken, taken.crew_id);
    const { proposed: _, ...rest } = laid;
    return rest;
  });
  return { crew_id, visits };
}

/** What a proposal is, with the crew that would come. */
type Proposed = Place & { crew_id: string };

function assignVisit(
  { visit, moved, ...own }: Wanted,
  crew: string | null,
  board: Board,
): AssignedVisit & { proposed: Proposed | null } {
  const wish = moved ?? own;
  const free = board.freeAt(wish);
  const same = free.find((id) => id === crew);
  const placed = { visit, ...wish, clash: null, proposed: null };
  if (same) return { ...placed, crew_id: same };
  const other = free[0];
  if (moved && other) return { ...placed, crew_id: other };
  const near = placesAround(own);
  const sameCrew = board.firstFree(near, (ids) => ids.find((id) => id === crew));
  if (!sameCrew && other) return { ...placed, crew_id: other };
  const proposed = sameCrew ?? board.firstFree(near, (ids) => ids[0]);
  const why = moved ? "The time you chose was just taken." : board.whyNot(own, crew);
  const proposal = proposed && { date: proposed.date, time: proposed.time };
  return { visit, ...own, crew_id: null, clash: { ...own, why, proposal }, proposed };
}

function chooseCrew(wanted: readonly Wanted[], { crew_id, crewIds }: Rules, board: Board): string | null {
  if (crew_id && crewIds.includes(crew_id)) return crew_id;
  const able = wanted.map(({ moved, ...own }) => new Set(board.freeAt(moved ?? own)));
  const ranked = crewIds.map((id) => ({
    id,
    first: able[0]?.has(id) ? 0 : 1,
    clashes: able.filter((free) => !free.has(id)).length,
  }));
  ranked.sort((a, b) => a.first - b.first || a.clashes - b.clashes);
  return ranked[0]?.id ?? null;
}

/** The slots within some days of a place, the nearest day first, then the nearest time. */
function placesAround({ date, time }: Place): Place[] {
  const offsets = Array.from({ length: DAYS_AROUND }, (_, index) => [index + 1, -index - 1]).flat();
  return [0, ...offsets].flatMap((days) =>
    byDistance(time).map((slot) => ({ date: addDays(date, days), time: slot })),
  );
}

function byDistance(time: SlotTime): SlotTime[] {
  const distance = (slot: SlotTime) => Math.abs(parseSlotTime(slot).hour - parseSlotTime(time).hour);
  return SLOT_TIMES.toSorted((a, b) => distance(a) - distance(b));
}

/** Who is free when, with what has been given out meanwhile. */
class Board {
  private readonly days = new Map<string, Busy[]>();
  private readonly rules: Rules;

  constructor(rules: Rules) {
    this.rules = rules;
    for (const busy of rules.busy) this.add(busy);
  }

  freeAt(place: Place): string[] {
    const { zone, minutes, now, bufferMinutes } = this.rules;
    if (this.isClosed(place)) return [];
    const range = slotRange(place.date, place.time, minutes, zone);
    if (Temporal.Instant.compare(range.start, now) <= 0) return [];
    const atWork = crewsAtWork(this.rules, place.date, place.time, range);
    return freeCrews(atWork, this.days.get(place.date) ?? [], blockedRange(range, bufferMinutes));
  }

  firstFree(places: readonly Place[], choose: (free: string[]) => string | undefined): Proposed | null {
    for (const place of places) {
      const crew_id = choose(this.freeAt(place));
      if (crew_id) return { ...place, crew_id };
    }
    return null;
  }

  take(place: Place, crew_id: string) {
    const { zone, minutes, bufferMinutes } = this.rules;
    const range = blockedRange(slotRange(place.date, place.time, minutes, zone), bufferMinutes);
    this.add({ crew_id, range });
  }

  whyNot(place: Place, crew: string | null): string {
    const { zone, minutes, now } = this.rules;
    const range = slotRange(place.date, place.time, minutes, zone);
    if (this.isClosed(place)) return "We are closed then.";
    if (Temporal.Instant.compare(range.start, now) <= 0) return "This time has passed.";
    const atWork = crewsAtWork(this.rules, place.date, place.time, range);
    return crew && atWork.includes(crew) ? "Your crew is booked then." : "Your crew is off then.";
  }

  private isClosed({ date, time }: Place): boolean {
    return this.rules.closures.some((closure) => closure.date === date && (closure.time ?? time) === time);
  }

  private add(busy: Busy) {
    for (const day of daysOf(busy, this.rules.zone)) {
      const list = this.days.get(day);
      if (list) list.push(busy);
      else this.days.set(day, [busy]);
    }
  }
}

/** The visits of a layout that can't be at their time. */
export function clashesOf({ visits }: CrewAssignment): Clash[] {
  return visits.flatMap(({ visit, clash }) => (clash ? [{ visit, ...clash }] : []));
}

/** The clashes that their customer has not agreed to: a time is proposed, or there is none and `moves` don't name the visit. */
export function unseenClashes(layout: CrewAssignment, moves: readonly PlanMove[] = []): Clash[] {
  const named = new Set(moves.map(({ visit }) => visit));
  return clashesOf(layout).filter(({ visit, proposal }) => proposal || !named.has(visit));
}

/** "We can't make 2 visits at that time. Please check the times we suggest instead." */
export function clashMessage(clashes: readonly Clash[]): string {
  const visits = clashes.length === 1 ? "1 visit" : `${clashes.length} visits`;
  return clashes.some(({ proposal }) => proposal)
    ? `We can't make ${visits} at that time. Please check the times we suggest instead.`
    : `We can't make ${visits} at that time, and nothing close to it is available. We'll call you about it.`;
}

/** What may be laid out: from `today` on, not within a pause, and not after the end. */
export type Span = {
  today: string;
  paused_from: string | null;
  resumes_on: string | null;
  ends_on: string | null;
};

/** Whether a plan comes on this day. */
function isWithin(date: string, { today, paused_from, resumes_on, ends_on }: Span): boolean {
  if (date < today || (ends_on !== null && date > ends_on)) return false;
  const paused = paused_from !== null && date >= paused_from && (resumes_on === null || date < resumes_on);
  return !paused;
}

/** The numbers and days of the next `count` visits. A plan that is to end, or has no day to go on, has fewer. */
export function nextVisits(rhythm: Rhythm, span: Span, count: number): { visit: number; date: string }[] {
  const found: { visit: number; date: string }[] = [];
  const stop =
    span.ends_on ?? (span.paused_from !== null && span.resumes_on === null ? span.paused_from : null);
  for (let visit = 1; found.length < count; visit += 1) {
    const date = visitDate(rhythm, visit);
    if (stop !== null && date > stop) break;
    if (isWithin(date, span)) found.push({ visit, date });
  }
  return found;
}
