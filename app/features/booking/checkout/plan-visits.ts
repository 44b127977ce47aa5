import { FREQUENCY_LABELS, type Frequency } from "~/features/catalog/frequency";
import { formatRhythm } from "~/features/scheduling/availability/rhythm";
import type { SlotTime } from "~/features/scheduling/availability/slots";
import { shortDay } from "~/lib/dates";
import type { PlanMove } from "./draft";

/** A visit of a plan that is being booked. `asked`: its own time if not free; `why`: the reason. */
export type PlanVisit = Place & {
  visit: number;
  state: "free" | "proposed" | "moved" | "open";
  asked: Place | null;
  why: string | null;
};

/**
 * The visits with their state: `proposed` waits for the customer, `moved` is accepted, `open` has no free time to
 * propose. `moves` is null until the customer has seen the clashes.
 */
export function planVisits(visits: readonly PreviewVisit[], moves: readonly PlanMove[] | null): PlanVisit[] {
  return visits.map(({ visit, date, time, clash }) => {
    if (!clash) return { visit, date, time, state: "free", asked: null, why: null };
    const asked = { date, time };
    const move = moves?.find((one) => one.visit === visit && one.date !== null);
    const place = move?.date ? move : clash.proposal;
    const state = move ? "moved" : clash.proposal ? "proposed" : "open";
    return { visit, date: place?.date ?? date, time: place?.time ?? time, state, asked, why: clash.why };
  });
}

/** The visits that wait for the customer: proposals, and those without one until the customer agrees. */
export function waiting(visits: readonly PlanVisit[], moves: readonly PlanMove[] | null): PlanVisit[] {
  return visits.filter(
    ({ visit, state }) => state === "proposed" || (state === "open" && !names(moves, visit)),
  );
}

function names(moves: readonly PlanMove[] | null, visit: number): boolean {
  return moves?.some((one) => one.visit === visit) ?? false;
}

/** Every move to send: proposals accepted, visits without one named. */
export function acceptedMoves(visits: readonly PlanVisit[]): PlanMove[] {
  return visits
    .filter(({ state }) => state !== "free")
    .map(({ visit, date, time, state }) =>
      state === "open" ? { visit, date: null, time: null } : { visit, date, time },
    );
}

/** Puts the server's answer about some visits into the list of all. */
export function withClashes(visits: readonly PreviewVisit[], clashes: readonly Clash[]): PreviewVisit[] {
  const known = new Map(visits.map((visit) => [visit.visit, visit]));
  for (const { visit, date, time, ...clash } of clashes) known.set(visit, { visit, date, time, clash });
  return [...known.values()].sort((a, b) => a.visit - b.visit);
}

/** "Every other Tuesday at 10:00 AM", as far as known. */
export function rhythmOf(
  { date, time }: { date: string; time: string },
  frequency: Frequency | null,
): string | null {
  if (!frequency) return null;
  if (!date) return FREQUENCY_LABELS[frequency];
  const days = formatRhythm({ first_date: date, frequency });
  return time ? `${days} at ${time}` : days;
}

/** "Tue, Dec 8, 10:00 AM". */
export function formatPlace({ date, time }: Place): string {
  return `${shortDay(date)}, ${time}`;
}

/** How many visits a month has. */
export const VISITS_A_MONTH: Record<Frequency, string> = {
  weekly: "4 or 5 visits a month",
  biweekly: "2 or 3 visits a month",
  monthly: "1 visit a month",
};

/** Company time: "2026-12-01", "10:00 AM". */
export type Place = { date: string; time: SlotTime };

/** A visit that can't be when the plan wants it, and where it could be; null: nowhere near, staff call about it. */
export type Clash = Place & { visit: number; why: string; proposal: Place | null };

/** A visit of a plan in a preview. `clash`: why it isn't at its own time. */
export type PreviewVisit = Place & { visit: number; clash: Pick<Clash, "why" | "proposal"> | null };
