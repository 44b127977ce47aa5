import type { BookingStatus } from "~/features/booking/booking";
import { PAID_BESIDE_OWED } from "~/features/payments/orders/twice";
import { type Cents, formatCents } from "~/lib/money";

/** For staff: why money that came for a visit waits for them. Stored as a line of what needs attention. */
export const SLOT_LOST = "Paid after its slot was taken by another booking.";
export const PAID_TOO_LATE = "Paid after the visit should have started, with no crew reserved.";
export const PAID_WHEN_ERASED = "Paid after the customer deleted their account. Refund it.";
export const PAID_AT_OFFICE_TOO =
  "Also paid online, after staff had already recorded a payment. Refund one of the two.";

type Money = { amount: Cents; currency: string };

/** For staff: other money came than was asked for. `kept`: whether the visit still has its time. */
export function otherAmount(paid: Money, asked: Money, { kept }: { kept: boolean }): string {
  const next = kept
    ? "The time is still reserved: settle the difference, or refund it."
    : "No crew is reserved: arrange a time and the difference, or refund it.";
  return `${otherAmountBegins(paid, asked)} ${next}`;
}

/** What such a line begins with, whatever became of the time. */
export function otherAmountBegins(paid: Money, asked: Money): string {
  return `Paid ${plain(paid)} instead of ${plain(asked)}.`;
}

function plain({ amount, currency }: Money): string {
  return `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

const OTHER_AMOUNT = /^Paid (\d+\.\d\d) ([A-Z]{3}) instead of (\d+\.\d\d) ([A-Z]{3})\./;

/** What a person must look at, as it may be said to anybody. */
export type PaidFlag = {
  why:
    | "slot lost"
    | "too late"
    | "other amount"
    | "paid at the office too"
    | "beside another"
    | "account deleted"
    /** Something that has no words for the customer, such as a dispute. */
    | "other";
  /** Whether its time is still kept for its customer. */
  kept: boolean;
  /** In words, when other money came than was asked for. */
  money: { paid: string; asked: string } | null;
};

type Flagged = {
  booking: { status: BookingStatus; crew_id: string | null; needs_attention: string | null };
  order: { amount: Cents; paid_amount: Cents | null; currency: string } | null;
};

const LINES: readonly [string, PaidFlag["why"]][] = [
  [SLOT_LOST, "slot lost"],
  [PAID_TOO_LATE, "too late"],
  [PAID_AT_OFFICE_TOO, "paid at the office too"],
  [PAID_BESIDE_OWED, "beside another"],
  [PAID_WHEN_ERASED, "account deleted"],
];

/** Why a visit waits for staff, and whether its time is kept meanwhile; null when it does not wait. */
export function paidFlag({ booking, order }: Flagged): PaidFlag | null {
  const { status, crew_id, needs_attention } = booking;
  if (status === "cancelled") return null;
  const kept = status !== "pending" || crew_id !== null;
  const lines = needs_attention?.split("\n") ?? [];
  const money = lines.map(moneyIn).find((found) => found !== null) ?? undecided(status, order);
  if (money) return { why: "other amount", kept, money };
  const known = LINES.find(([line]) => lines.includes(line));
  if (known) return { why: known[1], kept, money: null };
  return needs_attention === null ? null : { why: "other", kept, money: null };
}

function moneyIn(line: string): PaidFlag["money"] {
  const [, paid, currency, asked, wanted] = OTHER_AMOUNT.exec(line) ?? [];
  return paid ? { paid: formatAmount(paid, currency), asked: formatAmount(asked, wanted) } : null;
}

function formatAmount(amount = "0", currency = "USD"): string {
  return formatCents(Math.round(Number(amount) * 100), currency);
}

/** Staff have marked it as settled, but neither confirmed nor cancelled it. */
function undecided(status: BookingStatus, order: Flagged["order"]): PaidFlag["money"] {
  if (status !== "pending" || !order?.paid_amount) return null;
  const { paid_amount, amount, currency } = order;
  return { paid: formatCents(paid_amount, currency), asked: formatCents(amount, currency) };
}
