/** At this hour of the company's clocks, the day after, a customer is asked how a visit was. */
const HOUR = 10;
/** Nobody is asked about a visit that was done longer ago. */
export const ASK_WITHIN_DAYS = 14;
/** A plan's customer is asked no more often. */
export const PLAN_PAUSE_DAYS = 30;

type Visit = {
  ends_at: Temporal.Instant;
  /** When the office marked it as completed. */
  completed_at: Temporal.Instant;
};

/** When to ask: at ten on the day after the visit, or after it was marked as completed when that was later. */
export function askAt({ ends_at, completed_at }: Visit, timezone: string): Temporal.Instant {
  const last = Temporal.Instant.compare(ends_at, completed_at) > 0 ? ends_at : completed_at;
  return last
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: timezone, plainTime: new Temporal.PlainTime(HOUR) })
    .toInstant();
}

/** Whether it is time to ask, and not too late. */
export function isInvitationDue(visit: Visit, timezone: string, now: Temporal.Instant): boolean {
  const from = askAt(visit, timezone);
  const { compare } = Temporal.Instant;
  return compare(now, from) >= 0 && compare(now, from.add({ hours: 24 * ASK_WITHIN_DAYS })) < 0;
}

/** One a visit. */
export function invitationOccasion(bookingId: string): string {
  return `review-invitation:${bookingId}`;
}

/** A review as everybody may read it. */
export type ShownReview = { id: string; name: string; town: string; rating: number; text: string };

/** All published reviews: how many there are, and the average of their stars. */
export type ReviewSummary = { count: number; average: number };

/** What a card of the home page has room for. */
export const SHOWN_LENGTH = 280;

/** Whom the home page names: the first name, and where the visit was. Without one it is "A customer". */
export function signatureOf({ first_name, town }: { first_name: string | null; town: string }) {
  return { name: first_name?.trim() || "A customer", town: town.trim() };
}

/** The beginning of a long text, up to the end of a word. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= SHOWN_LENGTH) return line;
  const cut = line.slice(0, SHOWN_LENGTH + 1).replace(/\s\S*$/, "");
  return `${cut.slice(0, SHOWN_LENGTH).replace(/[\s.,;:–-]+$/, "")} …`;
}
