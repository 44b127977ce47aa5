import { readSettings } from "~/features/operations/settings/reads.server";
import type { AdminCtx } from "~/platform/context.server";
import type { PaymentState } from "./payment-state";

export async function readPaymentState(ctx: AdminCtx): Promise<PaymentState> {
  const way = await ctx.payments.way();
  if (way === "stripe") return null;
  if (way === "test checkout") return "test";
  const settings = await readSettings(ctx);
  return settings["payments.without_provider"] === "on_the_day" ? "on the day" : "no bookings";
}
