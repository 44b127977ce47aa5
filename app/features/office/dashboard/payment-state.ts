/** What the office must know of how the site takes payment; null where cards are taken. */
export type PaymentState = "test" | "on the day" | "no bookings" | null;
