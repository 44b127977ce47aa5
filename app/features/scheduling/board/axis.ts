import { SLOT_TIMES } from "~/features/scheduling/availability/slots";
import { type Board, type BoardCrew, type BoardVisit, minuteOf, shiftOf } from "./board";

/** The day board's columns are quarters of an hour. */
export const UNIT = 15;
/** A block narrower than this can't be read or pressed. */
const LEAST_UNITS = 4;
const USUAL_END = 18 * 60;

/** Minutes from midnight, from the first slot to the end of the last visit, in whole hours. */
export type Axis = { from: number; to: number };

export type Piece =
  | { kind: "visit"; visit: BoardVisit; span: number }
  | { kind: "gap"; from: number; span: number; is_slot: boolean; shade: "closed" | "off" | null };

/** The quarters of an hour, in minutes from midnight, in which visits can start. */
function quartersOf(starts: readonly string[]): number[] {
  return starts.map((time) => quarter(minuteOf(time)));
}

export function axisOf(visits: readonly BoardVisit[], starts: readonly string[] = SLOT_TIMES): Axis {
  const from = Math.min(...quartersOf(starts), ...visits.map(({ starts }) => Math.floor(starts / 60) * 60));
  const latest = Math.max(USUAL_END, ...visits.map(({ starts, minutes }) => starts + minutes));
  return { from, to: Math.min(Math.ceil(latest / 60) * 60, 24 * 60) };
}

/** The column heads: the slots, and the time after the last one's start. */
export function axisHeads(
  { from, to }: Axis,
  starts: readonly string[] = SLOT_TIMES,
): { start: number; span: number; time: string | null }[] {
  const quarters = quartersOf(starts);
  const heads = [...new Set([from, ...quarters])].filter((start) => start < to).sort((a, b) => a - b);
  return heads.map((start, index) => ({
    start,
    span: ((heads[index + 1] ?? to) - start) / UNIT,
    time: starts[quarters.indexOf(start)] ?? null,
  }));
}

/** A crew's row on a day: visits, and free, closed and unworked time between them. */
export function rowOf(board: Board, crew: BoardCrew, date: string, axis: Axis): Piece[] {
  const visits = board.visits
    .filter((visit) => visit.crew_id === crew.id && visit.date === date)
    .sort((a, b) => a.starts - b.starts);
  const pieces: Piece[] = [];
  const gaps = gapsOf(board, crew, date, axis);
  let at = axis.from;
  for (const [index, visit] of visits.entries()) {
    const starts = Math.max(at, quarter(visit.starts));
    pieces.push(...gaps(at, starts));
    const next = visits[index + 1] ? quarter(visits[index + 1]?.starts ?? axis.to) : axis.to;
    const least = Math.min(starts + LEAST_UNITS * UNIT, next);
    const ends = Math.min(Math.max(quarter(visit.starts + visit.minutes), least, starts + UNIT), axis.to);
    if (starts >= axis.to) break;
    pieces.push({ kind: "visit", visit, span: (ends - starts) / UNIT });
    at = ends;
  }
  pieces.push(...gaps(at, axis.to));
  return pieces;
}

function gapsOf(board: Board, crew: BoardCrew, date: string, axis: Axis) {
  const shift = shiftOf(crew, date);
  const starts = board.starts ?? SLOT_TIMES;
  const quarters = quartersOf(starts);
  const edges = [...quarters, ...(shift ? [quarter(shift.from), quarter(shift.to)] : []), axis.to];
  const closures = board.closures.filter((closure) => closure.date === date);
  const shadeAt = (minute: number) => {
    if (!shift || minute < shift.from || minute >= shift.to) return "off" as const;
    const slot = starts[quarters.findLastIndex((start) => start <= minute)];
    return closures.some(({ time }) => time === null || time === slot) ? ("closed" as const) : null;
  };
  return (from: number, to: number): Piece[] => {
    const cuts = [...new Set([from, ...edges])].filter((edge) => edge >= from && edge < to);
    cuts.sort((a, b) => a - b);
    return cuts.map((start, index) => ({
      kind: "gap",
      from: start,
      span: ((cuts[index + 1] ?? to) - start) / UNIT,
      is_slot: quarters.includes(start),
      shade: shadeAt(start),
    }));
  };
}

function quarter(minute: number): number {
  return Math.round(minute / UNIT) * UNIT;
}

/** The slot whose start is nearest to a minute of the day. */
export function nearestSlot(minute: number, starts: readonly string[] = SLOT_TIMES): string {
  const distances = starts.map((time) => Math.abs(minuteOf(time) - minute));
  return starts[distances.indexOf(Math.min(...distances))] ?? SLOT_TIMES[0];
}
