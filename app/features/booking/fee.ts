import { noShowPercent } from "~/features/operations/settings/fee-policy";
import { OFFICE_PROVIDER } from "~/features/payments/orders/rules";
import { backOf, type Tips } from "~/features/payments/orders/tip";
import { type Cents, formatCents } from "~/lib/money";
import { type BookingStatus, hasBegun, type Policy } from "./booking";

type Order = { status: "pending" | "completed" | "failed"; provider: string; due: Cents } | null;

/** Percent of an amount; half a cent is rounded for the customer. */
export function feeOf(amount: Cents, percent: number): Cents {
  return amount - Math.round((amount * (100 - percent)) / 100);
}

/** What a confirmed visit still owes that no checkout asks for: it is paid on the day, or after a deposit; 0 for others. */
export function owedOf({ status }: { status: BookingStatus }, order: Order): Cents {
  return status === "confirmed" && order ? order.due : 0;
}

/** Whether a cancelled visit's order is a fee that is still due. */
export function isFeeDue(
  { status }: { status: string },
  order: { status: string; provider?: string; due?: Cents } | null,
): boolean {
  if (status !== "cancelled" || !order) return false;
  const { due = 0, provider } = order;
  return (
    (order.status === "pending" && provider === OFFICE_PROVIDER) || (order.status === "completed" && due > 0)
  );
}

/**
 * A refund and a fee at once are one of them: what was paid in part counts towards the fee. The `tip` in the refund does not: it goes
 * back.
 */
export function netOf<Sums extends { refund: Cents; tip: Cents; fee: Cents }>(sums: Sums): Sums {
  const both = Math.min(sums.refund - sums.tip, sums.fee);
  return { ...sums, refund: sums.refund - both, fee: sums.fee - both };
}

type Shown = {
  status: BookingStatus;
  starts_at: Temporal.Instant;
  policy: Policy;
  /** Cents. */
  paid: Cents;
  refunded: Cents;
  /** What of it are tips. */
  tips?: Tips;
  owed: Cents;
  /** The payment has an open dispute. */
  disputed: boolean;
};

/** `refund` goes back of what was paid, with the whole `tip`; `fee` stays due of what was owed; cents. */
export type NoShow =
  | { ok: true; refund: Cents; tip: Cents; fee: Cents; percent: number }
  | { ok: false; message: string };

/** Whether staff can close a visit as a no-show now, and what it costs by the policy it was made under. */
export function decideNoShow(visit: Shown, now: Temporal.Instant): NoShow {
  const { status, starts_at, policy, owed, disputed } = visit;
  if (status === "cancelled") return { ok: false, message: "This visit has been cancelled." };
  if (status !== "confirmed") return { ok: false, message: "Only a confirmed visit can be a no-show." };
  if (!hasBegun(starts_at, now)) return { ok: false, message: "This visit hasn't started yet." };
  const percent = noShowPercent(policy);
  const { refund, tip, fee } = netOf({ ...backOf(visit, 100 - percent), fee: feeOf(owed, percent) });
  if (disputed && refund > 0)
    return { ok: false, message: "The customer disputes this payment. Wait until the bank has decided." };
  return { ok: true, refund, tip, fee, percent };
}

/** What a no-show does, before it is done. `card`: the saved card that a fee is charged to. */
export function formatNoShow(
  { refund, tip, fee, percent }: Extract<NoShow, { ok: true }>,
  currency?: string,
  card: string | null = null,
): string {
  const amount = (cents: Cents) => formatCents(cents, currency);
  const back = tip > 0 ? ` The tip of ${amount(tip)} is refunded.` : "";
  if (fee > 0 && card)
    return `Under this booking's policy, ${percent}% of the price is due: ${amount(fee)}, charged to the ${card}.${back}`;
  if (fee > 0)
    return `Under this booking's policy, ${percent}% of the price is still due: ${amount(fee)}.${back}`;
  if (refund > 0)
    return `Under this booking's policy, ${amount(refund)} is refunded${tip > 0 ? `, with the tip of ${amount(tip)}` : ""}.`;
  return percent === 0 ? "Under this booking's policy, it costs nothing." : "Nothing is refunded.";
}
