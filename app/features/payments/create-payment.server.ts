import type { CreatePayment } from "~/features/booking/forms";
import { type HoldOutcome, holdBooking } from "~/features/booking/hold.server";
import type { Ctx } from "~/platform/context.server";
import { openCheckout } from "./checkout.server";

export type CreatePaymentOutcome = { ok: true; url: string } | Extract<HoldOutcome, { ok: false }>;

/** Holds a slot for the request and opens its checkout (spec section 7, create-payment). */
export async function createPayment(
  ctx: Ctx,
  input: { request: CreatePayment; draft_id: string | null },
): Promise<CreatePaymentOutcome> {
  const held = await holdBooking(ctx, {
    ...input,
    provider: ctx.payments.provider,
  });
  if (!held.ok) return held;
  const url = await openCheckout(ctx, held.order_id);
  if (url) return { ok: true, url };
  const message = "This booking was changed in another window. Please try again.";
  return { ok: false, status: 409, field: "body", message };
}
