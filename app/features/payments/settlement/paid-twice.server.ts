import { eq } from "drizzle-orm";
import { orders, refunds } from "~/db/schema/payments";
import { twiceKey } from "~/features/payments/orders/twice";
import type { Ctx } from "~/platform/context.server";

/** Whether a checkout paid for something that its customer had paid for already, so that its money went back. */
export async function isSessionPaidTwice({ db }: Pick<Ctx, "db">, sessionId: string): Promise<boolean> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.payment_session_id, sessionId));
  return (
    order !== undefined && (await db.$count(refunds, eq(refunds.idempotency_key, twiceKey(order.id)))) > 0
  );
}
