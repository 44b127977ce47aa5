import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { charges, orders, refunds } from "~/db/schema/payments";
import { DISPUTED } from "~/features/booking/cancellation";
import { officeMethodOf } from "~/features/payments/orders/rules";
import type { Ctx } from "~/platform/context.server";
import { sweep } from "~/platform/jobs/sweep.server";
import type { Refund } from "~/platform/outside/payment-gateway";
import { takeInDispute } from "./dispute.server";
import { settleRefundRow } from "./settle.server";

/** Hours after which providers may forget our keys: later retries look for an existing refund first. */
const KEY_HOURS = 1;

/**
 * Requests a refund from the provider, once however often it is called; asks about one that was requested before. Throws if
 * the provider can't be reached, so that the job is retried. A final refusal fails the refund and is flagged.
 */
export async function refundOrder(ctx: Ctx, refundId: string): Promise<void> {
  const refund = await readPending(ctx, refundId);
  if (!refund) return;
  const answer = await askProvider(ctx, refund);
  if (answer) await settleRefundRow(ctx, { id: refundId, order_id: refund.order_id }, answer);
}

/** Retries refunds that no provider has accepted for an hour, at most 100 at a time. Failures are logged and stay due. */
export async function retryRefunds(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.status, "pending"),
        isNull(refunds.provider_refund_id),
        lte(refunds.created_at, ctx.now.subtract({ hours: 1 })),
      ),
    )
    .orderBy(asc(refunds.created_at))
    .limit(100);
  await sweep(ctx, due, ({ id }) => refundOrder(ctx, id), "a refund is still waiting");
}

type Pending = NonNullable<Awaited<ReturnType<typeof readPending>>>;

async function readPending({ db }: Ctx, refundId: string) {
  const [row] = await db
    .select({
      amount: refunds.amount,
      idempotency_key: refunds.idempotency_key,
      provider_refund_id: refunds.provider_refund_id,
      updated_at: refunds.updated_at,
      order_id: orders.id,
      provider: sql<string>`coalesce(${charges.provider}, ${orders.provider})`,
      payment_id: sql<
        string | null
      >`coalesce(${charges.payment_id}, ${orders.payment_id}, ${orders.payment_session_id})`,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .leftJoin(charges, eq(charges.id, refunds.charge_id))
    .where(and(eq(refunds.id, refundId), eq(refunds.status, "pending")));
  return row;
}

/** The refund as the provider has it; null if the provider no longer knows it. */
async function askProvider(ctx: Ctx, refund: Pending): Promise<Refund | null> {
  const { payments, now } = ctx;
  const { payment_id, provider, provider_refund_id, amount, idempotency_key } = refund;
  if (provider_refund_id !== null) return (await payments.readRefund(provider_refund_id))?.refund ?? null;
  if (payment_id === null || !(await payments.named(provider))) {
    const method = officeMethodOf(provider);
    const reason = method
      ? `It was paid by ${method}. Return the money by hand and record that on the order.`
      : `It was paid through ${provider}, which isn't set up here.`;
    return { status: "failed", id: null, reason };
  }
  if (Temporal.Instant.compare(refund.updated_at, now.subtract({ hours: KEY_HOURS })) <= 0) {
    const made = (await payments.listRefunds(payment_id)).find(({ key }) => key === idempotency_key);
    if (made) return made.refund;
  }
  if (await isDisputedThere(ctx, payment_id)) return { status: "failed", id: null, reason: DISPUTED };
  return payments.refund({ payment_id, amount, idempotency_key });
}

/** Whether the bank has withdrawn the payment and not decided yet. Stores disputes that were not known. */
async function isDisputedThere(ctx: Ctx, paymentId: string): Promise<boolean> {
  const disputes = await ctx.payments.listDisputes(paymentId);
  for (const dispute of disputes) await takeInDispute(ctx, dispute);
  return disputes.some(({ status, withdrawn }) => status === "open" && withdrawn);
}
