import { monthsAround } from "~/lib/months";

/** The days that one charge of a plan pays for, both included. */
export type ChargedMonth = { first: string; last: string };

/** `end` is when the plan is charged next, `anchor` when it was charged first, if that is known. */
export type Charging = { end: Temporal.Instant; anchor: Temporal.Instant | null };

/** The charged month that a day lies in. */
export function chargedMonthOf(date: string, { end, anchor }: Charging, zone: string): ChargedMonth {
  const begins = monthsAround(end, anchor);
  const dayOf = (month: number) => begins(month).toZonedDateTimeISO(zone).toPlainDate();
  let month = -1;
  while (date >= dayOf(month + 1).toString()) month += 1;
  while (date < dayOf(month).toString()) month -= 1;
  const last = dayOf(month + 1).subtract({ days: 1 });
  return { first: dayOf(month).toString(), last: last.toString() };
}
