import { formatKept } from "~/features/operations/settings/fee-policy";
import { backOf, type Tips } from "~/features/payments/orders/tip";
import { type Cents, formatCents } from "~/lib/money";
import { type BookingStatus, hasBegun, isLate, type Policy } from "./booking";
import { feeOf, netOf } from "./fee";
import { type PaidFlag, whyAllGoesBack } from "./paid-flag";

export type Cancellable = {
  status: BookingStatus;
  starts_at: Temporal.Instant;
  policy: Policy;
  /** It was moved when it was already late: the late fee stays. */
  late_fee_applies: boolean;
  /** Cents paid, tax included, and cents refunded earlier. */
  paid: Cents;
  refunded?: Cents;
  /** What of it are tips: all of them go back. */
  tips?: Tips;
  /** Cents still to be paid on the day. */
  owed?: Cents;
  /** Staff must look at it: a pending one was paid without a slot, or with another amount. */
  needs_attention?: boolean;
  /** It has an open storm offer: changes are free, even after its start. */
  storm?: boolean;
  /** The payment has an open dispute. */
  disputed?: boolean;
};

/** Why nothing goes back, for staff. */
export const DISPUTED =
  "The customer disputes this payment. It can't be refunded until the bank has decided.";

/**
 * `refund`: cents, `percent` of the price that was paid and the whole tip. `tip`: the part of it that is the tip. `fee`: cents that
 * stay due of what was to be paid on the day.
 */
export type Cancellation =
  | { ok: true; refund: Cents; tip: Cents; percent: number; late: boolean; fee?: Cents }
  | { ok: false; message: string };

/**
 * Decides whether a visit can be cancelled now, and the refund. In time, or paid without a slot: everything. Late: the
 * payment less the fee, which is of the price and never of a tip, half a cent rounded for the customer. Earlier refunds count
 * towards it. Never negative, never more than is left. A storm makes no visit late.
 */
export function decideCancellation(visit: Cancellable, now: Temporal.Instant): Cancellation {
  const { status, starts_at, policy, paid, needs_attention = false, storm = false } = visit;
  if (status === "cancelled") return refuse("This visit has been cancelled.");
  if (status === "completed") return refuse("This visit is over.");
  const withoutSlot = status === "pending" && needs_attention;
  if (withoutSlot && paid === 0) return refuse("We are looking into your payment. Please call us.");
  if (!withoutSlot && !storm && hasBegun(starts_at, now)) return refuse("This visit has already started.");
  const late = !withoutSlot && !storm && (visit.late_fee_applies || isLate({ starts_at, policy }, now));
  const percent = late ? Math.min(100, Math.max(0, 100 - policy.late_fee_percent)) : 100;
  const { refund, tip, fee } = netOf({
    ...backOf(visit, percent),
    fee: feeOf(visit.owed ?? 0, 100 - percent),
  });
  if (visit.disputed && refund > 0) {
    return refuse("Your bank is looking into this payment, so we can't refund it right now. Please call us.");
  }
  return { ok: true, refund, tip, percent, late, ...(fee > 0 && { fee }) };
}

function refuse(message: string): Cancellation {
  return { ok: false, message };
}

/** Staff's choices of a refund: by the policy, all that is left, nothing, or another amount. */
export const REFUND_CHOICES = ["policy", "all", "none", "amount"] as const;
type RefundChoice = (typeof REFUND_CHOICES)[number];

/** `amount` counts for that choice only; `left` is what staff saw that could be given back. */
export type StaffWish = {
  choice: RefundChoice;
  amount: Cents | null;
  reason: string;
  left: Cents;
  /** The fee, in cents, that staff saw and want to be due; 0 for none. */
  fee?: Cents;
};

export type StaffCancellation =
  | { ok: true; refund: Cents; reason: string }
  | {
      ok: false;
      reason: "not cancellable" | "changed" | "invalid";
      field?: "amount" | "reason";
      message: string;
    };

/** What goes back of a payment in any case, if its visit does not take place: the tip. */
export function leastBack(visit: Cancellable): Cents {
  return backOf(visit, 0).tip;
}

/** What of a payment can still go back. */
export function leftOf({ paid, refunded = 0 }: { paid: Cents; refunded?: Cents }): Cents {
  return Math.max(0, paid - refunded);
}

/** What the policy gives back; null once the visit has begun. */
export function policyRefund(visit: Cancellable, now: Temporal.Instant): Cents | null {
  const decision = decideCancellation({ ...visit, disputed: false }, now);
  return decision.ok ? decision.refund : null;
}

/** Whether staff can cancel a visit this way, and what goes back: never more than is left, never less than the tip. */
export function decideStaffCancellation(
  visit: Cancellable & { status: BookingStatus },
  wish: StaffWish,
  now: Temporal.Instant,
): StaffCancellation {
  if (visit.status === "cancelled") {
    return { ok: false, reason: "not cancellable", message: "This visit has been cancelled." };
  }
  const left = leftOf(visit);
  if (wish.left !== left) {
    const message = "The refundable amount has changed. Please check it again.";
    return { ok: false, reason: "changed", message };
  }
  const words = wish.reason || "Cancelled by the office";
  if (wish.fee) {
    const decision = decideCancellation({ ...visit, disputed: false }, now);
    if (!decision.ok || (decision.fee ?? 0) !== wish.fee)
      return { ok: false, reason: "changed", message: "The fee has changed. Please check it again." };
  }
  if (visit.disputed && left > 0 && wish.choice !== "none") {
    return { ok: false, reason: "not cancellable", message: DISPUTED };
  }
  const tip = leastBack(visit);
  switch (wish.choice) {
    case "none":
      return { ok: true, refund: visit.disputed ? 0 : tip, reason: words };
    case "all":
      return { ok: true, refund: left, reason: words };
    case "policy": {
      const refund = policyRefund(visit, now);
      if (refund !== null) return { ok: true, refund, reason: words };
      return invalid(
        "amount",
        "The cancellation policy doesn't cover a visit that has started. Choose another amount.",
      );
    }
    case "amount":
      return anotherAmount(wish, left, tip);
  }
}

function anotherAmount({ amount, reason }: StaffWish, left: Cents, tip: Cents): StaffCancellation {
  if (amount === null || amount < 1) return invalid("amount", "Enter an amount, like 79.50.");
  if (amount < tip)
    return invalid("amount", `The tip goes back in any case: enter at least ${formatCents(tip)}.`);
  if (amount > left) return invalid("amount", "That's more than what's left of the payment.");
  if (!reason) return invalid("reason", "Enter a reason for this amount.");
  return { ok: true, refund: amount, reason };
}

function invalid(field: "amount" | "reason", message: string): StaffCancellation {
  return { ok: false, reason: "invalid", field, message };
}

/** `pending`: the provider has not reported the end yet. A failed or cancelled refund can be tried again. */
export type RefundStatus = "pending" | "completed" | "failed" | "cancelled";

type Refunded = {
  status: BookingStatus;
  /** What staff must look into; null when nothing. */
  flag: PaidFlag | null;
  starts_at: Temporal.Instant;
  policy: Policy;
  /** The formatted day; null if nothing was paid. */
  paid_on: string | null;
  /** The formatted amount paid, if not the price. */
  paid_otherwise?: string | null;
  refund: { percent: number; late: boolean };
  /** Its money is still on its way. */
  processing?: boolean;
  storm?: boolean;
  /** Its plan: nothing is paid for the visit alone. */
  plan_id?: string | null;
};

/** Explains the fee that cancelling leaves due. */
export function whyFee(
  visit: Pick<Refunded, "policy" | "refund" | "starts_at">,
  now: Temporal.Instant,
): string {
  const { hours, keep } = lateRule(visit);
  return isLate(visit, now)
    ? `Your visit is less than ${hours} hours away, so ${keep} is due.`
    : `This visit was rescheduled less than ${hours} hours before its start, so ${keep} is due.`;
}

/** Explains the part of a refund that is the tip. `tip` is formatted; null without one. */
export function aboutTip({
  refund: { tip, late },
}: {
  refund: { tip: string | null; late: boolean };
}): string {
  if (!tip) return "";
  return late ? ` Your tip of ${tip} comes back in full.` : ` It includes your tip of ${tip}.`;
}

/** Explains the refund of a cancellation. */
export function whyRefund(visit: Refunded, now: Temporal.Instant): string {
  const { status, flag, policy, paid_on, paid_otherwise, refund } = visit;
  if (visit.plan_id) return "This visit is part of your plan.";
  if (visit.processing)
    return "Your payment is still processing. Once it goes through, we’ll refund all of it.";
  if (!paid_on && !paid_otherwise) return "You haven’t paid for this visit, so there’s nothing to refund.";
  if (status === "pending" && flag) return whyAllGoesBack(flag);
  if (visit.storm) return "We can’t come on that day, so you’ll get a full refund.";
  if (!refund.late) return `Your visit is ${policy.full_refund_hours} hours or more away.`;
  const { hours, keep } = lateRule(visit);
  return isLate(visit, now)
    ? `Your visit is less than ${hours} hours away, so we keep ${keep}.`
    : `This visit was rescheduled less than ${hours} hours before its start, so we keep ${keep}.`;
}

/** Warns that moving a visit now keeps the late fee; null while it doesn't. */
export function lateFeeNote(visit: Refunded, now: Temporal.Instant): string | null {
  if (visit.plan_id || !visit.refund.late || visit.refund.percent === 100) return null;
  const { hours, keep } = lateRule(visit);
  return isLate(visit, now)
    ? `Your visit is less than ${hours} hours away. Rescheduling is free, but the late fee still applies: if you cancel later, we keep ${keep}.`
    : `This visit was rescheduled less than ${hours} hours before its start. You can reschedule it again for free, but if you cancel it, we keep ${keep}.`;
}

function lateRule({ policy, refund }: Pick<Refunded, "policy" | "refund">) {
  const kept = 100 - refund.percent;
  return { hours: policy.full_refund_hours, keep: formatKept(kept) };
}
