import {
  type CrewTimes,
  type LocalVisit,
  timesOfCrews,
  whyNotAtWork,
} from "~/features/scheduling/crews/working";
import { type Roads, widened } from "~/features/scheduling/roads/rules";
import { companyToday, formatTime } from "~/lib/dates";
import { ALWAYS_OPEN, type CompanyHours, isOpenFor, isTooLate, lastBookableDate } from "./opening-hours";

/** When a visit starts, company time, as `formatTime` writes it. */
export type SlotTime = `${number}:${number} ${"AM" | "PM"}`;

/** The times a visit can start, every day, unless its service has others (spec section 9). */
export const SLOT_TIMES = ["8:00 AM", "10:00 AM", "12:00 PM", "2:00 PM", "4:00 PM"] as const;

/** Company time, as "2026-11-24" and "8:00 AM". */
export type StartText = { date: string; time: string };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Half-open: `end` is the first moment that is free again. */
export type Range = { start: Temporal.Instant; end: Temporal.Instant };
/** A Temporal.Instant, or as much of one as it takes to compare thousands. */
type Moment = Pick<Temporal.Instant, "epochMilliseconds">;
type Span = { start: Moment; end: Moment };
/** When a crew can't come, and the ZIP code that it is at; `range` includes the travel buffer. */
export type Busy = { crew_id: string; range: Span; zip?: string | null };
/** A time when nothing can be booked; `time: null` closes the whole day. */
export type Closure = { date: string; time: SlotTime | null };
export type SlotState = "free" | "full" | "past" | "closed";
export type Slot = { time: SlotTime; state: SlotState };
export type DayState = SlotState;
export type Day = { date: string; state: DayState; slots: Slot[] };

/**
 * What availability depends on. `zone` is the company's IANA time zone; minutes are the visit's and the travel's.
 * `startTimes`: the service's, ascending.
 */
export type Schedule = {
  minutes: number;
  bufferMinutes: number;
  zone: string;
  now: Temporal.Instant;
  crewIds: readonly string[];
  times: CrewTimes;
  busy: readonly Busy[];
  closures: readonly Closure[];
  /** Where the visit is, and how long crews drive; without one of them, the travel buffer is enough. */
  zip?: string;
  roads?: Roads | null;
  hours?: CompanyHours;
  startTimes?: readonly SlotTime[];
};

/** Whether the text is a time of day as in "8:00 AM". */
export function isSlotTime(text: string): text is SlotTime {
  return parseSlotTime(text) !== null;
}

/** When visits of a service start, by its stored times ("08:00"); null: the specification's. */
export function startTimesOf(stored: readonly string[] | null | undefined): readonly SlotTime[] {
  const times = (stored ?? []).toSorted().map(formatTime).filter(isSlotTime);
  return times.length > 0 ? times : SLOT_TIMES;
}

/** The wall-clock time in "8:00 AM" style text; null when it is none. */
export function parseSlotTime(text: SlotTime): Temporal.PlainTime;
export function parseSlotTime(text: string): Temporal.PlainTime | null;
export function parseSlotTime(text: string): Temporal.PlainTime | null {
  const [, hour, minute, half] = /^(1[0-2]|[1-9]):([0-5]\d) (AM|PM)$/.exec(text) ?? [];
  if (!hour || !minute) return null;
  return new Temporal.PlainTime((Number(hour) % 12) + (half === "PM" ? 12 : 0), Number(minute));
}

/** The last day on which a plan that is paid today can begin: its first charge pays for a month from today. */
export function lastFirstVisit(today: string): string {
  return Temporal.PlainDate.from(today).add({ months: 1 }).subtract({ days: 1 }).toString();
}

/** Company wall-clock time as instants; across a clock change the visit still lasts exactly `minutes`. */
export function slotRange(date: string, time: SlotTime, minutes: number, zone: string): Range {
  const start = slotStart(date, time, zone);
  return { start, end: start.add({ minutes }) };
}

const MOST_KNOWN = 5000;
/** Of slots that were asked for: a month has 155, and the rules of a zone take their time. */
const starts = new Map<string, Temporal.Instant>();
/** Likewise when visits are over. */
const ends = new Map<string, string>();

function slotStart(date: string, time: SlotTime, zone: string): Temporal.Instant {
  return remembered(starts, zone + date + time, () => startOf(date, time, zone));
}

function remembered<T>(known: Map<string, T>, key: string, work: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const value = work();
  known.set(key, value);
  return value;
}

function startOf(date: string, time: SlotTime, zone: string): Temporal.Instant {
  const wallClock = Temporal.PlainDate.from(date).toPlainDateTime(parseSlotTime(time));
  return wallClock.toZonedDateTime(zone, { disambiguation: "compatible" }).toInstant();
}

/** What a visit takes from a crew's day: the visit itself and the travel after it. */
export function blockedRange(range: Range, bufferMinutes: number): Range {
  return { start: range.start, end: range.end.add({ minutes: bufferMinutes }) };
}

/** When a visit is over as the company's clocks show it, "2026-11-24T11:00:00". */
export function localEnd({ end }: Range, zone: string): string {
  return remembered(ends, zone + end.epochMilliseconds, () =>
    end.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: "second" }),
  );
}

/** The crews, in the given order, that no other visit keeps from `blocked`. */
export function freeCrews(crewIds: readonly string[], busy: readonly Busy[], blocked: Span): string[] {
  const taken = new Set(during(busy, blocked).map(({ crew_id }) => crew_id));
  return crewIds.filter((id) => !taken.has(id));
}

function isAnyFree(crewIds: readonly string[], busy: readonly Busy[], blocked: Span): boolean {
  if (busy.length === 0) return crewIds.length > 0;
  const taken = new Set(during(busy, blocked).map(({ crew_id }) => crew_id));
  return crewIds.some((id) => !taken.has(id));
}

function during(busy: readonly Busy[], { start, end }: Span): Busy[] {
  const [from, to] = [start.epochMilliseconds, end.epochMilliseconds];
  return busy.filter(({ range }) => range.start.epochMilliseconds < to && from < range.end.epochMilliseconds);
}

/** The days (company time) that something keeps a crew on: the one that it begins on, the one that it ends on. No visit is longer. */
export function daysOf({ range }: Busy, zone: string): string[] {
  const days = [range.start, range.end].map(({ epochMilliseconds }) =>
    companyToday(Temporal.Instant.fromEpochMilliseconds(epochMilliseconds), zone),
  );
  return [...new Set(days)];
}

function haveTimes({ times }: Pick<Schedule, "times">): boolean {
  return times.hours.length + times.time_off.length > 0;
}

/** "08:00:00" of the slots that were asked for. */
const wallClocks = new Map<string, string>();

/** A visit as the company's clocks show it. */
export function localVisit(date: string, time: SlotTime, range: Range, zone: string): LocalVisit {
  const starts = remembered(wallClocks, time, () => parseSlotTime(time).toString({ smallestUnit: "second" }));
  return { date, starts, ends: localEnd(range, zone) };
}

type AtWork = Pick<Schedule, "crewIds" | "times" | "zone">;

/** The crews, in the given order, that are at work for all of a visit. */
export function crewsAtWork({ crewIds, times, zone }: AtWork, date: string, time: SlotTime, range: Range) {
  if (!haveTimes({ times })) return crewIds;
  const timesOf = timesOfCrews(times);
  const visit = localVisit(date, time, range, zone);
  return crewIds.filter((id) => whyNotAtWork(id, timesOf(id), visit) === null);
}

/** The slots of a day. 'past' beats 'closed', 'closed' beats 'full'. */
export function slotsOfDay(day: Schedule & { date: string }): Slot[] {
  return slotsUntil(lastBookableDate(companyToday(day.now, day.zone), day.hours), day);
}

function slotsUntil(lastDate: string, day: Schedule & { date: string }): Slot[] {
  const { date, zone, now, hours = ALWAYS_OPEN, startTimes = SLOT_TIMES } = day;
  const closures = day.closures.filter((closure) => closure.date === date);
  const slots = startTimes.map((time) => ({ time, blocked: blockedSpan(day, time) }));
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return [];
  // Of a month's visits those of the day alone are compared with each slot.
  const busy = during(day.busy, { start: first.blocked.start, end: last.blocked.end });
  return slots.map(({ time, blocked }) => {
    if (blocked.start.epochMilliseconds <= now.epochMilliseconds) return { time, state: "past" };
    const closed = closures.some((closure) => closure.time === null || closure.time === time);
    if (closed || date > lastDate || isTooLate(blocked.start, now, hours)) return { time, state: "closed" };
    const range = hours.week || haveTimes(day) ? slotRange(date, time, day.minutes, zone) : null;
    if (range && !isOpenFor(localVisit(date, time, range, zone), hours)) return { time, state: "closed" };
    const atWork = range ? crewsAtWork(day, date, time, range) : day.crewIds;
    return { time, state: isAnyFree(atWork, busy, blocked) ? "free" : "full" };
  });
}

/** `blockedRange` of a visit in this slot, as plain numbers: a month has 155. */
function blockedSpan(
  { date, zone, minutes, bufferMinutes }: Schedule & { date: string },
  time: SlotTime,
): Span {
  const start = slotStart(date, time, zone);
  const end = start.epochMilliseconds + (minutes + bufferMinutes) * MINUTE_MS;
  return { start: { epochMilliseconds: start.epochMilliseconds }, end: { epochMilliseconds: end } };
}

/** One word for a day: the most hopeful of its slots. */
export function dayState(slots: readonly Slot[]): DayState {
  const states: DayState[] = ["free", "full", "closed"];
  return states.find((state) => slots.some((slot) => slot.state === state)) ?? "past";
}

/** What to say when somebody was faster, with what the day has left. */
export function slotTakenMessage(slots: readonly Slot[]): string {
  const free = slots.filter(({ state }) => state === "free").map(({ time }) => time);
  const left =
    free.length > 0
      ? `Still available that day: ${free.join(", ")}.`
      : "Nothing else is available that day; please pick another.";
  return `That slot was just taken. ${left}`;
}

/** The month, or the nearest one that can be booked ("yyyy-MM"). */
export function bookableMonth(month: string, first: string, last: string): string {
  if (month < first) return first;
  return month > last ? last : month;
}

/** The days of a month "yyyy-MM"; RangeError when it is none. */
export function monthDays(month: string): string[] {
  const yearMonth = Temporal.PlainYearMonth.from(month);
  return Array.from(
    { length: yearMonth.daysInMonth },
    (_, index) => `${yearMonth}-${String(index + 1).padStart(2, "0")}`,
  );
}

/** The given days (company time) with their slots. */
export function availabilityOfDays({ dates, ...given }: Schedule & { dates: readonly string[] }): Day[] {
  const schedule = { ...given, busy: widened(given.busy, given.zip, given.roads) };
  const lastDate = lastBookableDate(companyToday(schedule.now, schedule.zone), schedule.hours);
  const earliest = schedule.startTimes?.[0] ?? SLOT_TIMES[0];
  const busyBetween = byStart(schedule.busy);
  return dates.map((date) => {
    const from = slotStart(date, earliest, schedule.zone).epochMilliseconds;
    const busy = busyBetween(from, from + 2 * DAY_MS);
    const slots = slotsUntil(lastDate, { ...schedule, busy, date });
    return { date, state: dayState(slots), slots };
  });
}

/** Finds what keeps crews busy between two moments without looking at all of it: a month has thousands. */
function byStart(busy: readonly Busy[]): (from: number, to: number) => readonly Busy[] {
  const sorted = busy.toSorted(
    (one, other) => one.range.start.epochMilliseconds - other.range.start.epochMilliseconds,
  );
  const begins = sorted.map(({ range }) => range.start.epochMilliseconds);
  const longest = busy.reduce(
    (most, { range: { start, end } }) => Math.max(most, end.epochMilliseconds - start.epochMilliseconds),
    0,
  );
  return (from, to) => sorted.slice(placeOf(begins, from - longest), placeOf(begins, to));
}

/** Where among these (the least first) the first one stands that is not less. */
function placeOf(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type Nearest = { date: string; time: SlotTime };

/** The free slots next to a wanted time, the nearest first; of two as near the earlier. */
export function nearestSlots(days: readonly Day[], wanted: StartText, count: number): Nearest[] {
  const from = minutesAt(wanted);
  const free = days.flatMap(({ date, slots }) =>
    slots.filter(({ state }) => state === "free").map(({ time }) => ({ date, time })),
  );
  const distance = (slot: Nearest) => Math.abs(minutesAt(slot) - from);
  return free.toSorted((a, b) => distance(a) - distance(b) || minutesAt(a) - minutesAt(b)).slice(0, count);
}

/** On the clock; what the clocks do on the way doesn't matter. */
function minutesAt({ date, time }: StartText): number {
  const clock = parseSlotTime(time) ?? new Temporal.PlainTime();
  return Date.parse(date) / 60_000 + clock.hour * 60 + clock.minute;
}
