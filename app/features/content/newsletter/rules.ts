export type SubscriberStatus = "pending" | "subscribed" | "unsubscribed";

/** Requests within this time count as one. */
const ONE_REQUEST_SECONDS = 120;

/** Days until the confirmation link expires. Unconfirmed addresses are deleted some weeks later. */
export const CONFIRM_DAYS = 7;
export const FORGET_PENDING_DAYS = 30;

type Existing = { status: SubscriberStatus; asked_at: Temporal.Instant };

/** Decides the new status of an address and which email its owner gets. Pass null for a new address. */
export function decideRequest(
  existing: Existing | null,
  now: Temporal.Instant,
): { status: SubscriberStatus; email: "confirm" | "already" | null } {
  if (existing?.status === "subscribed") return { status: "subscribed", email: "already" };
  const repeated =
    existing?.status === "pending" &&
    Temporal.Instant.compare(now, existing.asked_at.add({ seconds: ONE_REQUEST_SECONDS })) < 0;
  return { status: "pending", email: repeated ? null : "confirm" };
}
