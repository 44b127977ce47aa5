import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { cards } from "~/db/schema/cards";
import { orders } from "~/db/schema/payments";
import { subselect } from "~/db/subselect";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { SavedCard } from "~/platform/outside/payment-gateway";

type Kept = { provider: string; card: SavedCard; customer_id: string | null };

type Keep = { order_id: string; booking_id: string; provider: string; card: SavedCard };

/** Stores a card that the provider saved for an order, which it is to pay from now on; it is its customer's. Returns its id. */
export async function keepCard(
  tx: Database,
  ctx: Pick<Ctx, "now">,
  { order_id, booking_id, provider, card }: Keep,
): Promise<string> {
  const [owner] = await tx
    .select({ customer_id: bookings.customer_id })
    .from(bookings)
    .where(eq(bookings.id, booking_id));
  const card_id = await storeCard(tx, ctx, { provider, card, customer_id: owner?.customer_id ?? null });
  await tx.update(orders).set({ card_id }).where(eq(orders.id, order_id));
  return card_id;
}

/** Stores a card that the provider saved, once, and returns its id. */
export async function storeCard(
  tx: Database,
  { now }: Pick<Ctx, "now">,
  { provider, card, customer_id }: Kept,
): Promise<string> {
  const { customer_id: provider_customer_id, method_id, brand, last4, exp_month, exp_year } = card;
  const [stored] = await tx
    .insert(cards)
    .values({
      ...{ customer_id, provider, provider_customer_id, method_id },
      ...{ brand, last4, exp_month, exp_year, created_at: now },
    })
    .onConflictDoUpdate({ target: cards.method_id, set: { method_id } })
    .returning({ id: cards.id });
  if (!stored) throw new Error("The card was not stored");
  return stored.id;
}

/**
 * Charges what is due of an order to its saved card, after the commit; nothing without a card or without anything due. After
 * `afterSeconds`, for what staff may still take back. Lock the order first.
 */
export async function chargeSoon(
  tx: Database,
  { now, jobs }: Pick<Ctx, "now" | "jobs">,
  order_id: string,
  { afterSeconds = 0 }: { afterSeconds?: number } = {},
): Promise<void> {
  const charge_at = now.add({ seconds: afterSeconds });
  const [charged] = await tx
    .update(orders)
    .set({ charge_at })
    .where(and(eq(orders.id, order_id), isNotNull(orders.card_id), gt(orders.due, 0)))
    .returning({ id: orders.id });
  if (charged) await jobs.enqueue(tx, "charge-card", { order_id }, { afterSeconds });
}

/** Has the provider forget a card after the commit. */
export async function forgetSoon(
  tx: Database,
  { jobs }: Pick<Ctx, "jobs">,
  { provider, method_id }: { provider: string; method_id: string },
): Promise<void> {
  await jobs.enqueue(tx, "forget-card", { provider, method_id });
}

/** Charges nothing to the card of an order for now: its visit is not over after all. */
export async function chargeLater(tx: Database, order_id: string): Promise<void> {
  await tx
    .update(orders)
    .set({ charge_at: null })
    .where(and(eq(orders.id, order_id), isNotNull(orders.charge_at)));
}

/** The saved card of the order in the same select, as `formatCard` writes it; null without one. */
export const cardOfOrder = subselect(sql<string | null>`(
  select ${cards.brand} || ' ending in ' || ${cards.last4} from ${cards}
  where ${cards.id} = ${orders.card_id} and ${cards.removed_at} is null)`);
