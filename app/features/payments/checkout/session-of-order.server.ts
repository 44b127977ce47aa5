import { eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";

/** The checkout session of an order; null when there is none. */
export async function sessionOfOrder({ db }: Ctx, orderId: string): Promise<string | null> {
  if (!isUuid(orderId)) return null;
  const [order] = await db
    .select({ session_id: orders.payment_session_id })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order?.session_id ?? null;
}
