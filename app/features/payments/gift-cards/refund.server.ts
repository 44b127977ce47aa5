import { and, asc, eq, lte } from "drizzle-orm";
import { gift_cards } from "~/db/schema/gift-cards";
import { isUuid } from "~/lib/ids";
import type { Cents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { sweep } from "~/platform/jobs/sweep.server";
import { whyNotRefundable } from "./gift-card";
import { factsOf } from "./queries.server";
import { storeGiftRefund } from "./settle.server";

export type GiftRefundOutcome =
  | { ok: true; amount: Cents; currency: string }
  | { ok: false; reason: "not found" | "refused"; message: string };

/** Refunds a gift card that nobody has redeemed to the card that paid it. Until that has come through, nobody can redeem it. */
export function refundGiftCard(ctx: StaffCtx, { id }: { id: string }): Promise<GiftRefundOutcome> {
  return ctx.db.transaction(async (tx): Promise<GiftRefundOutcome> => {
    const [card] = isUuid(id)
      ? await tx.select().from(gift_cards).where(eq(gift_cards.id, id)).for("update")
      : [];
    if (!card) return { ok: false, reason: "not found", message: "There is no such gift card." };
    const message = whyNotRefundable({ ...card, ...factsOf(card) });
    if (message) return { ok: false, reason: "refused", message };
    await tx
      .update(gift_cards)
      .set({ refund_status: "pending", refund_error: null, refunded_by: ctx.actor.id, updated_at: ctx.now })
      .where(eq(gift_cards.id, id));
    const entry = { action: "gift_card.refund_started", entity: "gift_card", entity_id: id };
    await recordAudit(tx, ctx, { ...entry, details: { amount: card.amount } });
    await ctx.jobs.enqueue(tx, "refund-gift-card", { gift_card_id: id });
    return { ok: true, amount: card.amount, currency: card.currency };
  });
}

/** Requests the refund of a gift card from the provider, with the same key however often; asks about one that was requested. */
export async function requestGiftRefund(ctx: Ctx, id: string): Promise<void> {
  const pending = and(eq(gift_cards.id, id), eq(gift_cards.refund_status, "pending"));
  const [card] = await ctx.db.select().from(gift_cards).where(pending);
  if (!card?.payment_id) return;
  const { payment_id, amount, provider_refund_id } = card;
  const known = provider_refund_id ? await ctx.payments.readRefund(provider_refund_id) : null;
  const idempotency_key = `gift_card_refund:${id}`;
  const refund = known?.refund ?? (await ctx.payments.refund({ payment_id, amount, idempotency_key }));
  await storeGiftRefund(ctx, id, refund);
}

/** Asks about refunds of gift cards that are pending for an hour, at most 100 at a time. */
export async function retryGiftRefunds(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: gift_cards.id })
    .from(gift_cards)
    .where(
      and(
        eq(gift_cards.refund_status, "pending"),
        lte(gift_cards.updated_at, ctx.now.subtract({ hours: 1 })),
      ),
    )
    .orderBy(asc(gift_cards.updated_at))
    .limit(100);
  await sweep(ctx, due, ({ id }) => requestGiftRefund(ctx, id), "a gift card's refund is still waiting");
}
