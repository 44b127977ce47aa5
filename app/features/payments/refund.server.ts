import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders, refunds } from "~/db/schema/payments";
import { recordAudit } from "~/features/audit/record.server";
import { officeMethodOf } from "~/features/booking/office-method";
import { formatCents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import type { Refund } from "~/platform/payment-gateway";

/**
 * Has the provider pay a refund, exactly once however often it is asked. Throws when the provider can't be asked, so that
 * the job tries again; what it refuses for good has failed, and the booking calls for staff.
 */
export async function refundOrder(ctx: Ctx, refundId: string): Promise<void> {
  const refund = await readPending(ctx, refundId);
  if (refund) await note(ctx, refund, await askProvider(ctx, refund));
}

/** Tries what is still pending after an hour, at most 100 at a time; what fails again is logged, and due again. */
export async function retryRefunds(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, "pending"), lte(refunds.created_at, ctx.now.subtract({ hours: 1 }))))
    .orderBy(asc(refunds.created_at))
    .limit(100);
  for (const { id } of due) {
    await refundOrder(ctx, id).catch((err) =>
      ctx.log.error({ err, refund: id }, "a refund is still waiting"),
    );
  }
}

type Pending = NonNullable<Awaited<ReturnType<typeof readPending>>>;

async function readPending({ db }: Ctx, refundId: string) {
  const [row] = await db
    .select({
      id: refunds.id,
      amount: refunds.amount,
      idempotency_key: refunds.idempotency_key,
      order_id: orders.id,
      booking_id: orders.booking_id,
      provider: orders.provider,
      payment_id: orders.payment_id,
      session_id: orders.payment_session_id,
      currency: orders.currency,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(and(eq(refunds.id, refundId), eq(refunds.status, "pending")));
  return row;
}

async function askProvider(
  { payments }: Ctx,
  { payment_id, session_id, provider, ...refund }: Pending,
): Promise<Refund> {
  const paid = payment_id ?? session_id;
  if (paid === null || !(await payments.named(provider))) {
    const method = officeMethodOf(provider);
    const reason = method
      ? `It was paid by ${method}. Give it back by hand, and note that with its order.`
      : `It was paid through ${provider}, which can't be asked from here.`;
    return { status: "failed", id: null, reason };
  }
  const { amount, idempotency_key } = refund;
  return payments.refund({ payment_id: paid, amount, idempotency_key });
}

/** The provider's answer, once: of two who ask at the same time the second finds it noted. */
async function note(ctx: Ctx, refund: Pending, answer: Refund): Promise<void> {
  const failed = answer.status === "failed" ? answer.reason : null;
  await ctx.db.transaction(async (tx) => {
    const noted = await tx
      .update(refunds)
      .set({
        status: answer.status,
        provider_refund_id: answer.id,
        error: failed,
        completed_at: failed === null ? ctx.now : null,
        updated_at: ctx.now,
      })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, "pending")))
      .returning({ id: refunds.id });
    if (noted.length === 0) return;
    await recordAudit(tx, ctx, {
      action: failed === null ? "booking.refunded" : "booking.refund_failed",
      entity: refund.booking_id ? "booking" : "order",
      entity_id: refund.booking_id ?? refund.order_id,
      details: { refund: refund.id, amount: refund.amount, ...(failed !== null && { reason: failed }) },
    });
    if (failed === null || !refund.booking_id) return;
    await ctx.jobs.enqueue(tx, "refund-notice-mail", { refund_id: refund.id });
    const amount = formatCents(refund.amount, refund.currency);
    await tx
      .update(bookings)
      .set({ needs_attention: `The refund of ${amount} failed: ${failed}`, updated_at: ctx.now })
      .where(and(eq(bookings.id, refund.booking_id), isNull(bookings.needs_attention))); // another reason stays
  });
}
