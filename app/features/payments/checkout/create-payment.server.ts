import { CHANGED_ELSEWHERE } from "~/features/booking/checkout/draft.server";
import type { CreatePayment } from "~/features/booking/checkout/forms";
import { type HoldOutcome, holdBooking } from "~/features/booking/checkout/hold.server";
import type { Via } from "~/features/integrations/partners/partner";
import { partnerNamed } from "~/features/integrations/partners/via.server";
import { holdPlan } from "~/features/plans/subscribe/hold.server";
import type { Ctx } from "~/platform/context.server";
import type { PaymentGateway } from "~/platform/payment-gateway";
import { checkoutExpiry, openCheckout, openFirstCheckout } from "./checkout.server";
import { holdAlone, type Refusal } from "./hold-alone.server";
import { bookWithoutProvider } from "./without-provider.server";

export type CreatePaymentOutcome = { ok: true; url: string; order_id: string } | Refusal;

type Input = { request: CreatePayment; draft_id: string | null; via?: Via | null };
type Held = Extract<HoldOutcome, { ok: true }> & { checkout_expires_at: Temporal.Instant };

/** So often it begins anew when the provider has ended the checkout that was there. */
const ROUNDS = 3;

/**
 * Holds a slot for the request, or the visits of a plan, and opens its checkout (spec section 7, create-payment). When the
 * provider can't be reached the hold is kept, so that the same draft can try again. A draft has one checkout that can be
 * paid: an earlier one is closed at its provider first, and where that was paid no other one opens. Where there is no
 * provider the settings say what happens. Without `via` the request may name the partner whose widget it comes from.
 */
export async function createPayment(ctx: Ctx, input: Input): Promise<CreatePaymentOutcome> {
  const via = input.via ?? (await partnerNamed(ctx, input.request.partner));
  const gateway = await ctx.payments.current();
  if (!gateway) return bookWithoutProvider(ctx, { ...input, via });
  const hold = input.request.bookingDetails.frequency ? holdPlan : holdBooking;
  const checkout_expires_at = checkoutExpiry(ctx.now);
  const asked = { ...input, via, provider: gateway.provider, checkout_expires_at };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const held = await holdAlone(ctx, asked, hold);
    if (!held.ok) return held;
    const opened = await open(ctx, gateway, { ...held, checkout_expires_at });
    if (opened) return opened;
  }
  return CHANGED_ELSEWHERE;
}

/** Null when its provider has ended the checkout: then the draft holds nothing any more. */
async function open(ctx: Ctx, gateway: PaymentGateway, held: Held): Promise<CreatePaymentOutcome | null> {
  const { order_id, begun, checkout_expires_at } = held;
  try {
    const opened = await (begun
      ? openFirstCheckout(ctx, gateway, { ...begun, order_id, checkout_expires_at })
      : openCheckout(ctx, order_id));
    if (opened === "over") return null;
    return opened === "superseded" ? CHANGED_ELSEWHERE : { ok: true, url: opened.url, order_id };
  } catch (error) {
    ctx.log.error({ err: error, order: order_id }, "the checkout could not be opened");
    return { ok: false, status: 503, field: "body", message: "Failed to create payment session" };
  }
}
