import { assignCrews, byDistance, type Option } from "~/features/scheduling/availability/assign";
import {
  type Day,
  isSlotTime,
  type Schedule,
  SLOT_TIMES,
  type SlotTime,
} from "~/features/scheduling/availability/slots";
import { dayName, formatDate, formatLongDate, weekdayOf } from "~/lib/dates";
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
  kind: "storm" | "closing";
  towns: string[];
  closed: boolean;
  asked: number;
  open: number;
};

/** One offer, as staff see it. */
export type OfferRow = {
  visit: string;
  /** "#1042". */
  number: string;
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

/** "Storm on Wednesday, June 10, 2026", or "Closed on" a day that the office closed. */
export function formatStormDay({ kind, date }: Pick<StormDayRow, "kind" | "date">): string {
  return `${kind === "storm" ? "Storm" : "Closed"} on ${formatLongDate(date)}`;
}

/** Where staff see the visits of a day that they close, before anybody is asked. */
export function closingPath(date: string, reason = ""): string {
  return `${STORM_PAGE}/new?${new URLSearchParams({ kind: "closing", date, ...(reason && { reason }) })}`;
}

export function stormDayPath(id: string, visit?: string): string {
  return visit ? `${STORM_PAGE}/${id}/${visit}` : `${STORM_PAGE}/${id}`;
}

/** The most towns that one storm day names, and the longest name, in characters. */
const MOST = 40;
const LONGEST = 60;

/** Parses ticked and comma-separated towns: lower case, each once. */
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
export type StormyVisit = {
  id: string;
  time: string;
  minutes: number;
  crew_id: string | null;
  town: string;
  zip?: string;
  startTimes?: readonly SlotTime[];
};
export type Proposal = { date: string; time: SlotTime; crew_id: string };
/** What storms close in single towns. */
export type StormyTowns = { date: string; towns: readonly string[] };

/** `days`: the days that may be proposed, next first. */
type Plan = Omit<Schedule, "minutes"> & { days: readonly string[]; stormy: readonly StormyTowns[] };

/**
 * Proposes a new start for each visit, in the given order: at its time of day within a week, else on the earliest day with
 * the nearest time; with its own crew if that is free. Null where nothing is free.
 */
export function proposePlaces(visits: readonly StormyVisit[], plan: Plan): Map<string, Proposal | null> {
  const unassigned = visits.map((visit) => ({ ...visit, options: optionsOf(visit, plan) }));
  const proposals = assignCrews(unassigned, plan).map((found) => {
    if (!found) return null;
    const { date, time, crew_id } = found;
    return { date, time, crew_id };
  });
  return new Map(visits.map(({ id }, index) => [id, proposals[index] ?? null]));
}

function optionsOf({ time, town, startTimes }: StormyVisit, { days, stormy }: Plan): Option[] {
  const isOffered = isSlotTime(time) && (startTimes ?? SLOT_TIMES).includes(time);
  const sameTime = isOffered ? days.slice(0, SAME_TIME_DAYS).map((date) => ({ date, time })) : [];
  const any = days.flatMap((date) => byDistance(time, startTimes).map((slot) => ({ date, time: slot })));
  const isStormy = (date: string) => stormy.some((day) => day.date === date && day.towns.includes(town));
  const open = [...sameTime, ...any].filter(({ date }) => !isStormy(date));
  return open.map((start) => ({ ...start, crew: "any" }));
}

type Start = { date: string; time: string };

/** `proposal` while it is free, else other free times. */
export type StormQuestion = { open: false } | ({ open: true; kind: "storm" | "closing" } & Choices);

type Choices = {
  proposal: Start | null;
  /** The proposal has been taken. */
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
  startTimes: readonly SlotTime[] = SLOT_TIMES,
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
      const times = byDistance(time, startTimes).filter((slot) => isFree({ date, time: slot }));
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
