import { dayName, formatDate, weekdayOf } from "~/lib/dates";
import { cleanLine } from "~/lib/text";

export const STORM_PAGE = "/admin/storm";

export type OfferStatus = "open" | "accepted" | "moved" | "skipped" | "settled";

type Tone = "amber" | "green" | "neutral";

/** What became of a question, for a badge. */
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

/** The question to one customer, as staff see it. */
export type OfferRow = {
  visit: string;
  customer: string | null;
  phone: string | null;
  email: string | null;
  service: string;
  town: string;
  /** When the visit is by now; null once it is cancelled. */
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

/** What is closed when a second storm comes to a day that has one. */
export function mergeTowns(one: readonly string[], other: readonly string[]): string[] {
  return one.length === 0 || other.length === 0 ? [] : [...new Set([...one, ...other])].sort();
}
