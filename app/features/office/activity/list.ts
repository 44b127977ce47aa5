import { isMoment } from "~/lib/cursor";
import { isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { type ListQuery, type ListSpec, parseListQuery } from "~/lib/list-query";

export const ACTIVITY_PAGE = "/admin/activity";

/** What can be looked for, as staff call it. */
export const ENTITY_LABELS: Record<string, string> = {
  booking: "Bookings",
  order: "Orders",
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
  api_key: "API keys",
  site: "The site",
};

/** Of actors there are the administrators, by id, and these. */
export const ACTOR_GROUPS = { customers: "Customers and guests", system: "The system" } as const;

export const ACTIVITY_LIST: ListSpec<"date", "actor" | "entity" | "day"> = {
  sorts: ["date"],
  descending: true,
  filters: { actor: ["customers", "system"], entity: Object.keys(ENTITY_LABELS), day: [] },
};

export type ActivityQuery = ListQuery<"date", "actor" | "entity" | "day">;

/** Reads the address: an administrator's id and a day can be many, so their shape is checked here. */
export function parseActivity(params: URLSearchParams): ActivityQuery {
  const query = parseListQuery(params, ACTIVITY_LIST);
  const [actor, day] = [params.get("actor") ?? "", params.get("day") ?? ""];
  if (isUuid(actor)) query.filters.actor = actor;
  if (isCalendarDate(day) && day >= "2000-01-01" && day <= "2199-12-31") query.filters.day = day;
  const { cursor } = query;
  const safe = !cursor || (/^\d{1,15}$/.test(cursor.id) && isMoment(cursor.value ?? ""));
  return safe ? query : { ...query, cursor: null };
}

/** A line of the trail as the list shows it. */
export type ActivityRow = { id: number; at: string; who: string; what: string; entity: string };

export type ActivityExport = {
  id: number;
  at: Temporal.Instant;
  who: string;
  what: string;
  actor: string;
  action: string;
  entity: string;
  entity_id: string;
  details: string;
};
