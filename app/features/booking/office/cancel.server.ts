import {
  decideStaffCancellation,
  leastBack,
  leftOf,
  policyRefund,
  type StaffCancellation,
  type StaffWish,
} from "~/features/booking/cancellation";
import { decideNoShow } from "~/features/booking/fee";
import { storeCancellation } from "~/features/booking/manage/cancel.server";
import { moneyOf, readRefunds } from "~/features/booking/manage/queries.server";
import { lockVisit, OFFICE_ACTOR, PLAN_NOT_PAID, readOpenOffer } from "~/features/booking/visit.server";
import { askForApproval } from "~/features/payments/approvals/ask.server";
import { readLines } from "~/features/payments/orders/lines.server";
import { isDisputed } from "~/features/payments/orders/queries.server";
import type { Cents } from "~/lib/money";
import type { StaffCtx } from "~/platform/context.server";

export type StaffCancelOutcome =
  /** `asked`: what waits for an approval, because it is above the actor's limit. */
  | { ok: true; refund: Cents; fee: Cents; currency: string; by_hand: boolean; asked?: Cents }
  | { ok: false; reason: "not found"; message: string }
  | Extract<StaffCancellation, { ok: false }>;

/**
 * Cancels a visit and gives back what staff decide, once: a second press finds it cancelled. What the office was paid on the
 * day is handed back by staff, and noted. What goes beyond the policy counts toward the actor's limit; above it, the visit is
 * cancelled with what the policy says, and the rest waits for an approval.
 */
export function cancelByStaff(
  ctx: StaffCtx,
  { id, ...wish }: StaffWish & { id: string },
): Promise<StaffCancelOutcome> {
  return ctx.db.transaction(async (tx): Promise<StaffCancelOutcome> => {
    const found = await lockVisit(tx, OFFICE_ACTOR, id);
    if (!found) return { ok: false, reason: "not found", message: "This booking no longer exists." };
    const { booking, order } = found;
    if (found.unpaid_plan) return { ok: false, reason: "not cancellable", message: PLAN_NOT_PAID };
    const given = order ? await readRefunds({ db: tx }, order.id) : [];
    const storm = (await readOpenOffer({ db: tx }, id)) !== null;
    const money = moneyOf(booking, order, given, order && (await readLines({ db: tx }, order.id)));
    const disputed = order !== null && (await isDisputed({ db: tx }, order.id));
    const decision = decideStaffCancellation({ ...booking, ...money, storm, disputed }, wish, ctx.now);
    if (!decision.ok) return decision;
    const { reason } = decision;
    const visit = { ...booking, ...money, storm };
    const within = policyRefund(visit, ctx.now) ?? leastBack(visit);
    const beyond = Math.max(0, decision.refund - within);
    const ask = {
      ...{ kind: "refund" as const, amount: beyond, reason, payload: { left: leftOf(money) - within } },
      key: `cancel:${id}:${booking.calendar_sequence}`,
    };
    const answer =
      order && beyond > 0
        ? await askForApproval(tx, ctx, { ...ask, order_id: order.id })
        : { ok: true as const, alone: true };
    if (!answer.ok) return { ok: false, reason: "not cancellable", message: answer.message };
    const refund = answer.alone ? decision.refund : within;
    const { fee = 0 } = wish;
    const { by_hand } = await storeCancellation(tx, ctx, found, { refund, fee, reason });
    const done = { ok: true as const, refund, fee, currency: order?.currency ?? "USD", by_hand };
    return answer.alone ? done : { ...done, asked: beyond };
  });
}

/** `refund` and `fee`: cents that staff were shown. */
export type NoShowInput = { id: string; refund: Cents; fee: Cents };

/**
 * Closes a visit for which nobody let the crew in, at what it costs by its policy: of a payment the rest goes back, of what was
 * to be paid on the day the fee stays due. Once: a second press finds it cancelled.
 */
export function closeAsNoShow(ctx: StaffCtx, { id, ...seen }: NoShowInput): Promise<StaffCancelOutcome> {
  return ctx.db.transaction(async (tx): Promise<StaffCancelOutcome> => {
    const found = await lockVisit(tx, OFFICE_ACTOR, id);
    if (!found) return { ok: false, reason: "not found", message: "This booking no longer exists." };
    const { booking, order } = found;
    const given = order ? await readRefunds({ db: tx }, order.id) : [];
    const disputed = order !== null && (await isDisputed({ db: tx }, order.id));
    const money = moneyOf(booking, order, given, order && (await readLines({ db: tx }, order.id)));
    const decision = decideNoShow({ ...booking, ...money, disputed }, ctx.now);
    if (!decision.ok) return { ok: false, reason: "not cancellable", message: decision.message };
    const { refund, fee } = decision;
    if (refund !== seen.refund || fee !== seen.fee) {
      const message = "What this no-show costs has changed. Please check it again.";
      return { ok: false, reason: "changed", message };
    }
    const closed = { refund, fee, reason: "No-show", no_show: true };
    const { by_hand } = await storeCancellation(tx, ctx, found, closed);
    return { ok: true, refund, fee, currency: order?.currency ?? "USD", by_hand };
  });
}
