/** Hour of the invitation, in the company's time zone. */
const HOUR = 10;
/** Maximum days since the visit was completed. */
export const INVITE_WITHIN_DAYS = 14;
/** Minimum days between two invitations for a plan. */
export const PLAN_INTERVAL_DAYS = 30;

type Visit = {
  ends_at: Temporal.Instant;
  /** When staff marked it as completed. */
  completed_at: Temporal.Instant;
};

/** When the invitation is due: 10 AM on the day after the visit, or after it was marked as completed if that was later. */
export function invitationDueAt({ ends_at, completed_at }: Visit, timezone: string): Temporal.Instant {
  const last = Temporal.Instant.compare(ends_at, completed_at) > 0 ? ends_at : completed_at;
  return last
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: timezone, plainTime: new Temporal.PlainTime(HOUR) })
    .toInstant();
}

/** Whether an invitation is due and not too late. */
export function isInvitationDue(visit: Visit, timezone: string, now: Temporal.Instant): boolean {
  const from = invitationDueAt(visit, timezone);
  const { compare } = Temporal.Instant;
  return compare(now, from) >= 0 && compare(now, from.add({ hours: 24 * INVITE_WITHIN_DAYS })) < 0;
}

/** One occasion per visit. */
export function invitationOccasion(bookingId: string): string {
  return `review-invitation:${bookingId}`;
}

/** A published review. */
export type PublishedReview = { id: string; name: string; town: string; rating: number; text: string };

/** Number of published reviews and their average rating. */
export type ReviewSummary = { count: number; average: number };

/** Maximum characters on a card of the home page. */
export const EXCERPT_LENGTH = 280;

/** Signature on the home page: first name and town. Without a name, "A customer". */
export function signatureOf({ first_name, town }: { first_name: string | null; town: string }) {
  return { name: first_name?.trim() || "A customer", town: town.trim() };
}

/** Start of a long text, cut after a word. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= EXCERPT_LENGTH) return line;
  const cut = line.slice(0, EXCERPT_LENGTH + 1).replace(/\s\S*$/, "");
  return `${cut.slice(0, EXCERPT_LENGTH).replace(/[\s.,;:–-]+$/, "")} …`;
}
