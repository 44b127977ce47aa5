import { and, eq } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import { openCheckout } from "~/features/payments/checkout/open.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { readSale } from "~/features/plans/phone/queries.server";
import type { Ctx } from "~/platform/context.server";
import { ProviderUnavailable } from "~/platform/outside/payment-gateway";

/** `over`: the plan can't be paid by its link any more; its page says why. */
export type OpenPlanOutcome =
  | { ok: true; url: string; order_id: string }
  | { ok: false; reason: "not found" | "over" | "unavailable"; message: string };

const UNAVAILABLE = {
  ok: false,
  reason: "unavailable",
  message: "We couldn't reach our payment provider. Nothing was charged. Please try again in a minute.",
} as const;

/** Tries when a checkout ends meanwhile. */
const ROUNDS = 3;

/**
 * Opens the checkout of a plan that staff sold by phone. Pressed again it is the same one, so nobody pays twice; one that expired
 * or that another provider has is replaced by a new one while the hold lasts.
 */
export async function openPlanLink(ctx: Ctx, plan_id: string): Promise<OpenPlanOutcome> {
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const outcome = await open(ctx, plan_id);
      if (outcome !== "again") return outcome;
    }
  } catch (err) {
    if (!(err instanceof ProviderUnavailable)) throw err;
    ctx.log.warn({ err, plan: plan_id }, "the checkout of a plan's link could not be opened");
  }
  return UNAVAILABLE;
}

async function open(ctx: Ctx, plan_id: string): Promise<OpenPlanOutcome | "again"> {
  const sale = await readSale(ctx, plan_id);
  if (!sale) return { ok: false, reason: "not found", message: "This link doesn't work." };
  if (sale.state !== "waiting")
    return { ok: false, reason: "over", message: "This plan can't be paid by its link any more." };
  const gateway = await ctx.payments.current();
  if (!gateway) return UNAVAILABLE;
  const { order, plan } = sale;
  const { provider } = gateway;
  if (order.session && order.provider !== provider) {
    await closeCheckout(ctx, order.session);
    return "again";
  }
  if (!order.session && plan.provider !== provider)
    await ctx.db
      .update(plans)
      .set({ provider, updated_at: ctx.now })
      .where(and(eq(plans.id, plan_id), eq(plans.status, "pending")));
  const opened = await openCheckout(ctx, order.id);
  return typeof opened === "string" ? "again" : { ok: true, url: opened.url, order_id: order.id };
}
