import {
  type Busy,
  blockedRange,
  type Closure,
  crewsAtWork,
  type Day,
  daysOf,
  freeCrews,
  isSlotTime,
  parseSlotTime,
  type Schedule,
  SLOT_TIMES,
  type SlotTime,
  slotRange,
} from "~/features/scheduling/availability/slots";
import { dayName, formatDate, weekdayOf } from "~/lib/dates";
import { cleanLine } from "~/lib/text";

export const STORM_PAGE = "/admin/storm";

export type OfferStatus = "open" | "accepted" | "moved" | "skipped" | "settled";

type Tone = "amber" | "green" | "neutral";

/** The badge of an offer's status. */
export const OFFER_BADGES: Record<OfferStatus, { label: string; tone: Tone }> = {
  open: { label: "No response yet", tone: "amber" },
  accepted: { label: "Accepted", tone: "green" },
  moved: { label: "Chose another time", tone: "green" },
  skipped: { label: "Skipped", tone: "neutral" },
  settled: { label: "Resolved another way", tone: "neutral" },
};

/** A storm day in the list of them. */
export type StormDayRow = {
  id: string;
  date: string;
  towns: string[];
  closed: boolean;
  asked: number;
  open: number;
};

/** One offer, as staff see it. */
export type OfferRow = {
  visit: string;
  customer: string | null;
  phone: string | null;
  email: string | null;
  service: string;
  town: string;
  /** When the visit is now; null once it is cancelled. */
  now: { date: string; time: string } | null;
  proposed: { date: string; time: string } | null;
  status: OfferStatus;
  answered: string | null;
  mail: "none" | "queued" | "sent" | "kept" | "failed";
};

export type StormDay = StormDayRow & { today: string; offers: OfferRow[]; unasked: number };

/** "4 of 6 answered". */
export function formatAnswers({ asked, open }: Pick<StormDayRow, "asked" | "open">): string {
  if (asked === 0) return "No one to ask";
  return open === 0 ? `All ${asked} responded` : `${asked - open} of ${asked} responded`;
}

/** "Wed, Nov 25, 2026". */
export function formatDay(date: string): string {
  return `${dayName(weekdayOf(date)).slice(0, 3)}, ${formatDate(date)}`;
}

export function stormDayPath(id: string, visit?: string): string {
  return visit ? `${STORM_PAGE}/${id}/${visit}` : `${STORM_PAGE}/${id}`;
}

/** The most towns that one storm day names, and the longest name, in characters. */
const MOST = 40;
const LONGEST = 60;

/** Towns as a storm day keeps them, lower case, each once, from what was ticked and typed with commas between. */
export function parseTowns(texts: readonly string[]): string[] {
  const towns = texts.flatMap((text) => text.split(",")).map((town) => cleanLine(town).toLowerCase());
  const named = towns.filter((town) => town !== "" && town.length <= LONGEST);
  return [...new Set(named)].sort().slice(0, MOST);
}

/** "New Castle" for "new castle". */
export function formatTown(town: string): string {
  return town.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

/** None means every town. */
export function formatTowns(towns: readonly string[]): string {
  return towns.length === 0 ? "Every town" : new Intl.ListFormat("en-US").format(towns.map(formatTown));
}

/** The towns closed by two storms on one day. */
export function mergeTowns(one: readonly string[], other: readonly string[]): string[] {
  return one.length === 0 || other.length === 0 ? [] : [...new Set([...one, ...other])].sort();
}

/** Within this many days, the same time of day comes before an earlier day. */
const SAME_TIME_DAYS = 7;

/** A visit that a storm keeps from taking place; `time` as "8:00 AM", the town in lower case. */
export type StormyVisit = { id: string; time: string; minutes: number; crew_id: string | null; town: string };
export type Proposal = { date: string; time: SlotTime; crew_id: string };
/** What storms close in single towns. */
export type StormyTowns = { date: string; towns: readonly string[] };

/** `days` are those that may be proposed, the next one first. */
type Plan = Omit<Schedule, "minutes"> & { days: readonly string[]; stormy: readonly StormyTowns[] };

/**
 * A new place for each visit, in the given order: at its time of day within a week, else the earliest day with the time
 * next to it; with its own crew where that is free. No two lie in each other's way. Null where nothing is free.
 */
export function proposePlaces(visits: readonly StormyVisit[], plan: Plan): Map<string, Proposal | null> {
  const busy = busyByDay(plan);
  const proposals = new Map<string, Proposal | null>();
  for (const visit of visits) {
    const proposal = placeFor(visit, plan, busy);
    proposals.set(visit.id, proposal);
    if (!proposal) continue;
    const range = blockedRange(
      slotRange(proposal.date, proposal.time, visit.minutes, plan.zone),
      plan.bufferMinutes,
    );
    addBusy(busy, { crew_id: proposal.crew_id, range }, plan.zone);
  }
  return proposals;
}

function placeFor(visit: StormyVisit, plan: Plan, busy: Map<string, Busy[]>): Proposal | null {
  const { time } = visit;
  const sameTime = isSlotTime(time) ? plan.days.slice(0, SAME_TIME_DAYS).map((date) => ({ date, time })) : [];
  const any = plan.days.flatMap((date) => byDistance(time).map((slot) => ({ date, time: slot })));
  for (const place of [...sameTime, ...any]) {
    const crew_id = crewFor(visit, place, plan, busy);
    if (crew_id) return { ...place, crew_id };
  }
  return null;
}

type Place = Omit<Proposal, "crew_id">;

function crewFor(visit: StormyVisit, place: Place, plan: Plan, busy: Map<string, Busy[]>): string | null {
  const { date, time } = place;
  if (isClosed(place, visit.town, plan)) return null;
  const range = slotRange(date, time, visit.minutes, plan.zone);
  if (Temporal.Instant.compare(range.start, plan.now) <= 0) return null;
  const atWork = crewsAtWork(plan, date, time, range);
  const free = freeCrews(atWork, busy.get(date) ?? [], blockedRange(range, plan.bufferMinutes));
  return free.find((id) => id === visit.crew_id) ?? free[0] ?? null;
}

function isClosed({ date, time }: Place, town: string, { closures, stormy }: Plan): boolean {
  const closed = (closure: Closure) => closure.date === date && (closure.time ?? time) === time;
  return closures.some(closed) || stormy.some((day) => day.date === date && day.towns.includes(town));
}

/** The slots, those next to a time first. */
export function byDistance(time: string): SlotTime[] {
  const hours = (text: string) => parseSlotTime(text)?.hour ?? 0;
  const from = hours(time);
  const distance = (slot: SlotTime) => Math.abs(hours(slot) - from);
  return SLOT_TIMES.toSorted((a, b) => distance(a) - distance(b));
}

function busyByDay({ busy, zone }: Plan): Map<string, Busy[]> {
  const days = new Map<string, Busy[]>();
  for (const one of busy) addBusy(days, one, zone);
  return days;
}

function addBusy(days: Map<string, Busy[]>, busy: Busy, zone: string) {
  for (const day of daysOf(busy, zone)) {
    days.set(day, [...(days.get(day) ?? []), busy]);
  }
}

type Start = { date: string; time: string };

/** `proposal` as long as it is free, else other times that are. */
export type StormQuestion = { open: false } | ({ open: true } & Choices);

type Choices = {
  proposal: Start | null;
  /** Something was proposed, and is taken by now. */
  taken: boolean;
  others: Start[];
};

const DAYS_SHOWN = 3;
const TIMES_SHOWN = 2;

/** What a customer can take with one press: the proposal, or the times next to their own on the next days. */
export function choicesOf(
  days: readonly Day[],
  time: string,
  offer: { date: string | null; time: string | null },
): Choices {
  const isFree = (place: Start) =>
    days.some(
      ({ date, slots }) =>
        date === place.date && slots.some((slot) => slot.time === place.time && slot.state === "free"),
    );
  const proposed = offer.date && offer.time ? { date: offer.date, time: offer.time } : null;
  if (proposed && isFree(proposed)) return { proposal: proposed, taken: false, others: [] };
  const others = days
    .filter(({ state }) => state === "free")
    .slice(0, DAYS_SHOWN)
    .flatMap(({ date }) => {
      const times = byDistance(time).filter((slot) => isFree({ date, time: slot }));
      return times.slice(0, TIMES_SHOWN).map((slot) => ({ date, time: slot }));
    });
  return { proposal: null, taken: proposed !== null, others };
}

/** A choice as the value of a button: "2026-11-25 8:00 AM". */
export function choiceValue({ date, time }: Start): string {
  return `${date} ${time}`;
}

/** Reads a button's value; the verb checks it. */
export function parseChoice(value: string): Start {
  return { date: value.slice(0, 10), time: value.slice(11) };
}
