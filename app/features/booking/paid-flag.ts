import { formatDiffers, PAID_BESIDE_OWED } from "~/features/payments/orders/rules";
import { type Cents, formatCents } from "~/lib/money";
import type { BookingStatus } from "./booking";

/** For staff: why money that came for a visit waits for them. Stored as a line of what needs attention. */
export const SLOT_LOST = "Paid after its slot was taken by another booking.";
export const PAID_TOO_LATE = "Paid after the visit should have started, with no crew reserved.";
export const PAID_WHEN_ERASED = "Paid after the customer deleted their account. Refund it.";
export const PAID_AT_OFFICE_TOO =
  "Also paid online, after staff had already recorded a payment. Refund one of the two.";

type Money = { amount: Cents; currency: string };

/** Formats for staff that another amount was paid. `kept`: whether the visit still has its time. */
export function otherAmount(paid: Money, asked: Money, { kept }: { kept: boolean }): string {
  const next = kept
    ? "The time is still reserved: settle the difference, or refund it."
    : "No crew is reserved: arrange a time and the difference, or refund it.";
  return `${formatDiffers(paid, asked)} ${next}`;
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
  /** Formatted amounts, if another amount was paid. */
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

type Words = {
  /** Heads the page and the email. */
  heading: string;
  text: string;
};

const OR_REFUND = "If none of them works for you, you’ll get a full refund.";

/** What the customer reads of a visit that waits for staff: on its pages and in the email. */
export function flagToCustomer({ why, kept, money }: PaidFlag): Words {
  switch (why) {
    case "slot lost":
      return {
        heading: "We need to find you a new time",
        text: `We received your payment, but we couldn’t hold this time for you. We’ll contact you shortly with other times. ${OR_REFUND}`,
      };
    case "too late":
      return {
        heading: "We need to find you a new time",
        text: `We received your payment only after this visit was due to begin, and no crew was reserved for it. We’ll contact you shortly with other times. ${OR_REFUND}`,
      };
    case "other amount":
      return {
        heading: "Your payment isn’t the amount we asked for",
        text: `We received ${money?.paid} instead of ${money?.asked}. ${
          kept
            ? "Your time is reserved for you, and we’ll contact you shortly about the difference."
            : "Your time isn’t reserved. We’ll contact you shortly to find one and settle the difference, or refund all of it."
        }`,
      };
    case "paid at the office too":
      return {
        heading: "You paid for this visit twice",
        text: `We received your online payment, but you had already paid our office. We’ll contact you shortly and refund one of the two payments. ${
          kept ? "Your visit goes ahead as booked." : "This visit is no longer reserved."
        }`,
      };
    case "beside another":
      return {
        heading: "You have another booking instead of this one",
        text: "We received your payment for this visit, but you have another booking in its place, which isn’t paid yet. We’ll contact you shortly to ask which one to keep. You’ll get a refund for a visit that you don’t want.",
      };
    case "account deleted":
      return {
        heading: "This visit won’t take place",
        text: "Your payment reached us after you deleted your account. We’ll refund all of it.",
      };
    case "other":
      return {
        heading: "We’ll get in touch",
        text: `We’re looking into this visit and will contact you shortly.${kept ? "" : " Your time isn’t reserved yet."}`,
      };
  }
}

/** Why all of the money goes back when its customer cancels it now. */
export function whyAllGoesBack({ why }: PaidFlag): string {
  if (why === "slot lost") return "We couldn’t hold the time you paid for, so you’ll get a full refund.";
  if (why === "too late")
    return "Your payment arrived after this visit was due to begin, so you’ll get a full refund.";
  if (why === "other amount")
    return "The amount you paid isn’t the amount we asked for, so you’ll get a full refund.";
  if (why === "beside another")
    return "You have another booking instead of this one, so you’ll get a full refund.";
  return "We’re still looking into this visit, so you’ll get a full refund.";
}

/** Formats the notice about a payment that needs attention; `reasons` as stored. */
export function flagToOffice({ why, kept, money }: PaidFlag, reasons: string): Words & { subject: string } {
  const differs = `The customer paid ${money?.paid} instead of ${money?.asked}.`;
  switch (why) {
    case "slot lost":
      return {
        subject: "Needs a new time",
        heading: "Booking needs a new time",
        text: "The customer paid for this booking, but we couldn’t hold its time. Please arrange another one with them.",
      };
    case "too late":
      return {
        subject: "Needs a new time",
        heading: "Booking needs a new time",
        text: "The customer’s payment arrived after this visit should have begun, and no crew was reserved for it. Please arrange another time with them, or refund it.",
      };
    case "other amount":
      return {
        subject: "Another amount was paid",
        heading: "Another amount was paid",
        text: kept
          ? `${differs} The time is kept. Arrange the difference with them, or refund it.`
          : `${differs} No crew is reserved for this visit. Arrange a time and the difference with them, or refund it.`,
      };
    case "paid at the office too":
      return {
        subject: "Paid twice",
        heading: "Booking was paid twice",
        text: `This booking was paid online after the office had recorded its payment. ${kept ? "The time is kept. " : "No crew is reserved for it. "}Refund one of the two payments.`,
      };
    case "beside another":
      return {
        subject: "Paid, with another booking unpaid",
        heading: "The customer has another booking",
        text: "The customer paid for this booking, but has another one in its place, which isn’t paid yet. No crew is reserved for this one. Refund one, or keep both.",
      };
    case "account deleted":
      return {
        subject: "Refund needed",
        heading: "Payment to refund",
        text: "This booking was paid after its customer deleted the account. Refund the payment.",
      };
    case "other":
      return {
        subject: "Needs attention",
        heading: "Booking needs attention",
        text: reasons.replaceAll("\n", " "),
      };
  }
}
