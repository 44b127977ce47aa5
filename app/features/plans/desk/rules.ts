// Rooms: a change gives visits other places (booking) at a frequency (catalog) by the plan's rhythm (scheduling).
import type { Place } from "~/features/booking/checkout/plan-visits";
import type { Frequency } from "~/features/catalog/frequency";
import type { Rhythm } from "~/features/plans/plan";
import { nextVisits, type Span } from "~/features/plans/schedule/rules";
import { type EarlierRhythm, visitDate } from "~/features/scheduling/availability/rhythm";
import { addDays, formatDate } from "~/lib/dates";

type PlanRhythm = Required<Rhythm> & { slot_time: string };

/** A rhythm from a visit on. `renumbered`: its visits have numbers that none had before. */
export type NewRhythm = PlanRhythm & { renumbered: boolean };

type From = { visit: number; date: string; slot_time: string; frequency: Frequency };

/**
 * The rhythm of a plan from a visit on. Visits keep their numbers, and so the month that pays for them, unless the frequency
 * changes: then the n-th visit is another one. `highest`: the highest number of a visit so far.
 */
export function rhythmFrom(plan: PlanRhythm, from: From, highest: number): NewRhythm {
  const { first_date, frequency, first_visit, slot_time, earlier_rhythms } = plan;
  const renumbered = from.frequency !== frequency || from.visit < first_visit;
  const isSame = from.date === visitDate(plan, from.visit) && from.slot_time === slot_time;
  if (!renumbered && isSame)
    return { first_date, frequency, first_visit, slot_time, earlier_rhythms, renumbered };
  const until = from.visit - 1;
  const current: EarlierRhythm = { visit: first_visit, until, first_date, frequency, time: slot_time };
  const cut = earlier_rhythms.map((one) => ({ ...one, until: Math.min(one.until, until) }));
  if (renumbered && from.visit === 1) return fromFirst(from, [...cut, current], highest);
  return {
    first_date: from.date,
    frequency: from.frequency,
    first_visit: renumbered ? Math.max(highest, until) + 1 : from.visit,
    slot_time: from.slot_time,
    earlier_rhythms: renumbered || first_visit < from.visit ? [...cut, current] : cut,
    renumbered,
  };
}

/** As above, from the first visit on: orders and notices are about number 1, so it keeps its number. */
function fromFirst(from: From, earlier: EarlierRhythm[], highest: number): NewRhythm {
  const { date: first_date, frequency, slot_time } = from;
  const first: EarlierRhythm = { visit: 1, until: 1, first_date, frequency, time: slot_time };
  return {
    first_date: visitDate({ first_date, frequency }, 2),
    frequency,
    first_visit: highest + 1,
    slot_time,
    earlier_rhythms: [first, ...earlier],
    renumbered: true,
  };
}

/** A visit of the plan as it is now, the next one first. `own`: the day it was planned for. */
export type KnownVisit = Place & {
  id: string;
  visit: number;
  own: string;
  /** `ahead`: it will take place or waits for a time; `given up`: it may be scheduled again. */
  state: "ahead" | "skipped" | "done" | "given up";
  /** Its customer or staff moved it away from the plan's own day or time. */
  moved: boolean;
};

/** What becomes of a visit: it goes to a place, with `number` and for the month of `own`; without a place it is released. */
export type Target = { number: number; own: string; known: KnownVisit | null; to: Place | null };

type Change = {
  /** The number of the first visit that changes. */
  from: number;
  rhythm: NewRhythm;
  time: Place["time"];
  /** Whether day, time or frequency change: otherwise each visit stays where it is. */
  shifts: boolean;
};

/**
 * Where the visits of a plan go with a change, from its first visit on. Visits that were moved alone stay where they are, but
 * for the first one, and but for another frequency. Skipped ones stay skipped, unless the frequency is another.
 */
export function targetsOf(
  known: readonly KnownVisit[],
  { from, rhythm, time, shifts }: Change,
  span: Span,
  count: number,
): Target[] {
  const concerned = known.filter(({ visit }) => visit >= from);
  const ahead = concerned.filter(({ state }) => state === "ahead");
  const begins = rhythm.renumbered ? rhythm.first_visit : from;
  const next = nextVisits(rhythm, span, count).filter(({ visit }) => visit >= begins || visit === from);
  if (rhythm.renumbered) {
    const sorted = ahead.toSorted((one, other) => (one.own < other.own ? -1 : 1));
    const placed = next.map(({ visit, date }, index): Target => {
      return { number: visit, own: date, known: sorted[index] ?? null, to: { date, time } };
    });
    return [...placed, ...sorted.slice(next.length).map(released)];
  }
  const byNumber = new Map(concerned.map((one) => [one.visit, one]));
  const placed = next.flatMap(({ visit, date }): Target[] => {
    const one = byNumber.get(visit) ?? null;
    if (one?.state === "skipped" || one?.state === "done") return [];
    const coming = one?.state === "ahead" ? one : null;
    const stays = coming && (!shifts || (coming.moved && visit !== from));
    const to = stays ? { date: coming.date, time: coming.time } : { date, time };
    return [{ number: visit, own: date, known: coming, to }];
  });
  const listed = new Set(next.map(({ visit }) => visit));
  return [...placed, ...ahead.filter(({ visit }) => !listed.has(visit)).map(released)];
}

function released(known: KnownVisit): Target {
  return { number: known.visit, own: known.own, known, to: null };
}

/**
 * How many visits of the paid time a change takes away; below 0, how many it adds. `paidUntil`: the first day that is not
 * paid.
 */
export function lostVisits(
  known: readonly KnownVisit[],
  targets: readonly Target[],
  from: number,
  paidUntil: string,
): number {
  const before = known.filter(
    ({ visit, own, state }) => visit >= from && state === "ahead" && own < paidUntil,
  );
  const after = targets.filter(({ own, to }) => to !== null && own < paidUntil);
  return before.length - after.length;
}

/** The most visits in a charged month. */
const MOST = { weekly: 5, biweekly: 3, monthly: 1 };

/**
 * The first charged month that a change gives more visits than it had and than the frequency has in any month, with how
 * many; null if there is none. `monthOf`: the first day of the month that pays for a visit of that day.
 */
export function crowdedMonth(
  known: readonly KnownVisit[],
  targets: readonly Target[],
  { from, frequency }: { from: number; frequency: Frequency },
  monthOf: (own: string) => string,
): { month: string; visits: number } | null {
  const laid = known.filter(({ state }) => state !== "given up");
  const stay = laid.filter(({ visit, state }) => visit < from || state !== "ahead");
  const before = Map.groupBy(laid, ({ own }) => monthOf(own));
  const after = Map.groupBy([...stay, ...targets.filter(({ to }) => to)], ({ own }) => monthOf(own));
  const crowded = [...after].filter(
    ([month, { length }]) => length > Math.max(MOST[frequency], before.get(month)?.length ?? 0),
  );
  const [first] = crowded.sort(([one], [other]) => (one < other ? -1 : 1));
  return first ? { month: first[0], visits: first[1].length } : null;
}

/** Why a change takes visits away that are paid. */
export function lostMessage(lost: number, paidUntil: string): string {
  return `This would take ${visitCount(lost)} out of the month that is paid until ${lastPaid(paidUntil)}. Choose an earlier day, or begin with a later visit.`;
}

/** Why customers can't have more visits in the month that is paid. */
export function packedMessage(free: number, paidUntil: string, phone: string): string {
  return `This would put ${visitCount(free)} more into the month that is paid until ${lastPaid(paidUntil)}. ${callFor(phone)}`;
}

/** Why customers can't have as many visits in a later month. */
export function crowdedMessage(
  visits: number,
  { first, last }: { first: string; last: string },
  phone: string,
): string {
  return `This would put ${visitCount(visits)} into the month from ${formatDate(first)} to ${formatDate(last)}. ${callFor(phone)}`;
}

const callFor = (phone: string) => `Choose a later day, or call us at ${phone} for more visits.`;
const lastPaid = (paidUntil: string) => formatDate(addDays(paidUntil, -1));
const visitCount = (count: number) => (count === 1 ? "1 visit" : `${count} visits`);
