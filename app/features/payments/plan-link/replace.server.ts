import { eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { forgetCheckouts } from "~/features/payments/test-checkout/sessions.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/**
 * Takes an expired checkout off the order of a plan that the office still holds: its link opens another one, with a key of its
 * own. Nothing names the expired one any more, so what the test checkout keeps of its customer goes.
 */
export async function replaceCheckout(
  tx: Database,
  ctx: Ctx,
  order: typeof orders.$inferSelect,
  session_id: string,
): Promise<void> {
  await tx
    .update(orders)
    .set({
      ...{ payment_session_id: null, checkout_url: null, checkout_expires_at: null, asked_at: null },
      checkout_attempt: order.checkout_attempt + 1,
      updated_at: ctx.now,
    })
    .where(eq(orders.id, order.id));
  await forgetCheckouts(tx, [session_id]);
}
