import { isSlotTime, type SlotTime } from "~/features/scheduling/availability/slots";
import { addDays, isCalendarDate } from "~/lib/dates";

/**
 * Where a visit of a plan goes instead of its own time. Without a place: its customer has seen that there is none for it,
 * and will be called.
 */
export type PlanMove = { visit: number } & ({ date: string; time: SlotTime } | { date: null; time: null });

/** A customer may choose another time for a visit so many days around its own: the month that is paid covers it. */
const MOVE_DAYS = 7;

/** Whether a visit whose own day is `own` may be moved to `date` while a plan begins. */
export function isNearEnough(own: string, date: string): boolean {
  return date >= addDays(own, -MOVE_DAYS) && date <= addDays(own, MOVE_DAYS);
}

/** "2 2026-12-08 10:00 AM;5 none;…", for a form or a cookie; "none" once nothing is moved. */
export function movesText(moves: readonly PlanMove[] | null): string {
  if (!moves) return "";
  if (moves.length === 0) return "none";
  return moves
    .map(({ visit, date, time }) => (date ? `${visit} ${date} ${time}` : `${visit} none`))
    .join(";");
}

/** What `movesText` wrote; what isn't a move is left out. */
export function parseMoves(text: string): PlanMove[] {
  return text.split(";").flatMap((one): PlanMove[] => {
    const left = /^([1-9]\d{0,2}) none$/.exec(one.trim())?.[1];
    if (left) return [{ visit: Number(left), date: null, time: null }];
    const [, visit, date = "", time = ""] = /^([1-9]\d{0,2}) (\S{10}) (.+)$/.exec(one.trim()) ?? [];
    return visit && isCalendarDate(date) && isSlotTime(time) ? [{ visit: Number(visit), date, time }] : [];
  });
}
