/** For how many days things are kept, and why no longer. What the books need is not here: it stays. */
export const KEPT_DAYS = {
  /** Who let a hold go has bought nothing; a month is enough to answer "I could not pay". */
  unpaid: 30,
  /** A question about a mail comes within months. That it was sent, when and to whom stays, so that it never goes twice. */
  mail_texts: 365,
  /** Whoever runs the other program looks for a lost delivery within weeks. */
  webhook_deliveries: 90,
  /** Providers repeat an event for days; three months leave room to look one up. */
  payment_events: 90,
  /** What has ended opens nothing any more; the day lets it be told from what never was. */
  ended: 1,
  /** What stands for the address of a guest who holds a slot is needed for half an hour. */
  held_from: 1,
  /** As long as the browser keeps the cookie that makes it known. */
  devices: 400,
} as const;

export type Kept = keyof typeof KEPT_DAYS;

/** What is older than this goes. */
export function keptSince(what: Kept, now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: 24 * KEPT_DAYS[what] });
}
