import { formatDate } from "~/lib/dates";

/** How many months a guest link works after the visit's day, or after its plan's end. */
export const GUEST_LINK_MONTHS = 6;

/** The last day on which a guest link works. `day`: of the visit, or on which the plan ended. Both in the company's time zone. */
export function lastDayOfLink(day: string): string {
  return Temporal.PlainDate.from(day).add({ months: GUEST_LINK_MONTHS }).toString();
}

/** Whether a guest link is too old. `today` is in the company's time zone; a plan that goes on has no `day`. */
export function isLinkOver(day: string | null, today: string): boolean {
  return day !== null && today > lastDayOfLink(day);
}

/** A guest link as staff see it. `until` is the formatted last day; null while its plan goes on. */
export type GuestLink = { until: string | null; over: boolean };

/** The guest link of a visit or plan, for staff. See isLinkOver. */
export function guestLinkOf(day: string | null, today: string): GuestLink {
  return { until: day && formatDate(lastDayOfLink(day)), over: isLinkOver(day, today) };
}
