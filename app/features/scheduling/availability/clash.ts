import { type CrewTimes, whyNotAtWork } from "~/features/scheduling/crews/working";
import { formatDate, formatTime } from "~/lib/dates";
import { type CompanyHours, isOpenFor, outsideWords } from "./opening-hours";
import { type Closure, localEnd, type Range } from "./slots";

/** What is in the way of a visit at a time of its own: its crew has another one, its crew is off, or the company is closed then. */
export type Clash = "busy" | "off" | "closed";
/** Another free crew, no crew, lay it anyway, or leave it out. */
export type ClashAnswer = "crew" | "nobody" | "anyway" | "skip";

/** How a clash can be answered. No answer puts two visits on one crew. */
export const CLASH_ANSWERS: Record<Clash, readonly ClashAnswer[]> = {
  busy: ["crew", "nobody", "skip"],
  off: ["crew", "anyway", "skip"],
  closed: ["anyway", "skip"],
};

/** When the company and its crews work. */
export type WorkingTimes = {
  zone: string;
  closures: readonly Closure[];
  hours: Pick<CompanyHours, "week">;
  times: CrewTimes;
  crews: readonly { id: string; name: string }[];
};

/** `time`: "HH:MM", company time. */
type Laid = { crew_id: string | null; date: string; time: string; range: Range };

/** Whether the company is closed at the time of a visit, or its crew is off; null if neither. */
export function closedFor(
  { crew_id, date, time, range }: Laid,
  { closures, hours, times, zone, crews }: WorkingTimes,
): { clash: "off" | "closed"; words: string } | null {
  const local = { date, starts: `${time}:00`, ends: localEnd(range, zone) };
  const start = formatTime(time);
  if (closures.some((one) => one.date === date && (one.time ?? start) === start))
    return { clash: "closed", words: `Closed on ${formatDate(date)}.` };
  if (!isOpenFor(local, hours)) return { clash: "closed", words: `${outsideWords(local, hours.week)}.` };
  const off = crew_id && whyNotAtWork(crew_id, times, local);
  if (!off) return null;
  const name = crews.find(({ id }) => id === crew_id)?.name ?? "The crew";
  return {
    clash: "off",
    words:
      off === "time off" ? `${name} is off on ${formatDate(date)}.` : `${name} doesn’t work at that time.`,
  };
}
