import { refunds } from "~/db/schema/payments";
import type { Cents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { refundKey } from "./cancellation";

type Refund = { booking_id: string; order_id: string; amount: Cents; reason: string };

/** Gives back what a cancelled booking was paid with, once the transaction ends. Its key names one refund a booking. */
export async function startRefund(
  tx: Database,
  ctx: Pick<Ctx, "jobs" | "now">,
  { booking_id, ...refund }: Refund,
): Promise<void> {
  const [started] = await tx
    .insert(refunds)
    .values({
      ...refund,
      status: "pending",
      idempotency_key: refundKey(booking_id),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning({ id: refunds.id });
  if (started) await ctx.jobs.enqueue(tx, "refund-order", { refund_id: started.id });
}
