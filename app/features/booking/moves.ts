import { isCalendarDate } from "~/lib/dates";
import { isSlotTime, type SlotTime } from "./slots";

/** Where a visit of a plan goes instead of its own time. */
export type PlanMove = { visit: number; date: string; time: SlotTime };

/** "2 2026-12-08 10:00 AM;5 …", for a form or a cookie; "none" once what clashes was seen, but nothing was moved. */
export function movesText(moves: readonly PlanMove[] | null): string {
  if (!moves) return "";
  if (moves.length === 0) return "none";
  return moves.map(({ visit, date, time }) => `${visit} ${date} ${time}`).join(";");
}

/** What `movesText` wrote; what isn't a move is left out. */
export function parseMoves(text: string): PlanMove[] {
  return text.split(";").flatMap((one) => {
    const [, visit, date = "", time = ""] = /^([1-9]\d{0,2}) (\S{10}) (.+)$/.exec(one.trim()) ?? [];
    return visit && isCalendarDate(date) && isSlotTime(time) ? [{ visit: Number(visit), date, time }] : [];
  });
}
