import { formatDate } from "~/lib/dates";

/** How many months a guest link works after the visit's day, or after its plan's end. */
export const GUEST_LINK_MONTHS = 6;

/** The last day on which a guest link works. `day`: of the visit, or on which the plan ended. Both in the company's time zone. */
function lastDayOfLink(day: string): string {
  return Temporal.PlainDate.from(day).add({ months: GUEST_LINK_MONTHS }).toString();
}

/** Whether a guest link is too old. `today` is in the company's time zone; a plan that goes on has no `day`. */
export function isLinkOver(day: string | null, today: string): boolean {
  return day !== null && today > lastDayOfLink(day);
}

/** A guest link as staff see it. `until` is the formatted last day; null while its plan goes on. */
export type GuestLink = { generation: number; until: string | null; over: boolean };

/** Why a link isn't ended: the form was shown before somebody ended it, and would end the new one. */
export const LINK_CHANGED =
  "The guest link was already ended. End the new one only if it got into the wrong hands, too.";

/** The guest link of a visit or plan, for staff. See isLinkOver. */
export function guestLinkOf(generation: number, day: string | null, today: string): GuestLink {
  return { generation, until: day && formatDate(lastDayOfLink(day)), over: isLinkOver(day, today) };
}
