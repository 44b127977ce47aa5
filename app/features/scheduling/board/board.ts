import type { BookingStatus } from "~/features/booking/booking";
import type { Slot } from "~/features/scheduling/availability/slots";
import { whyNotAtWork } from "~/features/scheduling/crews/working";
import { addDays, formatDate, formatLongDate, isCalendarDate, weekdayOf } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { ToastMessage } from "~/lib/toast-message";

/** Longest reason of a closure, in characters. */
export const MAX_REASON = 120;

/** A visit on the board. `starts` counts minutes from midnight, company time. */
export type BoardVisit = {
  id: string;
  date: string;
  time: string;
  starts: number;
  minutes: number;
  ends: string;
  customer: string | null;
  service: string;
  city: string;
  zip: string;
  status: BookingStatus;
  /** Somebody is paying for it right now. */
  held: boolean;
  /** Why staff must look at it. */
  attention: string | null;
  crew_id: string | null;
  movable: boolean;
  sequence: number;
};

export type BoardCrew = {
  id: string;
  name: string;
  is_active: boolean;
  /** Times as "08:00:00". */
  hours: { weekday: number; starts: string; ends: string }[];
  time_off: { first_day: string; last_day: string }[];
  /** Miles between its visits, if one day is shown. */
  miles?: number;
};

/** `time: null`: the whole day. `id: null`: a holiday. */
export type BoardClosure = { id: string | null; date: string; time: string | null; reason: string | null };

export type Board = {
  days: string[];
  crews: BoardCrew[];
  visits: BoardVisit[];
  closures: BoardClosure[];
  /** When visits of any service start, ascending; the specification's times if not given. */
  starts?: readonly string[];
};

/** What of the board is each crew's: so a crew's visits are not looked for among all of them, visit by visit. */
export function boardsOfCrews(board: Board): { crew: BoardCrew; board: Board }[] {
  const visits = Map.groupBy(board.visits, ({ crew_id }) => crew_id);
  return board.crews.map((crew) => ({
    crew,
    board: { ...board, crews: [crew], visits: visits.get(crew.id) ?? [] },
  }));
}

/** The days that are shown: one, or the week from Sunday that it lies in. */
export function shownDays(view: ScheduleView, date: string): string[] {
  if (view === "day") return [date];
  const sunday = addDays(date, -weekdayOf(date));
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
}

/** "10:00 AM" as minutes from midnight. */
export function minuteOf(time: string): number {
  const [, hour, minute, half] = /^(\d+):(\d+) (AM|PM)$/.exec(time) ?? [];
  return ((Number(hour) % 12) + (half === "PM" ? 12 : 0)) * 60 + Number(minute);
}

/** "8 AM – 11:30 AM". */
export function formatSpan({ time, ends }: Pick<BoardVisit, "time" | "ends">): string {
  return `${time} – ${ends}`.replaceAll(":00", "");
}

export function isOff({ time_off }: BoardCrew, date: string): boolean {
  return time_off.some(({ first_day, last_day }) => first_day <= date && date <= last_day);
}

/** Minutes from midnight between which a crew works on a day; null: not at all. */
export function shiftOf(crew: BoardCrew, date: string): { from: number; to: number } | null {
  if (isOff(crew, date)) return null;
  if (crew.hours.length === 0) return { from: 0, to: 24 * 60 };
  const shift = crew.hours.find(({ weekday }) => weekday === weekdayOf(date));
  return shift ? { from: clockMinute(shift.starts), to: clockMinute(shift.ends) } : null;
}

type Target = { crew_id: string; date: string; time: string };

/** What speaks against a place for a visit, as far as the board shows it; the server decides. */
export function whyNotThere(board: Board, visit: BoardVisit, { crew_id, date, time }: Target): string | null {
  const crew = board.crews.find(({ id }) => id === crew_id);
  if (!crew) return null;
  if (!crew.is_active) return `${crew.name} is inactive.`;
  const stays = date === visit.date && time === visit.time;
  const closed = board.closures.some((one) => one.date === date && (one.time ?? time) === time);
  if (closed && !stays) return "That time is closed.";
  const starts = minuteOf(time);
  const ends = starts + visit.minutes;
  const local = { date, starts: clockText(starts), ends: endText(date, ends) };
  const own = <Row extends object>(rows: Row[]) => rows.map((row) => ({ ...row, crew_id }));
  const times = { hours: own(crew.hours), time_off: own(crew.time_off) };
  const why = whyNotAtWork(crew_id, times, local);
  if (why === "time off") return `${crew.name} is off on ${formatDate(date)}.`;
  if (why) return `${crew.name} doesn't work at that time.`;
  const other = board.visits.find(
    (one) =>
      one.id !== visit.id &&
      one.crew_id === crew_id &&
      one.date === date &&
      one.starts < ends &&
      starts < one.starts + one.minutes,
  );
  return other ? `${crew.name} has another visit at that time.` : null;
}

/** What speaks against where a visit is now, say a day off that its crew has taken since. */
export function whyNotHere(board: Board, visit: BoardVisit): string | null {
  if (visit.crew_id === null || !visit.movable) return null;
  return whyNotThere(board, visit, { ...visit, crew_id: visit.crew_id });
}

function clockMinute(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}

function clockText(minute: number): string {
  const two = (count: number) => String(count).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`;
}

function endText(date: string, minute: number): string {
  const days = Math.floor(minute / 1440);
  if (days === 0) return `${date}T${clockText(minute)}`;
  return `${addDays(date, days)}T${clockText(minute - days * 1440)}`;
}

/** A visit beside the board, with its day's free slots for its length. */
export type OpenVisit = {
  id: string;
  /** "#1042". */
  number: string;
  date: string;
  time: string;
  crew_id: string | null;
  sequence: number;
  status: string;
  attention: string | null;
  service: string;
  when: string;
  duration: string;
  address: string;
  customer: string | null;
  phone: string | null;
  email: string | null;
  notes: string | null;
  why_not: string | null;
  slots: Slot[];
};

export const SCHEDULE_PAGE = "/admin/schedule";

export type ScheduleView = "day" | "week";
/** What the schedule shows; `visit`, `close` (the day) or the office's calendar `feed` is open beside it. */
export type SchedulePlace = {
  view: ScheduleView;
  date: string;
  visit: string | null;
  close: string | null;
  feed: boolean;
};

/** Reads the schedule's address: a link never fails. */
export function parseSchedule(params: URLSearchParams, today: string): SchedulePlace {
  const [date = "", visit = "", close = ""] = ["date", "visit", "close"].map(
    (name) => params.get(name) ?? "",
  );
  return {
    view: params.get("view") === "week" ? "week" : "day",
    date: isShownDate(date) ? date : today,
    visit: isUuid(visit) ? visit : null,
    close: isShownDate(close) ? close : null,
    feed: params.has("feed"),
  };
}

export function schedulePath({
  view,
  date,
  visit,
  close,
  feed,
}: Partial<SchedulePlace> & { date: string }): string {
  const params = new URLSearchParams({ view: view ?? "day", date });
  if (visit) params.set("visit", visit);
  if (close) params.set("close", close);
  if (feed) params.set("feed", "office");
  return `${SCHEDULE_PAGE}?${params}`;
}

/** Whether the date is in the board's range. */
export function isShownDate(date: string): boolean {
  return isCalendarDate(date) && date >= "2000-01-01" && date <= "2199-12-31";
}

type Place = { date: string; time: string; crew_id: string | null; override_reason?: string };
/** `mailed`: whether the customer has an email address. */
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
  const fields = { ...before, intent: "move", id, crew_id: before.crew_id ?? "", sequence: String(sequence) };
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
