import type { BookingStatus } from "~/features/booking/booking";
import {
  otherAmount,
  PAID_AT_OFFICE_TOO,
  PAID_TOO_LATE,
  PAID_WHEN_ERASED,
} from "~/features/booking/paid-flag";
import { formatDiffers, type Money, PAID_BESIDE_OWED } from "~/features/payments/orders/rules";
import type { PlanStatus } from "~/features/plans/plan";
import type { Cents } from "~/lib/money";

type Shared = {
  /** Set while staff must look; nothing is released meanwhile. */
  needs_attention: string | null;
  /** Whether the customer has deleted the account. */
  erased?: boolean;
  /** If the hold was released: the payment of what the same draft holds or has become since; null if there is nothing. */
  instead?: Money | null;
};

export type VisitFacts = Shared & {
  kind: "booking";
  status: BookingStatus;
  crew_id: string | null;
  /** Start of the visit. */
  starts_at: Temporal.Instant;
  /** When the customer cancelled; null if the hold was only released. */
  cancelled_at: Temporal.Instant | null;
};

export type PlanFacts = Shared & {
  kind: "plan";
  status: PlanStatus;
  /** Until when the office holds it, whatever becomes of one checkout. */
  held_until: Temporal.Instant | null;
};

export type Settlement = {
  order: {
    status: "pending" | "completed" | "failed";
    amount: Cents;
    /** What the checkout asks for; null: the whole amount. */
    upfront?: Cents | null;
    currency: string;
    /** What arrived already, if it was another amount. */
    paid_amount?: Cents | null;
    /** Whether the office recorded a payment on the day of the visit. */
    paid_to_office?: boolean;
    /** Whether it is known that the checkout is complete and the money takes days. */
    processing?: boolean;
  };
  /** What the order is for. An expired hold still counts as held until somebody else takes the slot. */
  subject: VisitFacts | PlanFacts;
  /** The checkout session as the provider has it. */
  session: { status: "open" | "processing" | "paid" | "failed" | "expired"; amount: Cents; currency: string };
  now: Temporal.Instant;
};

export type SettlementDecision =
  | { do: "nothing" }
  /** The money takes days: keep what is held. `find_crew`: the visit's slot was released, take it again. */
  | { do: "wait"; find_crew: boolean }
  /** Complete the order; the booking gets `status`. */
  | { do: "confirm"; status: BookingStatus }
  /** Paid after the slot was released: confirm with another free crew, or flag. */
  | { do: "rebook" }
  /** Complete the order; the plan begins. */
  | { do: "start" }
  /** Paid after the customer cancelled: complete the order and refund it; the booking stays cancelled. */
  | { do: "refund" }
  /** The same draft has paid for something else: complete the order and refund it; nothing else changes. */
  | { do: "refund duplicate" }
  /** Unpaid, but the office still holds the plan: its link opens another checkout. */
  | { do: "reopen" }
  /** Unpaid: the order fails and what is pending is released. */
  | { do: "release" }
  /** Staff must decide; they read `reason`. `settled`: the full amount was paid, so the order is completed. */
  | { do: "flag"; reason: string; settled: boolean };

const NOTHING = { do: "nothing" } as const;

/**
 * What the state of a checkout session means for its order and its visit or plan. Repeated and reordered events are safe: a
 * completed order is never released, and every payment that arrives is confirmed, refunded or flagged.
 */
export function decideSettlement({ order, subject, session, now }: Settlement): SettlementDecision {
  if (session.status === "open") return NOTHING;
  if (session.status === "processing") return decideProcessing(order, subject, now);
  if (order.status === "completed") {
    const paidTwice = order.paid_to_office && session.status === "paid" && !subject.needs_attention;
    return paidTwice ? { do: "flag", reason: PAID_AT_OFFICE_TOO, settled: false } : NOTHING;
  }
  if (session.status === "expired" || session.status === "failed") {
    const planWaits = subject.kind === "plan" && order.processing;
    const isOver = order.status === "failed" && !planWaits;
    if (isOver || subject.needs_attention) return NOTHING;
    return session.status === "expired" && isStillHeld(subject, now) ? { do: "reopen" } : { do: "release" };
  }
  const asked = { amount: order.upfront ?? order.amount, currency: order.currency };
  if (session.amount !== asked.amount || session.currency.toUpperCase() !== asked.currency.toUpperCase()) {
    return decideOtherAmount(order, asked, subject, session);
  }
  if (subject.erased) return { do: "flag", reason: PAID_WHEN_ERASED, settled: true };
  if (subject.kind === "booking" && subject.status === "cancelled" && subject.cancelled_at) {
    return { do: "refund" };
  }
  const isReleased = subject.status === "cancelled" || subject.status === "ended";
  if (isReleased && subject.instead === "here") return { do: "refund duplicate" };
  if (isReleased && subject.instead === "owed") {
    return { do: "flag", reason: PAID_BESIDE_OWED, settled: true };
  }
  return subject.kind === "plan" ? { do: "start" } : decidePaidVisit(subject, now);
}

function isStillHeld(subject: Settlement["subject"], now: Temporal.Instant): boolean {
  if (subject.kind !== "plan" || subject.status !== "pending" || !subject.held_until) return false;
  return Temporal.Instant.compare(now, subject.held_until) < 0;
}

function decideProcessing(
  order: Settlement["order"],
  subject: Settlement["subject"],
  now: Temporal.Instant,
): SettlementDecision {
  if (order.status === "completed" || order.processing) return NOTHING;
  if (subject.kind === "plan") return { do: "wait", find_crew: false };
  const { status, cancelled_at, starts_at, erased = false, instead = null } = subject;
  const isReleased = status === "cancelled" && cancelled_at === null && !erased;
  const isWanted = isReleased && (instead === null || instead === "awaited");
  return { do: "wait", find_crew: isWanted && Temporal.Instant.compare(starts_at, now) > 0 };
}

function decideOtherAmount(
  order: Settlement["order"],
  asked: Pick<Settlement["order"], "amount" | "currency">,
  subject: Settlement["subject"],
  session: Settlement["session"],
): SettlementDecision {
  const line = formatDiffers(session, asked);
  if (order.paid_amount === session.amount || subject.needs_attention?.includes(line)) return NOTHING;
  if (subject.kind === "plan") return { do: "flag", reason: line, settled: false };
  const { status, crew_id } = subject;
  const kept = status !== "cancelled" && (status !== "pending" || crew_id !== null);
  return { do: "flag", reason: otherAmount(session, asked, { kept }), settled: false };
}

function decidePaidVisit(
  { status, crew_id, starts_at }: VisitFacts,
  now: Temporal.Instant,
): SettlementDecision {
  if (status === "completed" || (status !== "cancelled" && crew_id !== null)) {
    return { do: "confirm", status: status === "pending" ? "confirmed" : status };
  }
  if (Temporal.Instant.compare(starts_at, now) <= 0) {
    return { do: "flag", reason: PAID_TOO_LATE, settled: true };
  }
  return { do: "rebook" };
}
