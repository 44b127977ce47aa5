import { dateInWords, dayName, formatDate, weekdayOf } from "~/lib/dates";

export type PlanFrequency = "weekly" | "biweekly" | "monthly";
export type PlanStatus = "pending" | "active" | "paused" | "past_due" | "ended";

export const PLAN_FREQUENCIES = ["weekly", "biweekly", "monthly"] as const satisfies PlanFrequency[];

export const FREQUENCY_LABELS: Record<PlanFrequency, string> = {
  weekly: "Every week",
  biweekly: "Every two weeks",
  monthly: "Every month",
};

export const PLAN_STATUSES = ["active", "past_due", "paused", "pending", "ended"] as const satisfies PlanStatus[];

/** Status of a plan as everybody reads it. */
export const PLAN_LABELS: Record<PlanStatus, string> = {
  pending: "Not paid yet",
  active: "Active",
  paused: "Paused",
  past_due: "Payment failed",
  ended: "Ended",
};

type Rhythm = { frequency: PlanFrequency; first_date: string; time: string };

/** "Every other Tuesday at 10:00 AM"; monthly "The first Tuesday of every month at 10:00 AM". */
export function rhythmInWords({ frequency, first_date, time }: Rhythm): string {
  return `${daysInWords({ frequency, first_date })} at ${time}`;
}

/** "Every other Tuesday". */
export function daysInWords({ frequency, first_date }: Pick<Rhythm, "frequency" | "first_date">): string {
  const day = dayName(weekdayOf(first_date));
  if (frequency === "weekly") return `Every ${day}`;
  if (frequency === "biweekly") return `Every other ${day}`;
  return `The ${ordinalOf(first_date)} ${day} of every month`;
}

const ORDINALS = ["first", "second", "third", "fourth", "last"] as const;

/** Which of its weekdays in its month a day is; the fifth is the last. */
function ordinalOf(date: string): string {
  return ORDINALS[Math.ceil(Number(date.slice(8)) / 7) - 1] ?? "last";
}

/** "Tue, Dec 1": short enough for a list of twelve. */
export function shortDay(date: string): string {
  const [month, day] = formatDate(date).split(/[ ,]+/);
  return `${dayName(weekdayOf(date)).slice(0, 3)}, ${month} ${Number(day)}`;
}

/** "Tuesday, December 1": the year goes without saying. */
export function dayInWords(date: string): string {
  return dateInWords(date).replace(/, \d{4}$/, "");
}
