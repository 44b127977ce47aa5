/** The days that one charge of a plan pays for, both included. */
export type ChargedMonth = { first: string; last: string };

/** The charged month that a day lies in; `periodEnd` is when the plan is charged next. */
export function chargedMonthOf(date: string, periodEnd: Temporal.Instant, zone: string): ChargedMonth {
  const end = periodEnd.toZonedDateTimeISO(zone).toPlainDate();
  let months = 0;
  while (date >= end.add({ months }).toString()) months += 1;
  while (date < end.add({ months: months - 1 }).toString()) months -= 1;
  const first = end.add({ months: months - 1 }).toString();
  return { first, last: end.add({ months }).subtract({ days: 1 }).toString() };
}
