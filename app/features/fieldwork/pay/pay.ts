import type { Minutes } from "~/features/fieldwork/hours/hours";
import { splitTip } from "~/features/payments/orders/tip";
import type { Cents } from "~/lib/money";

/** What a member earns from a day on. An hour or a visit in cents; a percentage of a visit's price in hundredths of a percent. */
export type Rate = { from_day: string } & (
  | { kind: "hour"; cents: Cents; pays_drive: boolean; pays_break: boolean }
  | { kind: "flat"; cents: Cents }
  | { kind: "percent"; basis_points: number }
);

/** The rate of a day; null before the first one. */
export function rateOn(rates: readonly Rate[], day: string): Rate | null {
  return (
    rates
      .filter(({ from_day }) => from_day <= day)
      .toSorted((one, other) => (one.from_day < other.from_day ? -1 : 1))
      .at(-1) ?? null
  );
}

/** A completed visit: its company day, price without tips and tax, and tips, in cents. */
export type PaidVisit = {
  day: string;
  price: Cents;
  tip: Cents;
  /** Minutes at the job of those who were there, by member. */
  present: ReadonlyMap<string, number>;
  /** The members of its crew, who share the tip when nobody's hours are known. */
  crew: readonly string[];
};

export type Worker = { id: string; rates: readonly Rate[]; days: ReadonlyMap<string, Minutes> };

export type Earned = { job_pay: Cents; tips: Cents };

/**
 * What each worker earns in a week by their hours of its days and its completed visits. The pay of a week is rounded once, half a cent
 * up. A visit's price is divided by the minutes at its job; cents that are left over go to the first by id, as with tips.
 */
export function payOfWeek(workers: readonly Worker[], visits: readonly PaidVisit[]): Map<string, Earned> {
  const shares = visits.map((visit) => ({
    visit,
    prices: sharesOf(visit.price, visit.present),
    tips: tipShares(visit),
  }));
  return new Map(
    workers.map(({ id, rates, days }) => {
      const sums = { minute_cents: 0, share_points: 0, cents: 0, tips: 0 };
      for (const [day, minutes] of days) {
        const rate = rateOn(rates, day);
        if (rate?.kind === "hour") sums.minute_cents += paidMinutes(rate, minutes) * rate.cents;
      }
      for (const { visit, prices, tips } of shares) {
        sums.tips += tips.get(id) ?? 0;
        const rate = visit.present.has(id) ? rateOn(rates, visit.day) : null;
        if (rate?.kind === "flat") sums.cents += rate.cents;
        if (rate?.kind === "percent") sums.share_points += (prices.get(id) ?? 0) * rate.basis_points;
      }
      return [id, { job_pay: sums.cents + roundedCents(sums), tips: sums.tips }];
    }),
  );
}

function paidMinutes(rate: { pays_drive: boolean; pays_break: boolean }, minutes: Minutes): number {
  return minutes.job + (rate.pays_drive ? minutes.drive : 0) + (rate.pays_break ? minutes.break : 0);
}

/** Sixtieths of a cent and ten-thousandths of a cent as whole cents, half a cent up. */
function roundedCents(sums: { minute_cents: number; share_points: number }): Cents {
  const whole = 60 * 10_000;
  return Math.floor((2 * (sums.minute_cents * 10_000 + sums.share_points * 60) + whole) / (2 * whole));
}

function sharesOf(amount: Cents, present: ReadonlyMap<string, number>): Map<string, Cents> {
  const members = [...present.keys()].sort();
  const parts = splitTip(Math.max(0, amount), members, (id) => present.get(id) ?? 0);
  return new Map(parts.map(({ member, amount }) => [member, amount]));
}

function tipShares({ tip, present, crew }: PaidVisit): Map<string, Cents> {
  return sharesOf(tip, present.size > 0 ? present : new Map(crew.map((id) => [id, 0])));
}

/** A member's figures of a week: minutes, and cents. */
export type PayLine = {
  member_id: string;
  name: string;
  job_minutes: number;
  drive_minutes: number;
  break_minutes: number;
  job_pay: Cents;
  tips: Cents;
  adjustments: Cents;
};

export function grossOf({
  job_pay,
  tips,
  adjustments,
}: Pick<PayLine, "job_pay" | "tips" | "adjustments">): Cents {
  return job_pay + tips + adjustments;
}

const FIGURES = ["job_minutes", "drive_minutes", "break_minutes", "job_pay", "tips", "adjustments"] as const;

/** Whether there is anything to pay or to tell about. */
export function isWorked(line: PayLine): boolean {
  return FIGURES.some((figure) => line[figure] !== 0);
}

/** The sums of lines. */
export function sumOf(lines: readonly PayLine[]): Omit<PayLine, "member_id" | "name"> {
  const sum = (figure: (typeof FIGURES)[number]) => lines.reduce((total, line) => total + line[figure], 0);
  return {
    ...{ job_minutes: sum("job_minutes"), drive_minutes: sum("drive_minutes") },
    ...{ break_minutes: sum("break_minutes"), job_pay: sum("job_pay") },
    ...{ tips: sum("tips"), adjustments: sum("adjustments") },
  };
}

/** Lines as a short text, which is another one when a figure is. What staff approve is what they saw. */
export function keyOfLines(lines: readonly PayLine[]): string {
  return lines
    .filter(isWorked)
    .map((line) => [line.member_id, ...FIGURES.map((figure) => line[figure])].join(" "))
    .sort()
    .join(", ");
}

export type Late = { minutes: number; cents: Cents };

/**
 * What came after a week was locked: how much longer somebody worked and more they earned by what is known now, less what earlier
 * adjustments made up for. Null: nothing.
 */
export function lateOf(now: PayLine | undefined, locked: PayLine | undefined, settled: Late): Late | null {
  const minutes = workedOf(now) - workedOf(locked) - settled.minutes;
  const cents = earnedOf(now) - earnedOf(locked) - settled.cents;
  return minutes === 0 && cents === 0 ? null : { minutes, cents };
}

/** A difference as a short text: staff settle the one that they saw. */
export function keyOfLate({ minutes, cents }: Late): string {
  return `${minutes} ${cents}`;
}

const workedOf = (line?: PayLine) => (line ? line.job_minutes + line.drive_minutes + line.break_minutes : 0);
const earnedOf = (line?: PayLine) => (line ? line.job_pay + line.tips : 0);
