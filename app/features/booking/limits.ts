/** Hours a customer can choose; 8 is shown as 'Full Day' (spec section 9). */
export const HOUR_OPTIONS = [1, 2, 3, 4, 6, 8] as const;
/** 5 is shown as '5+'. */
export const BEDROOM_OPTIONS = [1, 2, 3, 4, 5] as const;
/** 4 is shown as '4+'. */
export const BATHROOM_OPTIONS = [1, 2, 3, 4] as const;
export const HALF_BATH_OPTIONS = [0, 1, 2, 3] as const;
export const DEFAULTS = { bedrooms: 2, bathrooms: 1, half_baths: 0, hours: 3 } as const;

/** Longest accepted texts, in characters. They also keep the booking draft within a cookie. */
export const LIMITS = {
  service: 80,
  date: 20,
  time: 20,
  street: 120,
  city: 80,
  state: 40,
  zip: 10,
  notes: 800,
  email: 254,
  name: 120,
  moves: 12,
  /** How many different extras a visit can have, and the longest id of one. */
  extras: 20,
  extra_id: 40,
  override: 200,
  /** What is looked at as a coupon's code. */
  coupon: 40,
  /** A tip's amount as it is typed. */
  tip: 14,
} as const;
