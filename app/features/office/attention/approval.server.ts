import { approvals } from "~/db/schema/approvals";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { isOpen, readOpenApprovals } from "~/features/payments/approvals/queries.server";
import { refuseApproval, withdrawApproval } from "~/features/payments/approvals/refuse.server";
import type { ApprovalView } from "~/features/payments/approvals/rules";
import { approve } from "~/features/payments/office/approve.server";
import { approvedToast } from "~/features/payments/office/rules";
import { may } from "~/platform/auth/roles";
import type { CaseAction } from "./attention";
import { defineAttention, GONE, type Handled, type Handler, refused, seenIn } from "./define.server";

/** Refunds and discounts above somebody's limit, the oldest first. For those who can refund at all. */
export const waitingApprovals = defineAttention({
  kind: "approvals",
  one: "refund or discount is waiting for approval",
  many: "refunds or discounts are waiting for approval",
  read: async (ctx, part) => {
    if (!may(ctx.actor.role, "orders.refund")) return { count: 0, cases: [] };
    const open = await readOpenApprovals(ctx, part);
    const cases = open.map((approval) => ({
      id: approval.id,
      href: `/admin/orders/${approval.order_id}`,
      what: `${approval.customer ?? UNKNOWN.customer}: ${approval.kind} of ${approval.amount} for order ${approval.order_number}. ${approval.reason}`,
      when: approval.asked,
      actions: actionsOf(approval),
    }));
    return { count: cases.length > 0 ? await ctx.db.$count(approvals, isOpen) : 0, cases };
  },
  handlers: {
    approve: async (ctx, { id = "", left }) => {
      const outcome = await approve(ctx, { id, left: seenIn(left) ?? Number.NaN });
      if (outcome.ok) return { ok: true, toast: approvedToast(outcome) };
      return outcome.reason === "not found" ? GONE : refused(outcome);
    },
    refuse: closing(refuseApproval, "Request refused"),
    withdraw: closing(withdrawApproval, "Request withdrawn"),
  },
});

function actionsOf({ id, order_id, left, may_decide, may_withdraw }: ApprovalView): CaseAction[] {
  const fields = { id };
  if (may_withdraw) return [{ label: "Withdraw", intent: "withdraw", pending: "Saving...", fields }];
  if (!may_decide) return [{ label: "Open order", href: `/admin/orders/${order_id}` }];
  return [
    { label: "Approve", intent: "approve", pending: "Approving...", fields: { id, left: String(left) } },
    { label: "Refuse", intent: "refuse", pending: "Refusing...", fields },
  ];
}

function closing(close: typeof refuseApproval, title: string): Handler {
  return async (ctx, { id = "" }): Promise<Handled> => {
    const outcome = await close(ctx, { id });
    if (outcome.ok) return { ok: true, toast: { title } };
    return outcome.reason === "not found" ? GONE : refused(outcome);
  };
}
