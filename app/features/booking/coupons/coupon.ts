import type { Discount } from "~/features/catalog/pricing";
import { formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { orList } from "~/lib/text";

export const COUPONS_PAGE = "/admin/coupons";

/** A code as it is stored and compared: upper case, without the spaces and dashes that people type. */
export function normalizeCode(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_.]/gu, "");
}

/** The terms of a coupon. Days are company days, the last one included; null: no limit. */
export type Coupon = {
  code: string;
  percent: number | null;
  amount: number | null;
  first_visit: boolean;
  /** Ids of the services that it is for; null: all. */
  services: string[] | null;
  begins_on: string | null;
  ends_on: string | null;
  most_uses: number | null;
  most_each: number | null;
  is_exclusive: boolean;
  /** Staff ended it. */
  ended: boolean;
};

/** What is known when a code is used. `uses` without those of the same draft. */
export type Facts = {
  today: string;
  service_id: string;
  /** The titles of the coupon's services. */
  titles: string[];
  /** Whether the coupon is for everybody, or for this customer. */
  is_own: boolean;
  /** Whether neither the customer nor the home had a visit yet. */
  is_first: boolean;
  /** Whether another draft of the same customer or home holds a visit with a code for first visits. */
  is_held: boolean;
  uses: number;
  uses_each: number;
  /** Whether the customer comes by a referral. */
  is_referred: boolean;
};

/** Why a code can't be used, as its customer reads it; null when it can. */
export function refuseCoupon(typed: string, coupon: Coupon | undefined, facts: Facts): string | null {
  if (!coupon) return `We don’t know the code ${typed}. Check its spelling, or clear the field.`;
  const { code, begins_on, ends_on, services, most_uses, most_each } = coupon;
  if (coupon.ended) return `The code ${code} has ended.`;
  if (begins_on && facts.today < begins_on) return `The code ${code} is good from ${formatDate(begins_on)}.`;
  if (ends_on && facts.today > ends_on) return `The code ${code} was good until ${formatDate(ends_on)}.`;
  if (!facts.is_own) return `The code ${code} is for another customer. If it is yours, log in first.`;
  if (services && !services.includes(facts.service_id))
    return facts.titles.length > 0
      ? `The code ${code} is for ${orList(facts.titles)}. Choose that service, or clear the field.`
      : `The code ${code} is for a service that we no longer offer.`;
  if (most_uses !== null && facts.uses >= most_uses) return `The code ${code} has been used up.`;
  if (most_each !== null && facts.uses_each >= most_each)
    return most_each === 1
      ? `You have used the code ${code} already.`
      : `You have used the code ${code} ${most_each} times already.`;
  if (coupon.first_visit && !facts.is_first)
    return `The code ${code} is for a first visit. We have been to you before: clear the field to book.`;
  if (coupon.first_visit && facts.is_held)
    return `The code ${code} is for one first visit. Another booking of yours is waiting for its payment with such a code: pay for that one, or clear the field to book.`;
  if (coupon.is_exclusive && facts.is_referred)
    return `The code ${code} can’t be used together with a referral. Clear the field to keep the referral.`;
  return null;
}

export const NOT_WITH_PLANS = "Codes are for single visits, not for plans. Clear the field to book the plan.";
export const TOO_MANY_CODES = "Too many attempts. Please wait 15 minutes, or clear the field to book.";
export const CODE_CHANGED = "This code has changed. Check the price and try again.";

/** What is left of the price can't be charged to a card. */
export function refuseRest(code: string, phone: string): string {
  return `The code ${code} takes off nearly all of the price, and a card can’t be charged the rest. Call us at ${phone} to book with it.`;
}

/** What a coupon takes off, as `priceBooking` reads it. */
export function discountOf({
  percent,
  amount,
  ...coupon
}: Pick<Coupon, "code" | "percent" | "amount" | "is_exclusive">): Discount {
  const of = { code: coupon.code, ...(coupon.is_exclusive && { exclusive: true as const }) };
  return percent === null ? { ...of, percent, amount: amount ?? 0 } : { ...of, percent, amount: null };
}

/** "20% off", "$25 off". */
export function formatDiscount(
  { percent, amount }: Pick<Coupon, "percent" | "amount">,
  currency: string,
): string {
  return percent === null
    ? `${formatCents(amount ?? 0, currency, { dropZeroCents: true })} off`
    : `${percent}% off`;
}

export type CouponState = "active" | "not yet" | "expired" | "used up" | "ended";

/** What has become of a coupon. */
export function stateOf(
  { ended, begins_on, ends_on, most_uses }: Coupon,
  { today, uses }: Pick<Facts, "today" | "uses">,
): CouponState {
  if (ended) return "ended";
  if (ends_on && today > ends_on) return "expired";
  if (most_uses !== null && uses >= most_uses) return "used up";
  return begins_on && today < begins_on ? "not yet" : "active";
}
