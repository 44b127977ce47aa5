import type { Settings } from "~/features/operations/settings/settings";
import { type Cents, formatCents } from "~/lib/money";
import type { Role } from "~/platform/auth/roles";

/** What can need an approval, as `approvals.kind` says it. */
export const APPROVAL_KINDS = ["refund", "discount"] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const KIND_LABELS: Record<ApprovalKind, string> = { refund: "Refund", discount: "Discount" };

export type ApprovalStatus = "open" | "approved" | "refused" | "withdrawn";

/** For how many hours what somebody gave of an order counts toward their limit. */
export const LIMIT_HOURS = 24;

/**
 * What one person of a role may give back of an order alone within 24 hours, in cents of the order's currency; null: as much as
 * there is. Owners have no limit, so somebody can always approve. Roles without a setting give nothing alone.
 */
export function limitOf(role: Role, settings: Settings): Cents | null {
  if (role === "owner") return null;
  if (role === "manager") return settings["users.refund_limit_manager"];
  return role === "bookkeeper" ? settings["users.refund_limit_bookkeeper"] : 0;
}

/** How much of a limit is left, in cents; null: there is none. */
export function leftOfLimit(limit: Cents | null, given: Cents): Cents | null {
  return limit === null ? null : Math.max(0, limit - given);
}

/** Whether a limit covers an amount, after what was given within the last 24 hours. */
export function isCovered(amount: Cents, { limit, given }: { limit: Cents | null; given: Cents }): boolean {
  return limit === null || given + amount <= limit;
}

type Open = {
  status: string;
  amount: Cents;
  asked_by: string | null;
  /** Whether the role of whoever asked still includes it. */
  asker_may: boolean;
};
type Decider = {
  id: string;
  /** Whether their role includes it at all. */
  may: boolean;
  limit: Cents | null;
  /** What they gave of the order within the last 24 hours. */
  given: Cents;
};

export type ApprovalDecision = { ok: true } | { ok: false; message: string };

const DECIDED = "Someone has already decided this.";

/** Whether this person may refuse: somebody else asked, and their own limit covers the amount. */
export function decideRefusal(
  { status, amount, asked_by }: Omit<Open, "asker_may">,
  by: Decider,
): ApprovalDecision {
  if (status !== "open") return refuse(DECIDED);
  if (asked_by === by.id) return refuse("You asked for this, so someone else must decide it.");
  if (!by.may) return refuse("Your role can't decide this.");
  if (!isCovered(amount, by))
    return refuse(`This is above your limit of ${formatCents(by.limit ?? 0)} per order a day.`);
  return { ok: true };
}

/** Whether this person may approve: as for a refusal, and whoever asked may still ask. */
export function decideApproval(open: Open, by: Decider): ApprovalDecision {
  const decision = decideRefusal(open, by);
  if (!decision.ok || open.asker_may) return decision;
  return refuse("Whoever asked for this may no longer do it. Refuse it, or do it yourself.");
}

/** Whether this person may withdraw: it is theirs, and still open. */
export function decideWithdrawal(
  { status, asked_by }: Omit<Open, "asker_may">,
  id: string,
): ApprovalDecision {
  if (asked_by !== id) return refuse("Only whoever asked can withdraw this.");
  return status === "open" ? { ok: true } : refuse(DECIDED);
}

function refuse(message: string): ApprovalDecision {
  return { ok: false, message };
}

/** An approval as the office sees it: finished strings, company time. */
export type ApprovalView = {
  id: string;
  kind: ApprovalKind;
  order_id: string;
  order_number: string;
  customer: string | null;
  amount: string;
  reason: string;
  status: ApprovalStatus;
  /** What could be given back of the order when it was asked for, in cents. */
  left: number;
  /** "Bea Books, Jun 1, 2026, 8:00 AM". */
  asked: string;
  /** Who decided and when; null while it is open. */
  decided: string | null;
  may_decide: boolean;
  may_withdraw: boolean;
  /** Why the viewer can't decide it; null when they can, or when it is decided. */
  why_not: string | null;
};
