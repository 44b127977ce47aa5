/** What other programs can be told of. */
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

/** Staff send it to see whether an address answers. */
export const TEST_EVENT = "test";

export const WEBHOOKS_PAGE = "/admin/webhooks";
export const DELIVERIES_PAGE = `${WEBHOOKS_PAGE}/deliveries`;

/** Each has a worker of its own, so that an address that hangs never keeps the others waiting. */
export const MAX_WEBHOOKS = 10;

/** The first try and those that follow, each about twice as long after the one before: for about a day. */
export const MAX_TRIES = 13;
export const FIRST_PAUSE_SECONDS = 30;

/** There is nothing at the address any more: it says so itself. */
export const GONE = 410;

/** Why nothing was sent to an address that staff have paused. */
export const PAUSED = "The webhook is paused.";

export type Webhook = {
  id: string;
  url: string;
  /** Of its address, to tell it from others. */
  host: string;
  events: WebhookEvent[];
  is_active: boolean;
  added: string;
};

export function isWebhookEvent(text: string): text is WebhookEvent {
  return WEBHOOK_EVENTS.some((event) => event === text);
}

/** "Booking confirmed". */
export function formatEvent(event: string): string {
  if (event === TEST_EVENT) return "Test event";
  return isWebhookEvent(event) ? EVENT_LABELS[event] : event;
}

/** The name of an event's box in a form: dots would mean something there. */
export function fieldOf(event: WebhookEvent): string {
  return event.replace(".", "_");
}

/** "example.com:8443". */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
