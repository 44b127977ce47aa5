import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { card_setups } from "~/db/schema/card-setups";
import { cards } from "~/db/schema/cards";
import { orders } from "~/db/schema/payments";
import { confirmHeld } from "~/features/booking/checkout/on-the-day.server";
import { lockVisit } from "~/features/booking/visit.server";
import { isOver } from "~/features/payments/orders/card";
import { chargeSoon, forgetSoon, keepCard, storeCard } from "~/features/payments/orders/card.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { CheckoutSession, SavedCard } from "~/platform/outside/payment-gateway";

const SYSTEM = { actor: { kind: "system" } } as const;

/**
 * Stores the card that a customer saved, once however often the provider reports it, and confirms the visit that waited for it. A
 * card that came too late is forgotten at the provider. False if the session saves no card of ours.
 */
export async function settleSetup(ctx: Ctx, session: CheckoutSession): Promise<boolean> {
  const [seen] = await ctx.db
    .select({ id: card_setups.id, booking_id: orders.booking_id })
    .from(card_setups)
    .leftJoin(orders, eq(orders.id, card_setups.order_id))
    .where(eq(card_setups.payment_session_id, session.id));
  if (!seen) return false;
  if (session.status === "open" || session.status === "processing") return true;
  await ctx.db.transaction(async (tx) => {
    const visit = seen.booking_id ? await lockVisit(tx, SYSTEM, seen.booking_id) : undefined;
    const [setup] = await tx.select().from(card_setups).where(eq(card_setups.id, seen.id)).for("update");
    if (setup?.status !== "pending") return;
    const { card } = session;
    const saved = session.status === "paid" && card !== null;
    const over = { status: saved ? ("completed" as const) : ("failed" as const), session_closed_at: ctx.now };
    await tx
      .update(card_setups)
      .set({ ...over, updated_at: ctx.now })
      .where(eq(card_setups.id, setup.id));
    if (!saved) return;
    if (setup.customer_id) await replaceCard(tx, ctx, setup, card, setup.customer_id);
    else await saveForOrder(tx, ctx, setup, card, visit);
  });
  return true;
}

type Setup = typeof card_setups.$inferSelect;
type Visit = Awaited<ReturnType<typeof lockVisit>>;

async function saveForOrder(tx: Database, ctx: Ctx, setup: Setup, card: SavedCard, visit: Visit) {
  const { booking, order } = visit ?? {};
  const { id: setup_id, consent, card_limit, provider } = setup;
  const waits = booking?.status === "pending" && booking.hold_expires_at !== null;
  const isGone = !booking || !order || order.status === "failed" || (booking.status === "pending" && !waits);
  if (isGone) return forgetSoon(tx, ctx, { ...card, provider });
  if (waits) await confirmHeld(tx, { ...ctx, ...SYSTEM }, { booking, order });
  await tx.update(orders).set({ consent, card_limit }).where(eq(orders.id, order.id));
  const card_id = await keepCard(tx, ctx, { order_id: order.id, booking_id: booking.id, provider, card });
  if (order.card_id && order.card_id !== card_id) await forgetUnused(tx, ctx, order.card_id);
  await tx.update(card_setups).set({ card_id }).where(eq(card_setups.id, setup_id));
  await recordAudit(
    tx,
    { ...ctx, ...SYSTEM },
    {
      action: "order.card_saved",
      entity: "order",
      entity_id: order.id,
      details: { booking: booking.id, card: card.last4, limit: card_limit },
    },
  );
  if (isOver(booking.status)) await chargeSoon(tx, ctx, order.id);
}

/** Has the provider forget a card that pays for nothing any more. */
async function forgetUnused(tx: Database, ctx: Ctx, card_id: string): Promise<void> {
  if ((await tx.$count(orders, eq(orders.card_id, card_id))) > 0) return;
  const [old] = await tx
    .update(cards)
    .set({ removed_at: ctx.now })
    .where(and(eq(cards.id, card_id), isNull(cards.removed_at)))
    .returning({ provider: cards.provider, method_id: cards.method_id });
  if (old) await forgetSoon(tx, ctx, old);
}

/** Puts a new card in the place of all cards of a customer. What the old one was declined for is tried at once. */
async function replaceCard(tx: Database, ctx: Ctx, setup: Setup, card: SavedCard, customer_id: string) {
  const { provider } = setup;
  const card_id = await storeCard(tx, ctx, { provider, card, customer_id });
  await tx.update(card_setups).set({ card_id }).where(eq(card_setups.id, setup.id));
  const old = await tx
    .update(cards)
    .set({ removed_at: ctx.now })
    .where(and(eq(cards.customer_id, customer_id), isNull(cards.removed_at), ne(cards.id, card_id)))
    .returning({ id: cards.id, provider: cards.provider, method_id: cards.method_id });
  for (const one of old) await forgetSoon(tx, ctx, one);
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await tx.update(orders).set({ card_id }).where(inArray(orders.card_id, ids));
  const over = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(and(eq(orders.card_id, card_id), inArray(bookings.status, ["completed", "cancelled"])));
  for (const { id } of over) await chargeSoon(tx, ctx, id);
  await recordAudit(tx, ctx, {
    action: "customer.card_replaced",
    entity: "customer",
    entity_id: customer_id,
    details: { card: card.last4 },
  });
}

/** Makes a card useless at its provider. */
export async function forgetCard(
  { payments }: Pick<Ctx, "payments">,
  { provider, method_id }: { provider: string; method_id: string },
): Promise<void> {
  await (await payments.named(provider))?.forgetCard(method_id);
}
