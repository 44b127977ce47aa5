import {
  decideStaffCancellation,
  type StaffCancellation,
  type StaffWish,
} from "~/features/booking/cancellation";
import { decideNoShow } from "~/features/booking/fee";
import { storeCancellation } from "~/features/booking/manage/cancel.server";
import { moneyOf, readRefunds } from "~/features/booking/manage/queries.server";
import { lockVisit, OFFICE_ACTOR, PLAN_NOT_PAID, readOpenOffer } from "~/features/booking/visit.server";
import { isDisputed } from "~/features/payments/orders/queries.server";
import type { Cents } from "~/lib/money";
import type { StaffCtx } from "~/platform/context.server";

export type StaffCancelOutcome =
  | { ok: true; refund: Cents; fee: Cents; currency: string; by_hand: boolean }
  | { ok: false; reason: "not found"; message: string }
  | Extract<StaffCancellation, { ok: false }>;

/**
 * Cancels a visit and gives back what staff decide, once: a second press finds it cancelled. What the office was paid on the
 * day is handed back by staff, and noted.
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
    const money = moneyOf(booking, order, given);
    const disputed = order !== null && (await isDisputed({ db: tx }, order.id));
    const decision = decideStaffCancellation({ ...booking, ...money, storm, disputed }, wish, ctx.now);
    if (!decision.ok) return decision;
    const { refund, reason } = decision;
    const { fee = 0 } = wish;
    const { by_hand } = await storeCancellation(tx, ctx, found, { refund, fee, reason });
    return { ok: true, refund, fee, currency: order?.currency ?? "USD", by_hand };
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
    const decision = decideNoShow({ ...booking, ...moneyOf(booking, order, given), disputed }, ctx.now);
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
