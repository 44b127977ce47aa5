import { and, eq } from "drizzle-orm";
import { disputes } from "~/db/schema/payments";
import type { Ctx } from "~/platform/context.server";

/** Whether the bank has withdrawn an order's payment, and not decided yet. An inquiry has withdrawn nothing. */
export async function isDisputed({ db }: Pick<Ctx, "db">, orderId: string): Promise<boolean> {
  const open = and(eq(disputes.order_id, orderId), eq(disputes.status, "open"), disputes.withdrawn);
  return (await db.$count(disputes, open)) > 0;
}
