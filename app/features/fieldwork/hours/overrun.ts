import type { Cents } from "~/lib/money";

/** A completed visit: the minutes that were planned, and how long the crew was at the job. Neither counts a person twice. */
export type TimedVisit = { planned: number; actual: number };

/** How many visits in a row tell that a home takes longer. */
export const TELLING_VISITS = 3;

/** How much longer each of them took, at least: percent of what was planned, and minutes. */
const LONGER = { percent: 20, minutes: 20 };

/** A length is proposed in quarters of an hour. */
const STEP = 15;

export type Overrun = {
  /** Minutes that each visit took longer, the newest first. */
  longer: number[];
  /** Minutes of a visit now, and as proposed. */
  minutes: { now: number; next: number };
  /** Cents of a visit now, and as proposed. Null where nothing is known of its price. */
  price: { now: Cents; next: Cents } | null;
};

/**
 * Proposes a longer visit with its price when each of a home's last three of a service took at least 20 percent and 20 minutes longer
 * than planned. The new length is the last one and what they took longer on the average, in quarters of an hour, the nearest. The price
 * follows by the service's hourly rate (`hourly`, in cents), or else by what an hour of the visit costs now. `visits`: the newest first.
 */
export function overrunOf(
  visits: readonly TimedVisit[],
  { price, hourly }: { price: Cents | null; hourly: Cents | null },
): Overrun | null {
  const last = visits.slice(0, TELLING_VISITS);
  const [newest] = last;
  if (!newest || last.length < TELLING_VISITS || !last.every(isLonger)) return null;
  const longer = last.map(({ planned, actual }) => actual - planned);
  const average = longer.reduce((sum, minutes) => sum + minutes, 0) / longer.length;
  const now = newest.planned;
  const next = Math.round((now + average) / STEP) * STEP;
  if (next <= now) return null;
  const extra = hourly === null ? ((price ?? 0) * (next - now)) / now : (hourly * (next - now)) / 60;
  return {
    longer,
    minutes: { now, next },
    price: price === null ? null : { now: price, next: price + Math.round(extra) },
  };
}

function isLonger({ planned, actual }: TimedVisit): boolean {
  const more = actual - planned;
  return more >= LONGER.minutes && more * 100 >= planned * LONGER.percent;
}
