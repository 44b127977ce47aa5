// Rooms: each list is of its own room: (booking), (careers), (claims), (content), (customers), (integrations), (messages),
// (notifications), (payments), (plans), (reviews).
import { BOOKING_LIST } from "~/features/booking/office/list/list";
import { REQUEST_LIST } from "~/features/booking/requests/list";
import { APPLICATION_LIST } from "~/features/careers/office/list";
import { CLAIM_LIST } from "~/features/claims/list";
import { SUBSCRIBER_LIST } from "~/features/content/newsletter/office/list";
import { CUSTOMER_LIST } from "~/features/customers/office/list";
import { DELIVERY_LIST } from "~/features/integrations/webhooks/deliveries";
import { MESSAGE_LIST } from "~/features/messages/office/list";
import { MAIL_LIST } from "~/features/notifications/email/office/list";
import { ACTIVITY_LIST } from "~/features/office/activity/list";
import { ORDER_LIST } from "~/features/payments/office/list";
import { PLAN_LIST } from "~/features/plans/office/list";
import { REVIEW_LIST } from "~/features/reviews/office/list";
import { type ListSpec, parseListQuery } from "~/lib/list-query";
import { viewSearch } from "~/lib/saved-view";

const LISTS: ListSpec[] = [
  ...[ACTIVITY_LIST, APPLICATION_LIST, BOOKING_LIST, CLAIM_LIST, CUSTOMER_LIST, DELIVERY_LIST, MAIL_LIST],
  ...[MESSAGE_LIST, ORDER_LIST, PLAN_LIST, REQUEST_LIST, REVIEW_LIST, SUBSCRIBER_LIST],
];

/** The list of the office with this name; null when there is none. */
export function listNamed(name: string): ListSpec | null {
  return LISTS.find((spec) => spec.name === name) ?? null;
}

/** What a view keeps of a query that a form sends: only what the list knows. */
export function searchOf(spec: ListSpec, query: string): string {
  return viewSearch(parseListQuery(new URLSearchParams(query), spec), spec);
}
