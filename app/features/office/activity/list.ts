import { isUuid } from "~/lib/ids";
import { choice, isMoment, listSpec, type QueryOf } from "~/lib/list-query";
import type { EntryCustomer } from "./details";

/** Entity filter, by labels for staff. */
const ENTITY_LABELS: Record<string, string> = {
  booking: "Bookings",
  order: "Orders",
  customer: "Customers",
  user: "Accounts",
  service: "Services",
  crew: "Crews",
  closure: "Schedule",
  settings: "Settings",
  contact_message: "Messages",
  canned_reply: "Canned replies",
  job_application: "Job applications",
  review: "Reviews",
  newsletter_subscriber: "Newsletter",
  mail: "Emails",
  work: "Background work",
  property: "Addresses",
  backup: "Backups",
  webhook: "Webhooks",
  coupon: "Coupons",
  api_key: "API keys",
  site: "The site",
};

/** Actor filter: administrators by id, and these groups. */
export const ACTOR_GROUPS = { customers: "Customers and guests", system: "The system" } as const;

/** Administrator ids have no fixed choices, so only their format is validated. */
export const ACTIVITY_LIST = listSpec({
  name: "activity",
  path: "/admin/activity",
  title: "Activity",
  about: "Who did what, and when.",
  noun: ["entry", "entries"],
  dated: "Changed",
  placeholder: "Search by customer or number",
  exporting: "Export activity",
  empty: "Changes will show up here.",
  failure: "Failed to fetch activity",
  nothing: "No activity found.",
  sorts: { date: isMoment },
  isId: (text) => /^\d{1,15}$/.test(text),
  filters: {
    actor: (text) => Object.hasOwn(ACTOR_GROUPS, text) || isUuid(text),
    entity: choice("What", "Everything", ENTITY_LABELS),
  },
});

export type ActivityQuery = QueryOf<typeof ACTIVITY_LIST>;

export type ActivityRow = {
  id: number;
  at: string;
  who: string;
  what: string;
  entity: string;
  /** The customer that it is about. */
  customer: EntryCustomer | null;
};
