import { eq } from "drizzle-orm";
import { gift_cards } from "~/db/schema/gift-cards";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { CheckoutSession, KnownRefund, Refund } from "~/platform/outside/payment-gateway";

/** Brings a gift card to the state that the provider reports of its checkout, once. False if the session is not one of ours. */
export async function settleGiftCard(ctx: Ctx, session: CheckoutSession): Promise<boolean> {
  const [seen] = await ctx.db
    .select({ id: gift_cards.id })
    .from(gift_cards)
    .where(eq(gift_cards.payment_session_id, session.id));
  if (!seen) return false;
  if (session.status === "open" || session.status === "processing") return true;
  await ctx.db.transaction(async (tx) => {
    const [card] = await tx.select().from(gift_cards).where(eq(gift_cards.id, seen.id)).for("update");
    if (!card || card.paid_at) return;
    const dated = { session_closed_at: ctx.now, updated_at: ctx.now };
    const which = eq(gift_cards.id, card.id);
    if (session.status !== "paid") {
      await tx
        .update(gift_cards)
        .set({ ...dated, status: "failed" })
        .where(which);
      return;
    }
    const payment_id = session.payment_id ?? session.id;
    await tx
      .update(gift_cards)
      .set({ ...dated, status: "paid", paid_at: ctx.now, payment_id })
      .where(which);
    const entry = { action: "gift_card.bought", entity: "gift_card", entity_id: card.id };
    await recordAudit(tx, ctx, { ...entry, details: { amount: card.amount } });
    await ctx.jobs.enqueue(tx, "gift-card-receipt-mail", { gift_card_id: card.id });
    await ctx.jobs.enqueue(tx, "send-gift-cards", {});
  });
  return true;
}

/** Stores a refund of a gift card as its provider has it, also one from the provider's dashboard. False if it is of something else. */
export async function settleGiftRefund(ctx: Ctx, { payment_id, refund }: KnownRefund): Promise<boolean> {
  const [card] = await ctx.db
    .select({ id: gift_cards.id })
    .from(gift_cards)
    .where(eq(gift_cards.payment_id, payment_id));
  if (!card) return false;
  await storeGiftRefund(ctx, card.id, refund);
  return true;
}

/** A refund that has come through makes the card worthless; one that failed leaves it as it was. */
export async function storeGiftRefund(ctx: Ctx, id: string, refund: Refund): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [card] = await tx.select().from(gift_cards).where(eq(gift_cards.id, id)).for("update");
    if (!card || card.redeemed_at || card.refund_status === "completed") return;
    const change = { provider_refund_id: refund.id ?? card.provider_refund_id, updated_at: ctx.now };
    const which = eq(gift_cards.id, id);
    if (refund.status === "completed") {
      const over = { status: "refunded" as const, refund_status: "completed" as const, refund_error: null };
      await tx
        .update(gift_cards)
        .set({ ...change, ...over, refunded_at: ctx.now, code_hash: null, sealed_code: null })
        .where(which);
      const entry = { action: "gift_card.refunded", entity: "gift_card", entity_id: id };
      await recordAudit(tx, ctx, { ...entry, details: { amount: card.amount } });
      await ctx.jobs.enqueue(tx, "gift-card-refund-mail", { gift_card_id: id });
    } else if (refund.status === "pending") {
      await tx
        .update(gift_cards)
        .set({ ...change, refund_status: "pending" })
        .where(which);
    } else {
      const error = { refund_status: "failed" as const, refund_error: refund.reason };
      await tx
        .update(gift_cards)
        .set({ ...change, ...error })
        .where(which);
    }
  });
}
