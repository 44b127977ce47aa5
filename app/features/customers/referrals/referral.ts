import { type Cents, formatCents } from "~/lib/money";

export const REFERRALS_PAGE = "/admin/referrals";

/** Whether the text can be what a referral link ends with. */
export function isReferralCode(text: string): boolean {
  return /^[0-9a-f]{12}$/.test(text);
}

export function referralUrl(origin: string, code: string): string {
  return `${origin}/r/${code}`;
}

/** Cents of credit for who recommends us and for who comes by it; 0: none. */
export type Offer = { referrer: Cents; friend: Cents; currency: string };

const whole = (cents: Cents, currency: string) => formatCents(cents, currency, { dropZeroCents: true });

/** What both get, as who recommends us reads it. Null when nobody gets anything. */
export function offerToReferrer({ referrer, friend, currency }: Offer): string | null {
  const theirs = whole(friend, currency);
  const yours = whole(referrer, currency);
  if (referrer === 0 && friend === 0) return null;
  const what =
    referrer === 0
      ? `they get ${theirs} of credit`
      : friend === 0
        ? `you get ${yours} of credit`
        : referrer === friend
          ? `you both get ${yours} of credit`
          : `you get ${yours} of credit and they get ${theirs}`;
  return `When somebody new books with us by your link, ${what} once their first visit is done and paid.`;
}

/** What a friend gets, as they read it on the booking page. Null when they get nothing. */
export function offerToFriend({ friend, currency }: Pick<Offer, "friend" | "currency">): string | null {
  if (friend === 0) return null;
  return `A customer referred you: once your first visit is done and paid, you get ${whole(friend, currency)} of credit for the next one.`;
}

const REFUSALS = ["nobody", "customer", "contact", "home", "not first", "refunded"] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What is known once a visit is completed and paid. */
export type Facts = {
  /** The order has a customer who can get credit. */
  has_customer: boolean;
  same_customer: boolean;
  same_contact: boolean;
  same_home: boolean;
  /** They, or their home, had a visit before. */
  had_visits: boolean;
  /** Cents that are left of the payment. */
  kept: Cents;
};

/** Why a referral earns nothing; null when it does. Who lives together, or is one person, recommends nobody. */
export function refuseReferral(facts: Facts): Refusal | null {
  if (!facts.has_customer) return "nobody";
  if (facts.same_customer) return "customer";
  if (facts.same_contact) return "contact";
  if (facts.same_home) return "home";
  if (facts.had_visits) return "not first";
  return facts.kept > 0 ? null : "refunded";
}

const WHY: Record<Refusal, string> = {
  nobody: "The visit has no customer",
  customer: "The same customer",
  contact: "The same email or phone",
  home: "The same home",
  "not first": "Had visits before",
  refunded: "The payment was refunded",
};

/** Why a referral earned nothing, for staff. */
export function formatRefusal(refusal: string | null): string {
  return REFUSALS.some((one) => one === refusal) ? WHY[refusal as Refusal] : "Refused";
}
