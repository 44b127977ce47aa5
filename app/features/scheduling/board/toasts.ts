import { formatDate, formatLongDate } from "~/lib/dates";
import type { ToastMessage } from "~/lib/toast-message";
import { shownDays } from "./board";
import { type SchedulePlace, schedulePath } from "./paths";

type Place = { date: string; time: string; crew_id: string | null };
/** `mailed`: whether its customer has an address that a new time is told to. */
type Moved = { before: Place; after: Place; mailed: boolean; sequence: number };

/** Where to look after a move: at the same days when the visit is on one of them, else at its new day. */
export function placeAfterMove({ view, date }: SchedulePlace, to: string): SchedulePlace {
  const stays = shownDays(view, date).includes(to);
  return { view, date: stays ? date : to, visit: null, close: null, feed: false };
}

/** What has moved where, with the way back, if there was a crew before. */
export function toastOfMove(
  id: string,
  { before, after, mailed, sequence }: Moved,
  page: SchedulePlace,
): ToastMessage {
  const retimed = before.date !== after.date || before.time !== after.time;
  const told = retimed && mailed ? " The customer will be emailed." : "";
  const fields = { intent: "move", id, ...before, crew_id: before.crew_id ?? "", sequence: String(sequence) };
  return {
    title: retimed ? "Visit moved" : "Crew changed",
    description: `${formatDate(after.date)}, ${after.time}.${told}`,
    ...(before.crew_id !== null && { undo: { action: schedulePath(page), fields } }),
  };
}

type Change =
  | { closed: string; date: string; time: string | null }
  | { opened: { date: string; time: string | null; reason: string } };

/** What was closed or opened, with the way back. */
export function toastOfClosing(change: Change, page: string): ToastMessage {
  const { date, time } = "closed" in change ? change : change.opened;
  const description = `${formatLongDate(date)}, ${time ?? "all day"}`;
  const fields: Record<string, string> =
    "closed" in change
      ? { open: change.closed }
      : { close: time ?? "day", date, reason: change.opened.reason };
  return {
    title: "closed" in change ? "Closed" : "Reopened",
    description,
    undo: { action: page, fields },
  };
}
