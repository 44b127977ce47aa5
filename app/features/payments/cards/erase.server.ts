import { inArray, or } from "drizzle-orm";
import { card_setups } from "~/db/schema/card-setups";
import { cards } from "~/db/schema/cards";
import { orders } from "~/db/schema/payments";
import { provider_customers } from "~/db/schema/provider-customers";
import { forgetSoon } from "~/features/payments/orders/card.server";
import { forgetCheckouts } from "~/features/payments/test-checkout/sessions.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/** Erases the saved cards of customers and of their bookings, and who they are at the provider, here and at the provider, with the pages where they were saved. */
export async function eraseCards(
  tx: Database,
  ctx: Pick<Ctx, "jobs">,
  { customer_ids, booking_ids }: { customer_ids: string[]; booking_ids: string[] },
): Promise<void> {
  if (customer_ids.length + booking_ids.length === 0) return;
  await tx.delete(provider_customers).where(inArray(provider_customers.customer_id, customer_ids));
  const ofBookings = inArray(orders.booking_id, booking_ids);
  const theirs = tx.select({ id: orders.id }).from(orders).where(ofBookings);
  const setups = await tx
    .delete(card_setups)
    .where(or(inArray(card_setups.order_id, theirs), inArray(card_setups.customer_id, customer_ids)))
    .returning({ session: card_setups.payment_session_id, status: card_setups.status });
  const used = tx.select({ id: orders.card_id }).from(orders).where(ofBookings);
  const gone = await tx
    .delete(cards)
    .where(or(inArray(cards.customer_id, customer_ids), inArray(cards.id, used)))
    .returning({ provider: cards.provider, method_id: cards.method_id });
  for (const card of gone) await forgetSoon(tx, ctx, card);
  const sessions = setups.flatMap(({ session }) => session ?? []);
  await forgetCheckouts(tx, sessions);
  for (const { session, status } of setups)
    if (session && status === "pending")
      await ctx.jobs.enqueue(tx, "close-checkout", { session_id: session });
}
