import { isCalendarDate } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";

/** What a card's `provider` is when another program sold it, before the move. */
export const IMPORTED_PROVIDER = "imported";

/** Amounts to choose from, in cents. */
export const GIFT_AMOUNTS = [5000, 10_000, 15_000, 25_000] as const;

const LEAST = 2500;
const MOST = 50_000;

/** The longest message on a card. */
export const MESSAGE_LENGTH = 300;
/** How many days ahead a card can be sent. */
export const DAYS_AHEAD = 365;

export type GiftField = "choice" | "amount" | "send_on";

type Wish = {
  /** Cents of a choice, or "other". */
  choice: string;
  /** Cents of another amount; null: not an amount. */
  amount: Cents | null;
  /** "yyyy-MM-dd"; empty: today. */
  send_on: string;
};

export type GiftDecision =
  | { ok: true; amount: Cents; send_on: string }
  | { ok: false; field: GiftField; message: string };

/** What a gift card is worth, and when it is sent. `today` and `last`: the first and last day that can be chosen, company time. */
export function decideGift(
  { choice, amount: other, send_on }: Wish,
  { today, last }: { today: string; last: string },
): GiftDecision {
  const chosen = GIFT_AMOUNTS.find((cents) => String(cents) === choice);
  if (!chosen && choice !== "other") return refuse("choice", "Choose an amount.");
  const amount = chosen ?? other;
  const range = `Enter an amount from ${formatCents(LEAST)} to ${formatCents(MOST)}, like 75.`;
  if (amount === null || amount < LEAST || amount > MOST) return refuse("amount", range);
  if (send_on === "" || send_on === today) return { ok: true, amount, send_on: today };
  if (send_on < today || send_on > last || !isCalendarDate(send_on))
    return refuse("send_on", "Choose a day from today on, at most a year ahead.");
  return { ok: true, amount, send_on };
}

function refuse(field: GiftField, message: string): GiftDecision {
  return { ok: false, field, message };
}

/** Digits and letters that nobody mixes up (Crockford's base 32). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 20;
const GROUP = 5;

/** A code of 100 random bits in groups: "7K2QM-X9D4T-0HN8V-3RWPA". `bytes`: 20 random bytes. */
export function codeOf(bytes: Uint8Array): string {
  const letters = Array.from(bytes.slice(0, CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(
    "",
  );
  return (letters.match(new RegExp(`.{${GROUP}}`, "g")) ?? []).join("-");
}

/** A typed code as it was made: without case, spaces and dashes, O as 0, I and L as 1. Null if it can't be one. */
export function readCode(text: string): string | null {
  const letters = text
    .toUpperCase()
    .replace(/[\s\-–—_.]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  const known = letters.length === CODE_LENGTH && [...letters].every((letter) => ALPHABET.includes(letter));
  return known ? (letters.match(new RegExp(`.{${GROUP}}`, "g")) ?? []).join("-") : null;
}

/** The least and most letters of another program's code. Shorter ones can be guessed. */
const LEAST_LETTERS = 8;
const MOST_LETTERS = 40;

/**
 * A typed code as its hash was made: one of ours, else one that another program gave out before the move, by its letters and digits.
 * Null if it can't be either.
 */
export function readAnyCode(text: string): string | null {
  const ours = readCode(text);
  if (ours) return ours;
  const letters = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  return letters.length >= LEAST_LETTERS && letters.length <= MOST_LETTERS ? letters : null;
}

export type GiftRefundStatus = "pending" | "completed" | "failed" | null;

/** Whether a card is worth something to whoever has its code: it is paid, and neither redeemed nor on its way back. */
export function isOpen(card: {
  status: string;
  refund_status: GiftRefundStatus;
  redeemed_at: unknown;
}): boolean {
  return isKnown(card) && card.redeemed_at === null;
}

/** Whether its last day is over. `today`: company time. */
export function isExpired({ expires_on }: { expires_on: string | null }, today: string): boolean {
  return expires_on !== null && expires_on < today;
}

/** Whether its code is still told anything. */
export function isKnown({
  status,
  refund_status,
}: {
  status: string;
  refund_status: GiftRefundStatus;
}): boolean {
  return status === "paid" && (refund_status === null || refund_status === "failed");
}

type Refundable = {
  status: "pending" | "paid" | "failed" | "refunded";
  redeemed: boolean;
  refund_status: GiftRefundStatus;
  /** Whether it was sold by another program. */
  imported: boolean;
};

/** Why a gift card can't be refunded; null if it can. One that was redeemed is somebody's credit. */
export function whyNotRefundable({ status, redeemed, refund_status, imported }: Refundable): string | null {
  if (imported) return "This gift card was sold before the move. Its money can't be returned from here.";
  if (redeemed) return "This gift card was redeemed. What is left of it is the customer's credit.";
  if (status === "refunded" || refund_status === "completed") return "This gift card was refunded.";
  if (refund_status === "pending") return "The refund of this gift card is processing.";
  return status === "paid" ? null : "This gift card was not paid.";
}

/** A gift card as the office sees it: finished strings, company time. */
export type OfficeGiftCard = {
  id: string;
  number: string;
  amount: string;
  state:
    | "Waits"
    | "Sent"
    | "Moved in"
    | "Expired"
    | "Redeemed"
    | "Refund processing"
    | "Refunded"
    | "Refund failed";
  from: string;
  to: string;
  /** When it was or will be sent; empty if another program did. */
  sent: string;
  bought: string;
  refund_error: string | null;
  may_resend: boolean;
  may_refund: boolean;
};
