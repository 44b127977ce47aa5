import type { SubscriberStatus } from "~/features/content/newsletter/rules";
import { isMoment, withSafeCursor } from "~/lib/cursor";
import { type ListQuery, type ListSpec, parseListQuery } from "~/lib/list-query";

export const NEWSLETTER_PAGE = "/admin/newsletter";

export const SUBSCRIBER_STATUSES = [
  "subscribed",
  "pending",
  "unsubscribed",
] as const satisfies SubscriberStatus[];

export const SUBSCRIBER_LABELS: Record<SubscriberStatus, string> = {
  subscribed: "Subscribed",
  pending: "Not confirmed yet",
  unsubscribed: "Unsubscribed",
};

/** The list of the office: who asked last on top. */
export const SUBSCRIBER_LIST: ListSpec<"date", "status"> = {
  sorts: ["date"],
  descending: true,
  filters: { status: SUBSCRIBER_STATUSES },
};

export type SubscriberListQuery = ListQuery<"date", "status">;

export function parseSubscriberList(params: URLSearchParams): SubscriberListQuery {
  return withSafeCursor(parseListQuery(params, SUBSCRIBER_LIST), isMoment);
}

export function isSubscriberStatus(text: string): text is SubscriberStatus {
  return SUBSCRIBER_STATUSES.some((status) => status === text);
}

/** A subscriber in the list: finished strings, company time. */
export type SubscriberRow = {
  id: string;
  email: string;
  status: SubscriberStatus;
  asked: string;
  confirmed: string | null;
  left: string | null;
};

export type SubscriberExport = {
  email: string;
  status: SubscriberStatus;
  created_at: Temporal.Instant;
  confirmed_at: Temporal.Instant | null;
  unsubscribed_at: Temporal.Instant | null;
};
