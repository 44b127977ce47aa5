import { eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { releasePlans } from "~/features/booking/release.server";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { changeLocked } from "~/features/plans/lock.server";
import { readSale } from "~/features/plans/phone/queries.server";
import { saleState } from "~/features/plans/phone/rules";
import { NO_PLAN } from "~/features/plans/plan";
import type { StaffCtx } from "~/platform/context.server";
import { ProviderUnavailable } from "~/platform/outside/payment-gateway";

export type WithdrawOutcome =
  | { ok: true }
  | typeof NO_PLAN
  | { ok: false; reason: "not possible"; message: string };

/** Tries when the customer opens another checkout meanwhile. */
const ROUNDS = 3;

/**
 * Takes back a plan that waits for its payment: its checkout is closed at the provider first, so that it can't be paid, then its
 * visits are released. Nobody gets an email; the link says why. Refused if the customer was faster.
 */
export async function withdrawPlan(ctx: StaffCtx, { id }: { id: string }): Promise<WithdrawOutcome> {
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const sale = await readSale(ctx, id);
      if (!sale) return NO_PLAN;
      const { session } = sale.order;
      if (sale.state === "waiting" && session) await closeCheckout(ctx, session);
      const outcome = await release(ctx, id);
      if (outcome !== "open") return outcome;
    }
  } catch (err) {
    if (!(err instanceof ProviderUnavailable)) throw err;
    ctx.log.warn({ err, plan: id }, "the checkout of a withdrawn plan could not be closed");
  }
  return refuse("We couldn't close the customer's checkout. Nothing was changed. Try again in a minute.");
}

function release(ctx: StaffCtx, id: string): Promise<WithdrawOutcome | "open"> {
  return changeLocked(ctx, OFFICE_ACTOR, id, async (tx, { plan }) => {
    const state = saleState(plan, ctx.now);
    if (!plan.held_until || state === "begun") return refuse("The customer has paid: the plan has begun.");
    if (state === "paying") return refuse("The customer's payment is on its way, so the plan stays.");
    if (state !== "waiting") return refuse("This plan no longer waits for a payment.");
    const [order] = await tx.select().from(orders).where(eq(orders.plan_id, id)).for("update");
    if (order?.payment_session_id && !order.session_closed_at) return "open";
    await releasePlans(tx, ctx, [id], "withdrawn by staff");
    await tx.update(plans).set({ withdrawn_at: ctx.now }).where(eq(plans.id, id));
    return { ok: true };
  });
}

function refuse(message: string) {
  return { ok: false, reason: "not possible", message } as const;
}
