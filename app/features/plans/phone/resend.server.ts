import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { changeLocked } from "~/features/plans/lock.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { saleState } from "./rules";

/** Emails the customer of a plan that waits for its payment the link again. */
export function resendPlanLink(ctx: StaffCtx, { id }: { id: string }) {
  return changeLocked(ctx, OFFICE_ACTOR, id, async (tx, { plan }) => {
    const refuse = (message: string) => ({ ok: false, reason: "not possible", message }) as const;
    if (!plan.held_until || saleState(plan, ctx.now) !== "waiting")
      return refuse("This plan no longer waits for a payment by link.");
    if (!plan.customer_email)
      return refuse("This customer has no email address. Copy the link and send it to them.");
    await recordAudit(tx, ctx, {
      action: "plan.pay_link_sent",
      entity: "plan",
      entity_id: id,
      details: {},
    });
    await ctx.jobs.enqueue(tx, "plan-link-mail", { plan_id: id, at: ctx.now.epochMilliseconds });
    return { ok: true } as const;
  });
}
