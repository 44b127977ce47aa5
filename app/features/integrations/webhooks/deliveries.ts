import { isMoment, withSafeCursor } from "~/lib/cursor";
import { type ListQuery, type ListSpec, parseListQuery } from "~/lib/list-query";
import { EVENT_LABELS, TEST_EVENT, WEBHOOK_EVENTS } from "./webhook";

export type DeliveryStatus = "queued" | "sent" | "failed";

const DELIVERY_STATUSES = ["failed", "queued", "sent"] as const satisfies DeliveryStatus[];

export const DELIVERY_LABELS: Record<DeliveryStatus, string> = {
  failed: "Failed",
  queued: "Queued",
  sent: "Sent",
};

/** The list of the office: the newest on top. */
export const DELIVERY_LIST: ListSpec<"date", "status" | "event"> = {
  sorts: ["date"],
  descending: true,
  filters: { status: DELIVERY_STATUSES, event: [...WEBHOOK_EVENTS, TEST_EVENT] },
};

export type DeliveryQuery = ListQuery<"date", "status" | "event">;

export function parseDeliveries(params: URLSearchParams): DeliveryQuery {
  return withSafeCursor(parseListQuery(params, DELIVERY_LIST), isMoment);
}

export const STATUS_OPTIONS = [
  ["", "All Statuses"],
  ...DELIVERY_STATUSES.map((status) => [status, DELIVERY_LABELS[status]] as const),
] as const;

export const EVENT_OPTIONS = [
  ["", "All Events"],
  ...WEBHOOK_EVENTS.map((event) => [event, EVENT_LABELS[event]] as const),
  [TEST_EVENT, "Test event"],
] as const;

/** A delivery in the list: finished strings, company time. */
export type DeliveryRow = {
  id: string;
  at: string;
  event: string;
  host: string;
  status: DeliveryStatus;
  attempts: number;
  answer: number | null;
  error: string | null;
};

export type DeliveryExport = Omit<DeliveryRow, "at"> & {
  created_at: Temporal.Instant;
  sent_at: Temporal.Instant | null;
  event_key: string;
};

/** Everything about a delivery as its panel shows it. */
export type Delivery = DeliveryRow & {
  webhook_id: string;
  webhook_active: boolean;
  sent_at: string | null;
  payload: string;
};

/** "Not tried yet", "Tried 3 times". */
export function formatTries(attempts: number): string {
  if (attempts === 0) return "Not tried yet";
  return attempts === 1 ? "Tried once" : `Tried ${attempts} times`;
}

/** "Answered 500", "No response". */
export function formatAnswer({ answer, attempts }: Pick<DeliveryRow, "answer" | "attempts">): string | null {
  if (answer !== null) return `Responded ${answer}`;
  return attempts === 0 ? null : "No response";
}
