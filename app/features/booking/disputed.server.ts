import { and, eq } from "drizzle-orm";
import { disputes } from "~/db/schema/payments";
import type { Ctx } from "~/platform/context.server";

/** Whether the customer of an order disputes its payment, and the bank has not decided yet. */
export async function isDisputed({ db }: Pick<Ctx, "db">, orderId: string): Promise<boolean> {
  const open = and(eq(disputes.order_id, orderId), eq(disputes.status, "open"));
  return (await db.$count(disputes, open)) > 0;
}
