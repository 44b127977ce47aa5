import { eq } from "drizzle-orm";
import { approvals } from "~/db/schema/approvals";
import { type Approval, closeApproval, lockToApprove } from "~/features/payments/approvals/refuse.server";
import type { ApprovalKind } from "~/features/payments/approvals/rules";
import { isDisputed, lockOrder } from "~/features/payments/orders/queries.server";
import { isUuid } from "~/lib/ids";
import type { Cents } from "~/lib/money";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { discountNow } from "./add-line.server";
import { type Locked, leftIn, refundNow } from "./refund.server";
import { decideRefund } from "./rules";

export type ApproveOutcome =
  | { ok: true; kind: ApprovalKind; amount: Cents; by_hand: boolean; to_credit?: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "refused"; message: string };

type Done = { ok: true; by_hand: boolean; to_credit?: true } | { ok: false; message: string };
/** `left`: what the approver saw that can be given back, in cents. */
type Do = (tx: Database, ctx: StaffCtx, found: Locked, approval: Approval & { left: Cents }) => Promise<Done>;

/** What an approval does, by its kind. Everything that was checked when it was asked for is checked again. */
const DO: Record<ApprovalKind, Do> = {
  async refund(tx, ctx, found, { id, order_id, amount, reason, left, payload }) {
    const to_credit = payload.to_credit === true;
    const disputed = await isDisputed({ db: tx }, order_id);
    const nobody = to_credit && found.order.customer_id === null;
    const decision = decideRefund(leftIn(found), { amount, reason, left, disputed, nobody });
    if (!decision.ok) return decision;
    const idempotency_key = `approval:${id}`;
    const given = { amount, reason, idempotency_key, to_credit };
    return { ok: true, ...(await refundNow(tx, ctx, found, given, { approval: id })) };
  },
  discount: (tx, ctx, found, approval) => discountNow(tx, ctx, found, approval),
};

/**
 * Approves what somebody else asked for, and does it in the same transaction. Of several who approve at once, one does; the others
 * are refused.
 */
export function approve(ctx: StaffCtx, { id, left }: { id: string; left: Cents }): Promise<ApproveOutcome> {
  return ctx.db.transaction(async (tx): Promise<ApproveOutcome> => {
    const order_id = await orderOf(tx, id);
    const found = order_id && (await lockOrder(tx, order_id));
    const open = found && (await lockToApprove(tx, ctx, id));
    if (!found || !open) return { ok: false, reason: "not found" };
    const { approval, decision } = open;
    if (!decision.ok) return { ...decision, reason: "refused" };
    const done = await DO[approval.kind](tx, ctx, found, { ...approval, left });
    if (!done.ok) return { ok: false, reason: "refused", message: done.message };
    await closeApproval(tx, ctx, approval, "approved");
    return { ...done, kind: approval.kind, amount: approval.amount };
  });
}

async function orderOf(tx: Database, id: string): Promise<string | undefined> {
  if (!isUuid(id)) return;
  const [found] = await tx
    .select({ order_id: approvals.order_id })
    .from(approvals)
    .where(eq(approvals.id, id));
  return found?.order_id;
}
