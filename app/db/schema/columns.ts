import { sql } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";

/** A moment in time. */
export const instant = customType<{
  data: Temporal.Instant;
  driverData: string;
}>({
  dataType: () => "timestamp with time zone",
  toDriver: (value) => value.toString(),
  fromDriver: (value) => Temporal.Instant.from(value),
});

type InstantRange = { start: Temporal.Instant; end: Temporal.Instant };

/** A half-open range of moments, `[start,end)`. */
export const instantRange = customType<{
  data: InstantRange;
  driverData: string;
}>({
  dataType: () => "tstzrange",
  toDriver: rangeText,
  fromDriver: (value) => {
    const [start = "", end = ""] = value.slice(1, -1).replaceAll('"', "").split(",");
    return {
      start: Temporal.Instant.from(start),
      end: Temporal.Instant.from(end),
    };
  },
});

/** A range as the database reads it. */
export function rangeText({ start, end }: InstantRange): string {
  return `[${start},${end})`;
}

/**
 * The fee policy as it was when the booking was made. Percent of the price. Older bookings have no `no_show_percent`: by
 * their terms a no-show costs what a late cancellation does.
 */
export type FrozenPolicy = { full_refund_hours: number; late_fee_percent: number; no_show_percent?: number };

/** An extra as it was booked: cents and minutes for one of it. */
export type FrozenExtra = { id: string; title: string; quantity: number; cents: number; minutes: number };

/** A line of the price as it was booked; cents. Older bookings have no kinds. */
export type FrozenLine = {
  kind?: "service" | "rooms" | "extra" | "fee" | "discount" | "tax";
  label: string;
  amount: number;
};

/**
 * How the visits of a plan were scheduled before a change: from number `visit` to number `until`, on the weekday of
 * `first_date` at `time` ("10:00:00"). Numbers above `until` that the next rhythm doesn't begin with were given up.
 */
export type EarlierRhythm = {
  visit: number;
  until: number;
  first_date: string;
  frequency: "weekly" | "biweekly" | "monthly";
  time: string;
};

export const timestamps = {
  created_at: instant().notNull().default(sql`now()`),
  updated_at: instant().notNull().default(sql`now()`),
};

/** When a service is paid, beside in full before the visit: a deposit in percent or cents, or by a saved card afterward. */
export type StoredTerms =
  | { pay: "deposit"; percent: number }
  | { pay: "deposit"; amount: number }
  | { pay: "card" };
