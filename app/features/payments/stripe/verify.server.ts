import type { PaymentEvent } from "~/platform/payment-gateway";
import { toEvent } from "./event";

/** Seconds that a signature stays good, and how far ahead Stripe's clock may be. */
const TOLERANCE_SECONDS = 300;

type Message = { body: string; signature: string | null; now: Temporal.Instant };

/** The event in a message that one of the secrets has signed for now; null when it is not for this account and mode. */
export async function verifyEvent(
  { body, signature, now }: Message,
  { secrets, livemode }: { secrets: string[]; livemode: boolean },
): Promise<PaymentEvent | null> {
  if (!signature || isAhead(signature, now)) return null;
  const { Stripe } = await import("stripe");
  for (const secret of secrets) {
    try {
      const event = await Stripe.webhooks.constructEventAsync(
        body,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now.epochMilliseconds,
      );
      return typeof event?.id === "string" && event.data?.object ? toEvent(event as never, livemode) : null;
    } catch {} // not signed with this one, too old, or no JSON
  }
  return null;
}

/** The SDK refuses what is old, and lets through what comes from the future. */
function isAhead(signature: string, now: Temporal.Instant): boolean {
  const times = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, seconds]) => Number(seconds));
  const limit = now.epochMilliseconds / 1000 + TOLERANCE_SECONDS;
  return times.length === 0 || times.some((seconds) => seconds > limit);
}
