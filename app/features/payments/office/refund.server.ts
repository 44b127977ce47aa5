import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { DISPUTED, leftOf } from "~/features/booking/cancellation";
import { moneyOf } from "~/features/booking/manage/queries.server";
import { publishRefundEvent } from "~/features/integrations/webhooks/publish.server";
import { askForApproval, readAsked } from "~/features/payments/approvals/ask.server";
import { isDisputed, lockOrder } from "~/features/payments/orders/queries.server";
import { officeMethodOf } from "~/features/payments/orders/rules";
import { giveBack } from "~/features/payments/orders/store.server";
import { refundMail } from "~/features/payments/refunds/rules";
import type { Cents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { decideRefund, type RefundDecision, type RefundWish } from "./rules";

type NotFound = { ok: false; reason: "not found" };

/** `asked`: it is above the actor's limit, so it waits for approval. */
export type StaffRefundOutcome =
  | { ok: true; amount: Cents; by_hand: boolean; to_credit?: true; asked?: true }
  | NotFound
  | ({ ok: false; reason: "invalid" } & Omit<Extract<RefundDecision, { ok: false }>, "ok">);

type StaffRefund = RefundWish & { order_id: string; token: string; to_credit?: boolean };

export type Locked = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/**
 * Refunds part of an order or all that is left through its provider; records a refund by hand for what the office was paid. Above
 * the actor's limit it asks for an approval instead. `to_credit`: it becomes the customer's credit. `token` comes with the form: sent
 * twice, it is one refund.
 */
export function refundByStaff(
  ctx: StaffCtx,
  { order_id, token, to_credit = false, ...wish }: StaffRefund,
): Promise<StaffRefundOutcome> {
  return ctx.db.transaction(async (tx): Promise<StaffRefundOutcome> => {
    const found = await lockOrder(tx, order_id);
    if (!found) return { ok: false, reason: "not found" };
    const idempotency_key = `refund-order:${order_id}:${token}`;
    const same = found.given.filter((refund) => refund.idempotency_key.startsWith(idempotency_key));
    if (same.length > 0) {
      const amount = same.reduce((sum, refund) => sum + refund.amount, 0);
      const by_hand =
        officeMethodOf(found.order.provider) !== null && !same.some((refund) => refund.to_credit);
      return { ok: true, amount, by_hand, ...creditOf(same) };
    }
    const asked = await readAsked({ db: tx }, idempotency_key);
    const waits = { ok: true, by_hand: false, asked: true } as const;
    if (asked) return { ...waits, amount: asked.amount };
    const disputed = await isDisputed({ db: tx }, order_id);
    const nobody = to_credit && found.order.customer_id === null;
    const decision = decideRefund(leftIn(found), { ...wish, disputed, nobody });
    if (!decision.ok) return { ...decision, reason: "invalid" };
    const { amount, reason } = decision;
    const ask = { order_id, amount, reason, key: idempotency_key, payload: { left: wish.left, to_credit } };
    const answer = await askForApproval(tx, ctx, { kind: "refund", ...ask });
    if (!answer.ok) return { ...answer, reason: "invalid", field: "amount" };
    if (!answer.alone) return { ...waits, amount };
    return {
      ok: true,
      amount,
      ...(await refundNow(tx, ctx, found, { amount, reason, idempotency_key, to_credit })),
    };
  });
}

type Given = { amount: Cents; reason: string; idempotency_key: string; to_credit: boolean };

/** Refunds a locked order, and records by hand what the office was paid. `why` goes to the audit trail. */
export async function refundNow(
  tx: Database,
  ctx: StaffCtx,
  found: Locked,
  given: Given,
  why: { approval?: string } = {},
): Promise<{ by_hand: boolean; to_credit?: true }> {
  const made = await giveBack(tx, ctx, { ...given, order_id: found.order.id });
  for (const { by_hand, to_credit, id, amount } of made) {
    if (by_hand || to_credit) await ctx.jobs.enqueue(tx, refundMail(found.order), { refund_id: id });
    const action = to_credit
      ? "order.refunded_to_credit"
      : by_hand
        ? "order.refunded_by_hand"
        : "order.refund_started";
    await audit(tx, ctx, found, action, { id, amount, ...why });
  }
  return { by_hand: made.every(({ by_hand }) => by_hand), ...creditOf(made) };
}

/** Says that all of it became credit. */
function creditOf(made: { to_credit: boolean }[]): { to_credit?: true } {
  return made.length > 0 && made.every(({ to_credit }) => to_credit) ? { to_credit: true } : {};
}

export function leftIn({ booking, order, given }: Locked): Cents {
  return leftOf(moneyOf(booking, order, given));
}

export type RefundAgainOutcome =
  | { ok: true; amount: Cents }
  | NotFound
  | { ok: false; reason: "refused"; message: string };

type Failed = { order_id: string; refund_id: string };

/** Requests a refused refund again, with a new key. */
export function retryRefund(ctx: StaffCtx, failed: Failed): Promise<RefundAgainOutcome> {
  return settleFailed(ctx, failed, async (tx, refund) => {
    const attempt = Number(/:again-(\d+)$/.exec(refund.idempotency_key)?.[1] ?? 0) + 1;
    const key = `${refund.idempotency_key.replace(/:again-\d+$/, "")}:again-${attempt}`;
    await tx
      .update(refunds)
      .set({
        status: "pending",
        error: null,
        idempotency_key: key,
        provider_refund_id: null,
        updated_at: ctx.now,
      })
      .where(eq(refunds.id, refund.id));
    await ctx.jobs.enqueue(tx, "refund-order", { refund_id: refund.id });
    return "order.refund_retried";
  });
}

/** Records that a refused refund was given by hand. */
export function refundByHand(ctx: StaffCtx, failed: Failed): Promise<RefundAgainOutcome> {
  return settleFailed(ctx, failed, async (tx, refund) => {
    await tx
      .update(refunds)
      .set({
        status: "completed",
        error: null,
        provider_refund_id: null,
        completed_at: ctx.now,
        updated_at: ctx.now,
      })
      .where(eq(refunds.id, refund.id));
    await publishRefundEvent(tx, ctx, refund.id);
    return "order.refunded_by_hand";
  });
}

type Settle = (tx: Database, refund: Locked["given"][number]) => Promise<string>;

/** Resolves a failed refund unless its money was refunded otherwise, and removes its flag. */
function settleFailed(
  ctx: StaffCtx,
  { order_id, refund_id }: Failed,
  settle: Settle,
): Promise<RefundAgainOutcome> {
  return ctx.db.transaction(async (tx): Promise<RefundAgainOutcome> => {
    const found = await lockOrder(tx, order_id);
    const refund = found?.given.find(({ id }) => id === refund_id);
    if (!found || !refund) return { ok: false, reason: "not found" };
    const { amount } = refund;
    if (refund.status !== "failed" && refund.status !== "cancelled") {
      return {
        ok: false,
        reason: "refused",
        message: "This refund didn't fail, or has already been retried.",
      };
    }
    if (await isDisputed({ db: tx }, order_id)) return { ok: false, reason: "refused", message: DISPUTED };
    if (amount > leftIn(found)) {
      return { ok: false, reason: "refused", message: "That's more than what's left of the payment." };
    }
    const action = await settle(tx, refund);
    await settleBooking(tx, ctx, found);
    await audit(tx, ctx, found, action, { id: refund.id, amount });
    return { ok: true, amount };
  });
}

/** Removes the failed refund from the reasons for attention. */
async function settleBooking(tx: Database, { now }: StaffCtx, { booking, order }: Locked): Promise<void> {
  const { plan_id } = order;
  const [plan] = plan_id
    ? await tx.select({ needs_attention: plans.needs_attention }).from(plans).where(eq(plans.id, plan_id))
    : [];
  const known = plan_id ? plan?.needs_attention : booking.needs_attention;
  if (!known) return;
  const rest = known.split("\n").filter((line) => !line.startsWith("The refund of"));
  const change = { needs_attention: rest.join("\n") || null, updated_at: now };
  if (plan_id) await tx.update(plans).set(change).where(eq(plans.id, plan_id));
  else await tx.update(bookings).set(change).where(eq(bookings.id, booking.id));
}

async function audit(
  tx: Database,
  ctx: StaffCtx,
  { order, booking, given }: Locked,
  action: string,
  { id, amount, ...why }: { id: string | undefined; amount: Cents; approval?: string },
) {
  const earlier = given.find((refund) => refund.id === id);
  await recordAudit(tx, ctx, {
    action,
    entity: "order",
    entity_id: order.id,
    details: {
      ...(order.plan_id ? { plan: order.plan_id } : { booking: booking.id }),
      refund: id,
      amount,
      ...why,
      ...(earlier && { before: { status: earlier.status } }),
    },
  });
}
