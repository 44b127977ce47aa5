export type SubscriberStatus = "pending" | "subscribed" | "unsubscribed";

/** A second press of the button is not a second request. */
const ONE_REQUEST_SECONDS = 120;

/** How long the link of the mail confirms. Who never does is forgotten some weeks later. */
export const CONFIRM_DAYS = 7;
export const FORGET_PENDING_DAYS = 30;

type Known = { status: SubscriberStatus; asked_at: Temporal.Instant };

/** What becomes of an address that asks for the newsletter, and which mail its owner gets. Null: a new address. */
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
