import { and, asc, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { cards } from "~/db/schema/cards";
import { orders } from "~/db/schema/payments";
import { customerOfAccount } from "~/features/customers/records/link.server";
import { formatCard } from "~/features/payments/orders/card";
import { formatDate } from "~/lib/dates";
import { formatNumber } from "~/lib/number";
import type { UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Depending, MyCard } from "./rules";

/** The saved cards of a customer's account, the newest first. */
export async function readMyCards({ db, actor }: Pick<UserCtx, "db" | "actor">): Promise<MyCard[]> {
  const found = await db
    .select()
    .from(cards)
    .where(and(eq(cards.customer_id, customerOfAccount(actor.id)), isNull(cards.removed_at)))
    .orderBy(desc(cards.created_at), asc(cards.id));
  const depending = await readDepending(
    db,
    found.map(({ id }) => id),
  );
  return found.map((card) => ({
    id: card.id,
    name: formatCard(card),
    expires: `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`,
    depending: depending.filter(({ card_id }) => card_id === card.id),
  }));
}

/** The bookings that cards are to pay for: those with something due, now or after the visit. */
export async function readDepending(
  db: Database,
  cardIds: string[],
): Promise<(Depending & { card_id: string | null })[]> {
  if (cardIds.length === 0) return [];
  const found = await db
    .select({ card_id: orders.card_id, number: bookings.number, date: bookings.scheduled_date })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(and(inArray(orders.card_id, cardIds), gt(orders.due, 0)))
    .orderBy(asc(bookings.scheduled_date), asc(bookings.number));
  return found.map(({ card_id, number, date }) => ({
    ...{ card_id, number: formatNumber(number), when: formatDate(date) },
  }));
}
