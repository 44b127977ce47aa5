import { and, eq, isNull } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { isErased } from "~/features/booking/booking";
import { releaseStanding, type Standing, standingOfDraft } from "~/features/booking/checkout/draft.server";
import { releasePlans } from "~/features/booking/release.server";
import { isProcessing, PAID_TWICE, twiceKey } from "~/features/payments/orders/rules";
import { storeRefund } from "~/features/payments/orders/store-refund.server";
import { flagForAttention } from "~/features/plans/attention.server";
import { syncSubscription } from "~/features/plans/change/end.server";
import { type LockedPlan, lockAnyPlan } from "~/features/plans/lock.server";
import {
  completeOrder,
  customerOf,
  joinPlan,
  type Order,
  type Period,
  readPeriod,
  start,
} from "~/features/plans/subscribe/start.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database.server";
import type { CheckoutSession } from "~/platform/payment-gateway";
import { decideSettlement } from "./settlement";

export type SettleOutcome = { ok: true } | { ok: false; reason: "unknown session" };

/**
 * Moves the order and plan of a checkout to what the provider says of it, exactly once however often it is asked: paid
 * starts the plan, also when its visits had been given back, or goes back when its draft has something else that is paid for;
 * expired gives them back, all together.
 */
export async function settlePlanSession(ctx: Ctx, told: CheckoutSession): Promise<SettleOutcome> {
  const [known] = await ctx.db
    .select({ plan_id: orders.plan_id, status: orders.status })
    .from(orders)
    .where(eq(orders.payment_session_id, told.id));
  if (!known?.plan_id) return { ok: false, reason: "unknown session" };
  const period = told.status === "paid" && known.status !== "completed" ? await readPeriod(ctx, told) : null;
  const planId = known.plan_id;
  for (const _ of ["first", "again"]) {
    try {
      await ctx.db.transaction((tx) => settle(tx, ctx, planId, told, period));
      return { ok: true };
    } catch (error) {
      if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error; // somebody was faster: look again
    }
  }
  throw new Error(`The visits of plan ${planId} could not be laid out`);
}

async function settle(
  tx: Database,
  ctx: Ctx,
  planId: string,
  told: CheckoutSession,
  period: Period | null,
): Promise<void> {
  const locked = await lockAnyPlan(tx, ctx, planId);
  const [order] = await tx.select().from(orders).where(eq(orders.payment_session_id, told.id)).for("update");
  if (!locked || !order) return;
  const erased = isErased(locked.plan);
  const session = erased ? { ...told, customer: null } : told; // who has gone doesn't come back
  const { status, draft_id } = locked.plan;
  const standing = status === "ended" ? await standingOfDraft(tx, draft_id) : null;
  const decision = decideSettlement({
    order: { ...order, processing: isProcessing(order) },
    plan: { ...locked.plan, erased, instead: standing?.money ?? null },
    session,
  });
  if (session.status !== "open" && session.status !== "processing" && !order.session_closed_at) {
    await tx.update(orders).set({ session_closed_at: ctx.now }).where(eq(orders.id, order.id));
  }
  if (decision.do === "wait") await wait(tx, ctx, locked, order, session);
  if (decision.do === "release") await release(tx, ctx, locked, order, session);
  const begins = decision.do === "start" && period !== null;
  const held = standing?.money === "awaited" || standing?.money === "on its way";
  if (begins && standing && held) await releaseStanding(tx, ctx, standing);
  if (decision.do === "give back twice" && standing) {
    await giveBackTwice(tx, ctx, locked, order, session, standing);
  }
  if (decision.do === "start" && period) await start(tx, ctx, locked, order, session, period);
  if (decision.do === "flag") await flag(tx, ctx, locked, order, session, decision);
  if (session.status === "failed") await endUnpaid(tx, ctx, planId, session);
}

/** The provider began a subscription before its first money came, and would ask for it again: it ends with the plan. */
async function endUnpaid(tx: Database, ctx: Ctx, planId: string, { subscription_id }: CheckoutSession) {
  if (!subscription_id) return;
  const ended = and(eq(plans.id, planId), eq(plans.status, "ended"), isNull(plans.subscription_id));
  const [known] = await tx.update(plans).set({ subscription_id }).where(ended).returning({ id: plans.id });
  if (known) await syncSubscription(tx, ctx, planId);
}

async function wait(tx: Database, ctx: Ctx, { plan }: LockedPlan, order: Order, session: CheckoutSession) {
  if (order.processing_at) return;
  const kept = { hold_expires_at: null, ...customerOf(session), updated_at: ctx.now };
  await tx.update(orders).set({ processing_at: ctx.now, updated_at: ctx.now }).where(eq(orders.id, order.id));
  await tx.update(plans).set(kept).where(eq(plans.id, plan.id));
  await tx
    .update(bookings)
    .set(kept)
    .where(and(eq(bookings.plan_id, plan.id), eq(bookings.status, "pending")));
  await joinPlan(tx, ctx, plan.id);
  await ctx.jobs.enqueue(tx, "plan-payment-processing-mail", { plan_id: plan.id });
}

/** Whose bank has not sent the money is told so. */
async function release(tx: Database, ctx: Ctx, { plan }: LockedPlan, order: Order, session: CheckoutSession) {
  const failed = session.status === "failed";
  await releasePlans(tx, ctx, [plan.id], failed ? "payment failed" : "checkout expired");
  if (failed) {
    await tx
      .update(plans)
      .set({ ...customerOf(session), updated_at: ctx.now })
      .where(eq(plans.id, plan.id));
    await ctx.jobs.enqueue(tx, "plan-ended-mail", { plan_id: plan.id, why: "payment failed" });
  }
  await tx.update(orders).set({ status: "failed", updated_at: ctx.now }).where(eq(orders.id, order.id));
}

/** What was paid twice goes back, and the provider asks for no more: the plan stays as it was given up. */
async function giveBackTwice(
  tx: Database,
  ctx: Ctx,
  { plan }: LockedPlan,
  order: Order,
  session: CheckoutSession,
  { kind, id }: Standing,
) {
  const { subscription_id } = session;
  await completeOrder(tx, ctx, order, session);
  await tx
    .update(plans)
    .set({ ...customerOf(session), subscription_id, updated_at: ctx.now })
    .where(eq(plans.id, plan.id));
  await joinPlan(tx, ctx, plan.id);
  const refund = { order_id: order.id, amount: order.amount, idempotency_key: twiceKey(order.id) };
  await storeRefund(tx, ctx, { ...refund, reason: PAID_TWICE });
  if (subscription_id) await syncSubscription(tx, ctx, plan.id);
  await recordAudit(tx, ctx, {
    action: "plan.paid_twice",
    entity: "plan",
    entity_id: plan.id,
    details: { order: order.id, amount: session.amount, refund: order.amount, stands: { [kind]: id } },
  });
}

async function flag(
  tx: Database,
  ctx: Ctx,
  { plan }: LockedPlan,
  order: Order,
  session: CheckoutSession,
  { reason, settled }: { reason: string; settled: boolean },
) {
  if (settled) await completeOrder(tx, ctx, order, session);
  else await storePaid(tx, ctx, order, session);
  const kept = { hold_expires_at: null, ...customerOf(session), updated_at: ctx.now };
  await tx
    .update(plans)
    .set({ ...kept, subscription_id: session.subscription_id })
    .where(eq(plans.id, plan.id));
  await flagForAttention(tx, ctx, plan.id, reason);
  await tx
    .update(bookings)
    .set(kept)
    .where(and(eq(bookings.plan_id, plan.id), eq(bookings.status, "pending")));
  if (plan.status === "ended" && session.subscription_id) await syncSubscription(tx, ctx, plan.id);
  await recordAudit(tx, ctx, {
    action: "plan.flagged",
    entity: "plan",
    entity_id: plan.id,
    details: { order: order.id, amount: session.amount, reason },
  });
}

/** Another amount came than was asked for: it can be given back. */
async function storePaid(tx: Database, ctx: Ctx, { id, currency }: Order, session: CheckoutSession) {
  const { payment_id, invoice_id } = session;
  const isSame = session.amount > 0 && session.currency.toUpperCase() === currency.toUpperCase();
  const paid_amount = isSame ? session.amount : null;
  await tx
    .update(orders)
    .set({ paid_amount, payment_id, invoice_id, updated_at: ctx.now })
    .where(eq(orders.id, id));
}
