/** Events that webhooks can subscribe to. */
export const WEBHOOK_EVENTS = [
  "booking.confirmed",
  "booking.rescheduled",
  "booking.cancelled",
  "payment.refunded",
  "message.received",
  "application.received",
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const EVENT_LABELS: Record<WebhookEvent, string> = {
  "booking.confirmed": "Booking confirmed",
  "booking.rescheduled": "Booking rescheduled",
  "booking.cancelled": "Booking cancelled",
  "payment.refunded": "Payment refunded",
  "message.received": "Message received",
  "application.received": "Job application received",
};

/** Sent by staff to test an address. */
export const TEST_EVENT = "test";

export const WEBHOOKS_PAGE = "/admin/webhooks";
export const DELIVERIES_PAGE = `${WEBHOOKS_PAGE}/deliveries`;

/** Maximum number of webhooks. Each has its own worker, so a hanging address delays no other. */
export const MAX_WEBHOOKS = 10;

/** Maximum number of tries. The delay about doubles each time; the last try is after about a day. */
export const MAX_TRIES = 13;
export const FIRST_PAUSE_SECONDS = 30;

/** Status of an address that is gone for good. */
export const GONE = 410;

/** Error of a delivery to a paused webhook. */
export const PAUSED = "The webhook is paused.";

export type Webhook = {
  id: string;
  url: string;
  /** Host of its address. */
  host: string;
  events: WebhookEvent[];
  is_active: boolean;
  added: string;
};

export function isWebhookEvent(text: string): text is WebhookEvent {
  return WEBHOOK_EVENTS.some((event) => event === text);
}

/** For example "Booking confirmed". */
export function formatEvent(event: string): string {
  if (event === TEST_EVENT) return "Test event";
  return isWebhookEvent(event) ? EVENT_LABELS[event] : event;
}

/** Name of an event's box in a form. Dots have a meaning there. */
export function fieldOf(event: WebhookEvent): string {
  return event.replace(".", "_");
}

/** For example "example.com:8443". */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
