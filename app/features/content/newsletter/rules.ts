export type SubscriberStatus = "pending" | "subscribed" | "unsubscribed";

/** Requests within this time count as one. */
const ONE_REQUEST_SECONDS = 120;

/** Days until the confirmation link expires. Unconfirmed addresses are deleted some weeks later. */
export const CONFIRM_DAYS = 7;
export const FORGET_PENDING_DAYS = 30;

type Known = { status: SubscriberStatus; asked_at: Temporal.Instant };

/** Decides the new status of an address and which email its owner gets. Pass null for a new address. */
export function decideRequest(
  known: Known | null,
  now: Temporal.Instant,
): { status: SubscriberStatus; mail: "confirm" | "already" | null } {
  if (known?.status === "subscribed") return { status: "subscribed", mail: "already" };
  const repeated =
    known?.status === "pending" &&
    Temporal.Instant.compare(now, known.asked_at.add({ seconds: ONE_REQUEST_SECONDS })) < 0;
  return { status: "pending", mail: repeated ? null : "confirm" };
}
