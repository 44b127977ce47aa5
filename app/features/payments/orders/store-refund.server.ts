import { like } from "drizzle-orm";
import { refunds } from "~/db/schema/payments";
import { publishRefundEvent } from "~/features/integrations/webhooks/publish.server";
import type { Cents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

type Refund = {
  booking_id: string;
  order_id: string;
  amount: Cents;
  reason: string;
  /** Whether staff hand the money back themselves: no provider is asked. */
  by_hand?: boolean;
};

/**
 * Gives back what a cancelled booking was paid with, once the transaction ends. Its key names one refund a cancellation:
 * a booking that staff brought back can be cancelled again. Call it with the booking locked.
 */
export async function startRefund(
  tx: Database,
  ctx: Pick<Ctx, "jobs" | "now">,
  { booking_id, by_hand = false, ...refund }: Refund,
): Promise<void> {
  const key = refundKey(booking_id);
  const earlier = await tx.$count(refunds, like(refunds.idempotency_key, `${key}%`));
  const stored = { ...refund, idempotency_key: earlier === 0 ? key : `${key}:${earlier + 1}` };
  await (by_hand ? noteRefund : storeRefund)(tx, ctx, stored);
}

type Stored = Pick<Refund, "order_id" | "amount" | "reason"> & { idempotency_key: string };

/** Notes a refund that the provider is to pay. The caller has locked the order, and nothing goes back twice. */
export async function storeRefund(
  tx: Database,
  { jobs, now }: Pick<Ctx, "jobs" | "now">,
  refund: Stored,
): Promise<string | undefined> {
  const [started] = await tx
    .insert(refunds)
    .values({ ...refund, status: "pending", created_at: now, updated_at: now })
    .returning({ id: refunds.id });
  if (started) await jobs.enqueue(tx, "refund-order", { refund_id: started.id });
  return started?.id;
}

/** Notes a refund that staff hand back themselves. The caller has locked the order. */
export async function noteRefund(
  tx: Database,
  ctx: Pick<Ctx, "jobs" | "now">,
  refund: Stored,
): Promise<string | undefined> {
  const { now } = ctx;
  const dated = { completed_at: now, created_at: now, updated_at: now };
  const [noted] = await tx
    .insert(refunds)
    .values({ ...refund, ...dated, status: "completed" })
    .returning({ id: refunds.id });
  if (noted) await publishRefundEvent(tx, ctx, noted.id);
  return noted?.id;
}

/** Names the refund of a cancellation, in our books and the provider's: a booking is cancelled once. */
export function refundKey(bookingId: string): string {
  return `refund:${bookingId}`;
}
