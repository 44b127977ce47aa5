import { type BookingStatus, isHeld } from "~/features/booking/booking";
import { formatDate } from "~/lib/dates";

/** What prevents an account from being deleted, as text with a link where there is one. */
export type Obstacle = { message: string; link: { href: string; label: string } | null };

type Visit = {
  status: BookingStatus;
  starts_at: Temporal.Instant;
  ends_at: Temporal.Instant;
  hold_expires_at: Temporal.Instant | null;
  needs_attention: string | null;
  paid: boolean;
  /** Whether its payment is processing. */
  processing?: boolean;
};

type Plan = {
  status: "pending" | "active" | "paused" | "past_due" | "ended";
  ends_on: string | null;
  hold_expires_at: Temporal.Instant | null;
  needs_attention: string | null;
};

type Account = {
  visits: readonly Visit[];
  plans?: readonly Plan[];
  /** Refunds that the payment provider has not confirmed, or that wait for an approval. */
  pending_refunds: number;
  /** Orders whose saved card is being charged, or is tried again. */
  card_charges: number;
  /** Whether this is the only administrator. */
  last_admin: boolean;
};

const UPCOMING = { href: "/profile?tab=upcoming-cleans", label: "See upcoming cleanings" };

/** Why an account can't be deleted yet; null if it can. */
export function obstacleOf(
  { visits, plans = [], pending_refunds, card_charges, last_admin }: Account,
  now: Temporal.Instant,
): Obstacle | null {
  if (last_admin) {
    return {
      message:
        "You are the only administrator. Make someone else an administrator before you delete your account, so the office isn't locked out.",
      link: null,
    };
  }
  const current = plans.find(({ status }) => status !== "pending" && status !== "ended");
  if (current) {
    const message = current.ends_on
      ? `Your plan ends on ${formatDate(current.ends_on)}. You can delete your account after that.`
      : "You still have a plan. End it first, so nothing more is charged once your account is gone.";
    return { message, link: UPCOMING };
  }
  const ahead = visits.filter((visit) => isAhead(visit, now)).length;
  if (ahead > 0) {
    const message =
      ahead === 1
        ? "You still have 1 upcoming cleaning. Cancel it first, so your refund is settled before your account is deleted."
        : `You still have ${ahead} upcoming cleanings. Cancel them first, so your refunds are settled before your account is deleted.`;
    return { message, link: UPCOMING };
  }
  if (visits.some((visit) => isUnderWay(visit, now))) {
    return {
      message: "One of your cleanings is underway. You can delete your account once it is over.",
      link: UPCOMING,
    };
  }
  if (card_charges > 0) {
    return {
      message:
        "Your card is still being charged for a cleaning. You can delete your account once that is paid.",
      link: UPCOMING,
    };
  }
  if (visits.some(isUnsettled) || plans.some(isUnsettledPlan)) {
    return {
      message:
        "Our team is still settling one of your bookings. You can delete your account once that is done.",
      link: UPCOMING,
    };
  }
  const holds = visits.filter((visit) => isHeld(visit, now)).map((visit) => visit.hold_expires_at ?? now);
  const last = holds.toSorted(Temporal.Instant.compare).at(-1);
  if (last) {
    const message = `One of your bookings is waiting for its payment. Finish or cancel it first; otherwise it expires within ${formatWait(now, last)}.`;
    return { message, link: UPCOMING };
  }
  if (visits.some(({ processing }) => processing)) {
    return {
      message: "One of your payments is still processing. You can delete your account once it goes through.",
      link: null,
    };
  }
  if (pending_refunds > 0) {
    return {
      message: "A refund to you isn't settled yet. You can delete your account once it is.",
      link: null,
    };
  }
  return null;
}

/** "1 minute", "30 minutes", "47 hours": rounded up. A hold online is short; that of a plan sold by phone lasts for days. */
function formatWait(now: Temporal.Instant, until: Temporal.Instant): string {
  const minutes = Math.ceil(now.until(until).total("minutes"));
  const [count, unit] = minutes > 60 ? [Math.ceil(minutes / 60), "hour"] : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Whether the visit was never paid and its hold has expired. It does not prevent a deletion. */
export function isAbandoned(visit: Visit, now: Temporal.Instant): boolean {
  return visit.status === "pending" && !visit.processing && !isUnsettled(visit) && !isHeld(visit, now);
}

/** Whether staff must decide about the visit. A paid visit is never released as unpaid. */
function isUnsettled({ status, needs_attention, paid }: Visit): boolean {
  return needs_attention !== null || (status === "pending" && paid);
}

/** Whether its payment is processing or staff must decide. */
function isUnsettledPlan({ status, hold_expires_at, needs_attention }: Plan): boolean {
  return needs_attention !== null || (status === "pending" && hold_expires_at === null);
}

function isAhead({ status, starts_at }: Visit, now: Temporal.Instant): boolean {
  return status === "confirmed" && Temporal.Instant.compare(starts_at, now) > 0;
}

function isUnderWay({ status, starts_at, ends_at }: Visit, now: Temporal.Instant): boolean {
  const begun = Temporal.Instant.compare(starts_at, now) <= 0;
  return status === "confirmed" && begun && Temporal.Instant.compare(ends_at, now) > 0;
}

/** Formats an actor of the audit trail ("role:id") without naming other people. */
export function formatActor(actor: string, ownId: string): string {
  const [role, id] = actor.split(":");
  if (id === ownId) return "you";
  if (role === "admin") return "our team";
  return role === "user" ? "another user" : actor;
}

/** Removes the keys from the links of an email. Each key gives access to what its link does. */
export function withoutKeys(text: string): string {
  return text.replace(/([?&](?:key|token|session_id)=)[^\s&"'<>\])]+/g, "$1(left out)");
}

/** Formats a name for a file name: "Snow & Birch, Ltd." becomes "snow-birch-ltd". */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return slug.slice(0, 60) || "my";
}

type Stored = { file_id: string; media_type: string; bytes: number };

/** A photo with the name that its file has in the export. */
export function withFile<Row extends Stored>({ file_id, media_type, ...row }: Row) {
  return { ...row, file: `photos/${file_id}.${media_type.split("/")[1]}` };
}

/** The photos whose files together have at most so many bytes: those first in the list, and all after them that fit. */
export function fitting<Photo extends { bytes: number }>(photos: readonly Photo[], most: number): Photo[] {
  let left = most;
  return photos.filter(({ bytes }) => {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
}
