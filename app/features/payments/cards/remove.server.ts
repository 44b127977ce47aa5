import { and, eq, isNull } from "drizzle-orm";
import { cards } from "~/db/schema/cards";
import { orders } from "~/db/schema/payments";
import { customerOfAccount } from "~/features/customers/records/link.server";
import { forgetSoon } from "~/features/payments/orders/card.server";
import { recordAudit } from "~/platform/audit.server";
import type { UserCtx } from "~/platform/context.server";
import { readDepending } from "./queries.server";
import { whyNotRemovable } from "./rules";

export type RemoveOutcome = { ok: true } | { ok: false; reason: "not found" | "needed"; message: string };

/** Removes a saved card of the customer, here and at the provider. Refused while it is to pay for a booking. */
export function removeCard(ctx: UserCtx, { card_id }: { card_id: string }): Promise<RemoveOutcome> {
  return ctx.db.transaction(async (tx): Promise<RemoveOutcome> => {
    const [card] = await tx
      .select()
      .from(cards)
      .where(
        and(
          ...[eq(cards.id, card_id), eq(cards.customer_id, customerOfAccount(ctx.actor.id))],
          isNull(cards.removed_at),
        ),
      )
      .for("update");
    if (!card) return { ok: false, reason: "not found", message: "This card was removed already." };
    const message = whyNotRemovable(await readDepending(tx, [card.id]));
    if (message) return { ok: false, reason: "needed", message };
    await tx.update(cards).set({ removed_at: ctx.now }).where(eq(cards.id, card.id));
    await tx.update(orders).set({ card_id: null }).where(eq(orders.card_id, card.id));
    await forgetSoon(tx, ctx, card);
    await recordAudit(tx, ctx, {
      action: "customer.card_removed",
      entity: "customer",
      entity_id: card.customer_id ?? "",
      details: { card: card.last4 },
    });
    return { ok: true };
  });
}
