import { PAYMENT_UNDER_WAY } from "~/features/payments/orders/processing";
import type { Ctx } from "~/platform/context.server";
import { arrivalUrl } from "./checkout.server";
import { closeCheckout } from "./close.server";

const UNREACHABLE = {
  ok: false,
  status: 503,
  field: "body",
  message:
    "We couldn't reach our payment provider to close your earlier checkout, so we didn't open a second one. Nothing has changed. Please try again in a minute.",
} as const;

const BEING_PAID = {
  ok: false,
  status: 409,
  field: "body",
  message:
    "Your earlier checkout for this booking is being paid right now, so we didn't open a second one. Please try again in a minute.",
} as const;

type Trouble = typeof UNREACHABLE | typeof BEING_PAID | (typeof PAYMENT_UNDER_WAY & { url: string });

/**
 * Closes the checkouts that a draft had before, each at its provider, and settles what that says. Null once nothing can be
 * paid there any more, because it was paid or is over; `gone` gets those that no provider in use knows. Otherwise why no
 * other checkout may open.
 */
export async function closeEarlier(ctx: Ctx, sessions: string[], gone: string[]): Promise<Trouble | null> {
  const system = { ...ctx, actor: { kind: "system" } } as const;
  for (const session of sessions) {
    try {
      const status = await closeCheckout(system, session);
      if (status === "open") return BEING_PAID;
      if (status === "processing") {
        return { ...PAYMENT_UNDER_WAY, url: `${arrivalUrl(ctx, session)}&unchanged=1` };
      }
      if (status === null) gone.push(session);
    } catch (err) {
      ctx.log.warn({ err, session }, "an earlier checkout could not be closed");
      return UNREACHABLE;
    }
  }
  return null;
}
