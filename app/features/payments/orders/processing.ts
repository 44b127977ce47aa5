type Order = {
  status: "pending" | "completed" | "failed";
  processing_at: Temporal.Instant | null;
  session_closed_at: Temporal.Instant | null;
};

/** Whether the checkout of an order is done, but its money still takes its time. */
export function isProcessing({ status, processing_at, session_closed_at }: Order): boolean {
  return status !== "completed" && processing_at !== null && session_closed_at === null;
}

/** Why nothing else can be booked with a draft. */
export const ALREADY_PAID = {
  ok: false,
  status: 409,
  field: "body",
  message:
    "This booking is already paid. Reschedule it to change its time, or start a new one to book another visit.",
} as const;

/** The same of one that the office keeps, to be paid on the day. */
export const ALREADY_BOOKED = {
  ...ALREADY_PAID,
  message:
    "You've already made this booking. Reschedule it to change its time, or start a new one to book another visit.",
} as const;

export const PAYMENT_UNDER_WAY = {
  ...ALREADY_PAID,
  message: "The payment for this booking is processing. Start a new one to book another visit.",
} as const;
