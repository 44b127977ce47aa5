import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { addLines } from "~/features/payments/orders/lines.server";
import { isDisputed } from "~/features/payments/orders/queries.server";
import { formatDiffers } from "~/features/payments/orders/rules";
import { giveBack } from "~/features/payments/orders/store.server";
import { endLocked } from "~/features/plans/change/end.server";
import { changeLocked, type LockedPlan } from "~/features/plans/lock.server";
import type { PlanRefusal } from "~/features/plans/plan";
import { type PaidPlan, readPeriod, startPlan } from "~/features/plans/subscribe/start.server";
import type { Cents } from "~/lib/money";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type CheckoutSession, ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { whyNotDecided } from "./rules";

/** `seen`: the amount that staff saw as paid less refunds, in cents. */
type Decision = { id: string; seen: Cents };
type Outcome = { ok: true } | PlanRefusal;

/** Accepts another amount as the first month and starts the plan. Later months cost the agreed price. */
export async function startPaidPlan(ctx: StaffCtx, { id, seen }: Decision): Promise<Outcome> {
  const session = await readCheckout(ctx, id);
  if (session === "unavailable") {
    return refuse("The payment provider can't be reached right now. Please try again in a few minutes.");
  }
  const period = session && (await readPeriod(ctx, session));
  return changeLocked(ctx, OFFICE_ACTOR, id, async (tx, locked): Promise<Outcome> => {
    const found = await lockPaid(tx, locked);
    const refusal = whyNotDecided(found, { start: true, seen });
    if (refusal) return refuse(refusal.message);
    const { order, paid } = found;
    if (!order || paid === null || !period || session.status !== "paid" || session.amount !== paid) {
      return refuse("The payment provider doesn't show this as paid. Check the payment there.");
    }
    await tx.update(orders).set({ paid_amount: null }).where(eq(orders.id, order.id));
    const label = "First month, as it was paid";
    const line = { kind: "correction" as const, label, amount: paid - order.amount };
    await addLines(tx, ctx, order.id, [line]);
    await settleReason(tx, ctx, locked, found);
    const taken = { ...order, amount: paid, paid_amount: null };
    await startPlan(tx, ctx, { ...locked, order: taken }, session, period);
    return { ok: true };
  });
}

/** Refunds what is left of another amount and ends the plan before it begins. */
export function giveBackAndEnd(ctx: StaffCtx, { id, seen }: Decision): Promise<Outcome> {
  return changeLocked(ctx, OFFICE_ACTOR, id, async (tx, locked): Promise<Outcome> => {
    const found = await lockPaid(tx, locked);
    const refusal = whyNotDecided(found, { start: false, seen });
    if (refusal) return refuse(refusal.message);
    if (!found.order) return refuse("There is no payment to refund.");
    await giveBack(tx, ctx, {
      order_id: found.order.id,
      amount: seen,
      reason: "Paid amount differs from the amount due",
      idempotency_key: `refund-order:${found.order.id}:not-started`,
    });
    await settleReason(tx, ctx, locked, found);
    await endLocked(tx, ctx, locked, "given back");
    return { ok: true };
  });
}

async function readCheckout(ctx: Ctx, planId: string): Promise<CheckoutSession | "unavailable" | null> {
  const [known] = await ctx.db
    .select({ session: orders.payment_session_id })
    .from(orders)
    .where(and(eq(sql`${orders.plan_id}::text`, planId), isNotNull(orders.paid_amount)));
  if (!known?.session) return null;
  return ctx.payments.readSession(known.session).catch((error) => {
    if (error instanceof ProviderUnavailable) return "unavailable" as const;
    throw error;
  });
}

type Paid = Parameters<typeof whyNotDecided>[0] & { order: PaidPlan["order"] | undefined };

async function lockPaid(tx: Database, { plan }: LockedPlan): Promise<Paid> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.plan_id, plan.id), isNotNull(orders.paid_amount)))
    .for("update");
  if (!order) return { order, status: plan.status, paid: null, refunded: 0, disputed: false };
  const [back] = await tx
    .select({ amount: sql<number>`coalesce(sum(${refunds.amount}), 0)::int` })
    .from(refunds)
    .where(and(eq(refunds.order_id, order.id), inArray(refunds.status, ["pending", "completed"])));
  const disputed = await isDisputed({ db: tx }, order.id);
  return { order, status: plan.status, paid: order.paid_amount, refunded: back?.amount ?? 0, disputed };
}

/** Removes this reason for attention and keeps the others. */
async function settleReason(tx: Database, ctx: Ctx, { plan }: LockedPlan, { order, paid }: Paid) {
  if (!order || paid === null) return;
  const settled = formatDiffers({ amount: paid, currency: order.currency }, order);
  const rest = plan.needs_attention?.split("\n").filter((line) => line !== settled) ?? [];
  await tx
    .update(plans)
    .set({ needs_attention: rest.join("\n") || null, updated_at: ctx.now })
    .where(eq(plans.id, plan.id));
}

function refuse(message: string): PlanRefusal {
  return { ok: false, reason: "not possible", message };
}
