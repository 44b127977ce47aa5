import { and, eq, isNotNull, or } from "drizzle-orm";
import { gift_cards } from "~/db/schema/gift-cards";
import type { Database } from "~/platform/database/database.server";

/**
 * Removes a person from the gift cards that they bought or got. A card that was not sent yet is not sent any more to whoever is gone,
 * and goes without the name of a buyer who is.
 */
export async function forgetGiftCards(tx: Database, email: string): Promise<void> {
  const buyer = { buyer_name: null, buyer_email: null, message: null, checkout_url: null };
  await tx.update(gift_cards).set(buyer).where(eq(gift_cards.buyer_email, email));
  const recipient = { recipient_name: null, recipient_email: null, message: null, sealed_code: null };
  await tx.update(gift_cards).set(recipient).where(eq(gift_cards.recipient_email, email));
}

/** What a person bought or got, without codes and checkouts. */
export function readOwnGiftCards(tx: Database, email: string) {
  const { id, number, status, amount, currency, send_on, sent_at, redeemed_at, refunded_at } = gift_cards;
  const people = {
    ...{ buyer_name: gift_cards.buyer_name, buyer_email: gift_cards.buyer_email },
    ...{ recipient_name: gift_cards.recipient_name, recipient_email: gift_cards.recipient_email },
  };
  const theirs = or(eq(gift_cards.buyer_email, email), eq(gift_cards.recipient_email, email));
  return tx
    .select({
      ...{ id, number, status, amount, currency, send_on, sent_at, redeemed_at, refunded_at, ...people },
      message: gift_cards.message,
    })
    .from(gift_cards)
    .where(and(theirs, isNotNull(gift_cards.paid_at)))
    .orderBy(number);
}
