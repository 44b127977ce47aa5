import type { Cents } from "~/lib/money";
import type { AdminCtx } from "~/platform/context.server";
import { ANYBODYS } from "./anybodys";
import { storeCancellation } from "./cancel.server";
import { lockVisit } from "./lock-visit.server";
import { decideStaffCancellation, type StaffCancellation, type StaffWish } from "./staff-cancellation";
import { readOpenOffer } from "./storm-offer.server";
import { moneyOf, readRefunds } from "./visits.server";

export type StaffCancelOutcome =
  | { ok: true; refund: Cents; currency: string }
  | { ok: false; reason: "not found"; message: string }
  | Extract<StaffCancellation, { ok: false }>;

/** Cancels a visit and gives back what staff decide, once: a second press finds it cancelled. */
export function cancelByStaff(
  ctx: AdminCtx,
  { id, ...wish }: StaffWish & { id: string },
): Promise<StaffCancelOutcome> {
  return ctx.db.transaction(async (tx): Promise<StaffCancelOutcome> => {
    const found = await lockVisit(tx, ANYBODYS, id);
    if (!found) return { ok: false, reason: "not found", message: "There is no such booking." };
    const { booking, order } = found;
    const given = await readRefunds({ db: tx }, order.id);
    const storm = (await readOpenOffer({ db: tx }, id)) !== null;
    const money = moneyOf(booking, order, given);
    const decision = decideStaffCancellation({ ...booking, ...money, storm }, wish, ctx.now);
    if (!decision.ok) return decision;
    const { refund, reason } = decision;
    await storeCancellation(tx, ctx, found, { refund, reason });
    return { ok: true, refund, currency: order.currency };
  });
}
