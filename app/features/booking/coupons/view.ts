import type { CouponState } from "./coupon";

/** A coupon in the office. Texts are formatted, in the company's time zone. */
export type CouponRow = {
  id: string;
  code: string;
  /** "20% off". */
  discount: string;
  /** Whom and what it is for: "First visit, Deep Cleaning". */
  limits: string;
  days: string;
  /** "3 of 50". */
  uses: string;
  state: CouponState;
  ended: boolean;
  /** The only customer who may use it. */
  customer: { id: string; name: string } | null;
};

/** A coupon's panel. `counts`: its visit is not cancelled. */
export type CouponPanel = CouponRow & {
  seen: string;
  fields: Record<string, string>;
  created: string;
  taken_off: string | null;
  orders: { id: string; number: string; at: string; counts: boolean }[];
};

export const STATE_LABELS: Record<CouponState, string> = {
  active: "Active",
  "not yet": "Not yet",
  expired: "Expired",
  "used up": "Used up",
  ended: "Ended",
};
