import type { SubscriberStatus } from "~/features/content/newsletter/rules";
import { choice, isMoment, listSpec } from "~/lib/list-query";

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
export const SUBSCRIBER_LIST = listSpec({
  name: "subscribers",
  path: "/admin/newsletter",
  title: "Newsletter",
  about: "Newsletter subscribers.",
  noun: ["subscriber", "subscribers"],
  dated: "Requested",
  placeholder: "Search by address",
  exporting: "Export Subscribers",
  empty: "Subscribers will show up here.",
  sorts: { date: isMoment },
  filters: { status: choice("Status", "All Statuses", SUBSCRIBER_LABELS) },
});

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
