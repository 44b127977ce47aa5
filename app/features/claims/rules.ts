import type { BookingStatus } from "~/features/booking/booking";
import type { Settings } from "~/features/operations/settings/settings";
import { formatHours } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";

export const CLAIMS_PAGE = "/admin/claims";
export const MOST_PICTURES = 6;
export const ROOM_LENGTH = 80;
export const WORDS_LENGTH = 2000;
/** Days whose claims and visits the figures count. */
export const FIGURE_DAYS = 90;

export type ClaimStatus = "open" | "re-clean" | "credit" | "refused";

export const CLAIM_LABELS: Record<ClaimStatus, string> = {
  open: "Open",
  "re-clean": "Re-clean",
  credit: "Credit",
  refused: "Refused",
};

export function claimPath(id: string): string {
  return `${CLAIMS_PAGE}/${id}`;
}

/** Hours in which a customer can claim after a visit (0: never), and in which the office answers. */
export type ClaimTerms = { hours: number; answer_hours: number };

export function termsOf(settings: Settings): ClaimTerms {
  return { hours: settings["claims.hours"], answer_hours: settings["claims.answer_hours"] };
}

export type ClaimableVisit = {
  status: BookingStatus;
  ends_at: Temporal.Instant;
  /** When it was last marked as completed; null if it never was. */
  completed_at: Temporal.Instant | null;
};

/** The moment at which claims for a visit end: some hours after it ended, or was marked as completed if that was later. */
export function claimableUntil(
  { ends_at, completed_at }: Omit<ClaimableVisit, "status">,
  { hours }: ClaimTerms,
): Temporal.Instant {
  const isLater = completed_at !== null && Temporal.Instant.compare(completed_at, ends_at) > 0;
  return (isLater ? completed_at : ends_at).add({ hours });
}

export type ClaimDecision = { ok: true; due_at: Temporal.Instant } | { ok: false; message: string };

/** Whether a customer can claim now. The last moment counts; a visit that nobody has marked as completed counts from its end. */
export function decideClaim(visit: ClaimableVisit, terms: ClaimTerms, now: Temporal.Instant): ClaimDecision {
  const { compare } = Temporal.Instant;
  const refuse = (message: string) => ({ ok: false, message }) as const;
  if (terms.hours === 0) return refuse("We don’t take claims online.");
  const isOver =
    visit.status === "completed" || (visit.status === "confirmed" && compare(visit.ends_at, now) <= 0);
  if (!isOver) return refuse("This visit isn’t over yet.");
  if (compare(now, claimableUntil(visit, terms)) > 0)
    return refuse(`Claims are taken until ${formatHours(terms.hours)} after a visit.`);
  return { ok: true, due_at: now.add({ hours: terms.answer_hours }) };
}

/** "5 h 20 min left", "12 min left", or "2 h overdue" once the office should have answered. */
export function formatClock(due_at: Temporal.Instant, now: Temporal.Instant): string {
  const minutes = Math.trunc((due_at.epochMilliseconds - now.epochMilliseconds) / 60_000);
  const isOverdue = Temporal.Instant.compare(due_at, now) < 0;
  return `${formatSpan(Math.abs(minutes))} ${isOverdue ? "overdue" : "left"}`;
}

function formatSpan(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** Minutes that a re-clean can take: half hours, and never longer than the visit took. */
export function lengthsOf(minutes: number): number[] {
  const steps = Math.max(1, Math.floor(minutes / 30));
  return Array.from({ length: steps }, (_, index) => (index + 1) * 30);
}

/** Claims per 100 visits, as "4.2%"; "–" without visits. */
export function formatRate(count: number, visits: number): string {
  return visits === 0 ? "–" : `${((100 * count) / visits).toFixed(1).replace(/\.0$/, "")}%`;
}

/** What the office decided, in a sentence that the customer reads. */
export function answerSentence({
  status,
  credit,
  currency,
  when,
}: {
  status: Exclude<ClaimStatus, "open">;
  credit: Cents | null;
  currency: string | null;
  /** When the crew comes again; null when that was cancelled. */
  when: string | null;
}): string {
  switch (status) {
    case "re-clean":
      return when
        ? `We’re coming back on ${when} to make it right, at no charge.`
        : "We agreed to come back. That visit was cancelled; call us for another time.";
    case "credit":
      return `We’ve given you ${formatCents(credit ?? 0, currency ?? undefined)} of credit. It pays for your next visits.`;
    case "refused":
      return "We’ve looked into it, and we can’t accept this claim.";
  }
}
