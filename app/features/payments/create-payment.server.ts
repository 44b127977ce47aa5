import type { CreatePayment } from "~/features/booking/forms";
import { type HoldOutcome, holdBooking } from "~/features/booking/hold.server";
import type { Via } from "~/features/partners/partner";
import { partnerNamed } from "~/features/partners/via.server";
import { type HoldPlanOutcome, holdPlan } from "~/features/plans/hold.server";
import type { Ctx } from "~/platform/context.server";
import { checkoutExpiry, openCheckout, openFirstCheckout } from "./checkout.server";
import { bookWithoutProvider } from "./without-provider.server";

type Refusal = Extract<HoldOutcome | HoldPlanOutcome, { ok: false }> & Pick<PlanRefusal, "clashes">;
type PlanRefusal = Extract<HoldPlanOutcome, { ok: false }>;
type ProviderFailure = Omit<Refusal, "status"> & { status: 503 };

export type CreatePaymentOutcome = { ok: true; url: string; order_id: string } | Refusal | ProviderFailure;

/**
 * Holds a slot for the request, or the visits of a plan, and opens its checkout (spec section 7, create-payment). When the
 * provider can't be reached the hold is kept, so that the same draft can try again. Where there is no provider the settings
 * say what happens. Without `via` the request may name the
 * partner whose widget it comes from.
 */
export async function createPayment(
  ctx: Ctx,
  input: { request: CreatePayment; draft_id: string | null; via?: Via | null },
): Promise<CreatePaymentOutcome> {
  const via = input.via ?? (await partnerNamed(ctx, input.request.partner));
  const gateway = await ctx.payments.current();
  if (!gateway) return bookWithoutProvider(ctx, { ...input, via });
  const hold = input.request.bookingDetails.frequency ? holdPlan : holdBooking;
  const checkout_expires_at = checkoutExpiry(ctx.now);
  const held = await hold(ctx, { ...input, via, provider: gateway.provider, checkout_expires_at });
  if (!held.ok) return held;
  try {
    const begun = "begun" in held && held.begun;
    const url = begun
      ? await openFirstCheckout(ctx, gateway, { ...begun, order_id: held.order_id, checkout_expires_at })
      : await openCheckout(ctx, held.order_id);
    if (url) return { ok: true, url, order_id: held.order_id };
    const message = "This booking was changed in another window. Please try again.";
    return { ok: false, status: 409, field: "body", message };
  } catch (error) {
    ctx.log.error({ err: error, order: held.order_id }, "the checkout could not be opened");
    return { ok: false, status: 503, field: "body", message: "Failed to create payment session" };
  }
}
