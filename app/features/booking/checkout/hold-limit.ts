import type { RequestRefusal } from "~/features/booking/rules";

/**
 * How many unpaid visits and plans are held at a time for one address (an IPv6 network counts as one), one guest's email or
 * one account. A partner with a key books for many customers.
 */
export const HOLD_LIMITS = {
  customer: { visits: 3, plans: 1 },
  partner: { visits: 20, plans: 5 },
} as const;

/**
 * How many visits to come one address, guest's email or account may have booked online to be paid for on the day. Who books
 * more calls the office. An address is known for a day (`RETENTION_DAYS.hold_clients`).
 */
export const UNPAID_VISITS_TO_COME = { customer: 3, partner: 20 } as const;

/** The refusal at `UNPAID_VISITS_TO_COME`. */
export function tooManyToPayFor(limit: number, phone: string): string {
  return `You have ${limit} upcoming cleanings to pay for on the day. Please call us at ${phone} to book another one.`;
}

export type HoldKind = keyof (typeof HOLD_LIMITS)["customer"];

/** Too many unpaid holds: `free_at` is when the next one is released, if it is not paid for before. */
export type HoldLimitRefusal = Omit<RequestRefusal, "status"> & {
  status: 429;
  free_at: Temporal.Instant;
};

/** The refusal at `HOLD_LIMITS`; `can_log_in`: suggest an account, which is counted by itself. */
export function holdLimitRefusal(
  { kind, limit, can_log_in }: { kind: HoldKind; limit: number; can_log_in: boolean },
  free_at: Temporal.Instant,
  { now, zone }: { now: Temporal.Instant; zone: string },
): HoldLimitRefusal {
  const minutes = Math.max(1, Math.ceil(now.until(free_at).total("minutes")));
  const time = free_at.toZonedDateTimeISO(zone).toLocaleString("en-US", { timeStyle: "short" });
  const message = [
    `You have ${counted(kind, limit)} waiting for payment.`,
    `Pay for ${limit === 1 ? "it" : "one of them"}, or try again at ${time.replace("\u202f", " ")} (in ${
      minutes === 1 ? "a minute" : `${minutes} minutes`
    }).`,
    ...(can_log_in ? ["If you have an account, log in to book."] : []),
  ].join(" ");
  return { ok: false, status: 429, field: "body", message, free_at };
}

function counted(kind: HoldKind, count: number): string {
  if (count === 1) return kind === "plans" ? "a plan" : "a booking";
  return `${count} ${kind === "plans" ? "plans" : "bookings"}`;
}
