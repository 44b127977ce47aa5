import { isUuid } from "~/lib/ids";
import { choice, isMoment, listSpec } from "~/lib/list-query";
import { formatNumber } from "~/lib/number";
import { DELIVERIES_PAGE, EVENT_LABELS, TEST_EVENT, WEBHOOK_EVENTS } from "./webhook";

export type DeliveryStatus = "queued" | "sent" | "failed";

export const DELIVERY_LABELS: Record<DeliveryStatus, string> = {
  failed: "Failed",
  queued: "Queued",
  sent: "Sent",
};

/** The office's list, newest first. */
export const DELIVERY_LIST = listSpec({
  name: "webhook-deliveries",
  path: DELIVERIES_PAGE,
  title: "Webhook deliveries",
  about: "Events sent to webhooks and their responses.",
  noun: ["delivery", "deliveries"],
  dated: "Created",
  placeholder: "Address or number",
  exporting: "Export Deliveries",
  empty: "Events sent to webhooks will show up here.",
  sorts: { date: isMoment },
  filters: {
    webhook: isUuid,
    status: choice("Status", "All Statuses", DELIVERY_LABELS),
    event: choice("Event", "All Events", [
      ...WEBHOOK_EVENTS.map((event) => [event, EVENT_LABELS[event]] as const),
      [TEST_EVENT, "Test event"] as const,
    ]),
  },
});

/** A delivery in the list. Texts are formatted, in the company's time zone. */
export type DeliveryRow = {
  id: string;
  at: string;
  event: string;
  /** "Booking #1042"; null where a number names nothing. */
  about: string | null;
  host: string;
  status: DeliveryStatus;
  attempts: number;
  answer: number | null;
  error: string | null;
};

/** A delivery as its panel shows it. */
export type Delivery = DeliveryRow & {
  webhook_id: string;
  webhook_active: boolean;
  sent_at: string | null;
  /** Raw. */
  sent: string;
};

/** What the data of an event are about: a booking, else an order. */
export function aboutOf(data: Record<string, unknown>): string | null {
  if (typeof data.number === "number") return `Booking ${formatNumber(data.number)}`;
  return typeof data.order_number === "number" ? `Order ${formatNumber(data.order_number)}` : null;
}

/** What went over the wire, for whoever looks for it in a log: the id is a header. */
export function formatSent(id: string, data: Record<string, unknown>): string {
  return `webhook-id: ${id}\n\n${JSON.stringify(data, null, 2)}`;
}

/** For example "Not tried yet" or "Tried 3 times". */
export function formatTries(attempts: number): string {
  if (attempts === 0) return "Not tried yet";
  return attempts === 1 ? "Tried once" : `Tried ${attempts} times`;
}

/** For example "Answered 500" or "No response". */
export function formatAnswer({ answer, attempts }: Pick<DeliveryRow, "answer" | "attempts">): string | null {
  if (answer !== null) return `Responded ${answer}`;
  return attempts === 0 ? null : "No response";
}
