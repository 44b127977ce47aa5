import { movesText, type PlanMove } from "~/features/booking/checkout/draft";
import type { Clash, Place } from "~/features/booking/checkout/plan-visits";
import type { Rhythm } from "~/features/plans/plan";
import {
  assignCrews,
  byDistance,
  isClosed,
  type Option,
  readCrews,
} from "~/features/scheduling/availability/assign";
import { ALWAYS_OPEN, isTooLate, whyNotOpen } from "~/features/scheduling/availability/opening-hours";
import { earlierOf, visitDate } from "~/features/scheduling/availability/rhythm";
import { crewsAtWork, localVisit, type Schedule, slotRange } from "~/features/scheduling/availability/slots";
import { addDays, shortDay } from "~/lib/dates";

/** How many days before and after a clash are searched for another time. */
export const DAYS_AROUND = 3;

/** A visit to assign. `moved`: its customer chose this start instead of the plan's. */
export type Wanted = Place & { visit: number; moved?: Place };

/** `crew_id` is null for a clash: the visit has no place until its proposal is accepted. */
export type AssignedVisit = Place & {
  visit: number;
  crew_id: string | null;
  clash: Omit<Clash, "visit"> | null;
};

export type CrewAssignment = { crew_id: string | null; visits: AssignedVisit[] };

/** `crew_id`: the plan's crew; without one, the crew that can do the first visit, has the fewest clashes and the least added driving. */
export type Rules = Schedule & { crew_id?: string | null };

type PlanOption = Option & { clashes: boolean };

/**
 * Gives every visit of a plan a crew. The plan's crew comes if it can, if not at the wanted time, then at one nearby, which
 * is proposed to the customer; then another crew at the wanted time; then another crew at a proposed time.
 */
export function decideCrews(wanted: readonly Wanted[], rules: Rules): CrewAssignment {
  const crew_id = chooseCrew(wanted, rules);
  const unassigned = wanted.map((visit) => ({
    minutes: rules.minutes,
    crew_id,
    options: optionsOf(visit, rules),
  }));
  const assigned = assignCrews(unassigned, rules);
  const visits = wanted.map(({ visit, moved, ...own }, index): AssignedVisit => {
    const found = assigned[index] ?? null;
    if (found && !found.clashes) return { visit, ...(moved ?? own), crew_id: found.crew_id, clash: null };
    const proposal = found && { date: found.date, time: found.time };
    const why = moved ? "The time you chose was just taken." : whyNot(own, crew_id, rules);
    return { visit, ...own, crew_id: null, clash: { ...own, why, proposal } };
  });
  return { crew_id, visits };
}

/** A customer who moved a visit prefers that time to the plan's crew. */
function* optionsOf({ moved, ...own }: Wanted, { startTimes }: Rules): Generator<PlanOption> {
  const { date, time } = moved ?? own;
  yield { date, time, crew: "own", clashes: false };
  if (moved) yield { date, time, crew: "any", clashes: false };
  const near = startsAround(own, startTimes);
  for (const start of near) yield { ...start, crew: "own", clashes: true };
  if (!moved) yield { date, time, crew: "any", clashes: false };
  for (const start of near) yield { ...start, crew: "any", clashes: true };
}

function chooseCrew(wanted: readonly Wanted[], rules: Rules): string | null {
  const { crew_id, crewIds, minutes } = rules;
  if (crew_id && crewIds.includes(crew_id)) return crew_id;
  const crewsAt = readCrews(rules);
  const able = wanted.map(({ moved, ...own }) => crewsAt(moved ?? own, minutes));
  const first = able[0] ?? [];
  const ranked = crewIds.map((id) => ({
    id,
    first: first.includes(id) ? 0 : 1,
    clashes: able.filter((free) => !free.includes(id)).length,
    drive: first.indexOf(id),
  }));
  ranked.sort((a, b) => a.first - b.first || a.clashes - b.clashes || a.drive - b.drive);
  return ranked[0]?.id ?? null;
}

/** The starts within some days, the nearest day first, then the nearest time. */
function startsAround({ date, time }: Place, startTimes: Rules["startTimes"]): Place[] {
  const offsets = Array.from({ length: DAYS_AROUND }, (_, index) => [index + 1, -index - 1]).flat();
  return [0, ...offsets].flatMap((days) =>
    byDistance(time, startTimes).map((slot) => ({ date: addDays(date, days), time: slot })),
  );
}

function whyNot({ date, time }: Place, crew: string | null, rules: Rules): string {
  const range = slotRange(date, time, rules.minutes, rules.zone);
  if (isClosed({ date, time }, rules)) return "We are closed then.";
  if (Temporal.Instant.compare(range.start, rules.now) <= 0) return "This time has passed.";
  const { hours = ALWAYS_OPEN } = rules;
  if (whyNotOpen(localVisit(date, time, range, rules.zone), hours)) return "We are closed then.";
  if (isTooLate(range.start, rules.now, hours)) return "This is too soon for us.";
  const atWork = crewsAtWork(rules, date, time, range);
  return crew && atWork.includes(crew) ? "Your crew is booked then." : "Your crew is off then.";
}

/** The visits that can't be at their wanted time. */
export function clashesOf({ visits }: CrewAssignment): Clash[] {
  return visits.flatMap(({ visit, clash }) => (clash ? [{ visit, ...clash }] : []));
}

/**
 * The clashes that the customer has not accepted: a time is proposed, or none is free and `moves` doesn't name the
 * visit.
 */
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

/** The days on which visits may be added: from `today`, outside a pause, before the end. */
export type Span = {
  today: string;
  paused_from: string | null;
  resumes_on: string | null;
  ends_on: string | null;
};

/** Whether a visit may be on this day. */
function isWithin(date: string, { today, paused_from, resumes_on, ends_on }: Span): boolean {
  if (date < today || (ends_on !== null && date > ends_on)) return false;
  const paused = paused_from !== null && date >= paused_from && (resumes_on === null || date < resumes_on);
  return !paused;
}

/** Returns the numbers and days of the next `count` visits; fewer if the plan ends or is paused without a date. */
export function nextVisits(rhythm: Rhythm, span: Span, count: number): { visit: number; date: string }[] {
  const found: { visit: number; date: string }[] = [];
  const stop =
    span.ends_on ?? (span.paused_from !== null && span.resumes_on === null ? span.paused_from : null);
  for (let visit = 1; found.length < count; visit += 1) {
    const date = visitDate(rhythm, visit);
    const earlier = earlierOf(rhythm, visit);
    if (stop !== null && date > stop && !earlier) break;
    if (earlier && visit > earlier.until) continue; // given up by a change
    if (isWithin(date, span)) found.push({ visit, date });
  }
  return found;
}

/** Formats clashes, with the moves that accept every proposal. */
export function clashLines(clashes: readonly Clash[]) {
  return {
    clashes: clashes.map(({ visit, why, proposal, ...asked }) => ({
      visit,
      why,
      from: formatPlace(asked),
      to: proposal && formatPlace(proposal),
    })),
    moves: movesText(
      clashes.map(({ visit, proposal }) => ({ visit, ...(proposal ?? { date: null, time: null }) })),
    ),
  };
}

function formatPlace({ date, time }: Place): string {
  return `${shortDay(date)}, ${time}`;
}
