import { and, desc, eq, isNotNull, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { charges, orders } from "~/db/schema/payments";
import { ERASED_STREET } from "~/features/booking/booking";
import { readSettings } from "~/features/operations/settings/queries.server";
import { isOver } from "~/features/payments/orders/card";
import { cardOfOrder } from "~/features/payments/orders/card.server";
import { linesOfOrder } from "~/features/payments/orders/lines.server";
import { visitOfOrder } from "~/features/payments/orders/queries.server";
import { isTipWelcome, tipChoices, tippedPrice } from "~/features/payments/orders/tip";
import { companyToday, formatDate, formatLongDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { type Cents, formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import type { Ctx } from "~/platform/context.server";
import { askedNow, type PayPage } from "./pay-link";

export type ToPay = NonNullable<Awaited<ReturnType<typeof readToPay>>>;

/** An order as its pay link asks for it. Undefined if there is no such order, or its customer was erased. */
export async function readToPay({ db }: Pick<Ctx, "db">, orderId: string) {
  if (!isUuid(orderId)) return undefined;
  const [found] = await db
    .select({
      order: orders,
      lines: linesOfOrder,
      card: cardOfOrder,
      service: services.title,
      booking_id: bookings.id,
      date: bookings.scheduled_date,
      status: bookings.status,
      user_id: bookings.user_id,
      name: bookings.customer_name,
      email: bookings.customer_email,
      phone: bookings.customer_phone,
    })
    .from(orders)
    .innerJoin(bookings, visitOfOrder)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(and(eq(orders.id, orderId), ne(bookings.address_line1, ERASED_STREET)));
  return found;
}

/** What the holder of a pay link sees of an order. */
export async function readPayPage(
  ctx: Pick<Ctx, "db" | "payments">,
  { order, lines, card, service, date, status }: ToPay,
): Promise<PayPage> {
  const { currency } = order;
  const over = isOver(status);
  const due = askedNow({ ...order, card: card !== null, consent: order.consent !== null }, over);
  const zone = (await readSettings(ctx))["general.timezone"];
  const format = (cents: Cents) => formatCents(cents, currency);
  const [last] = await ctx.db
    .select()
    .from(charges)
    .where(and(eq(charges.order_id, order.id), eq(charges.purpose, "pay_link")))
    .orderBy(desc(charges.created_at))
    .limit(1);
  const gateway = await ctx.payments.current();
  const pays = last && (last.status === "completed" || (last.status === "pending" && last.processing_at));
  return {
    number: formatNumber(order.number),
    of: order.plan_id ? `${service}, a month` : `${service}, ${formatLongDate(date)}`,
    lines: (lines ?? []).map(({ label, amount }) => ({ label, amount: format(amount) })),
    total: format(order.amount),
    paid: order.charged > 0 ? format(order.charged) : null,
    due: due > 0 ? format(due) : null,
    due_cents: due,
    owed: order.due > 0 ? format(order.due) : null,
    card: {
      name: order.due > 0 ? card : null,
      may_save:
        gateway !== null &&
        order.due > 0 &&
        order.booking_id !== null &&
        (card !== null || order.consent !== null),
      at_once: over,
      consent: order.consent,
      declined: card !== null && order.due > 0 && (await wasDeclined(ctx, order)),
    },
    currency,
    tips: tipChoices(tippedPrice(lines ?? []), currency),
    last: pays
      ? {
          state: last.status === "completed" ? "paid" : "processing",
          amount: format(last.amount),
          tip: last.tip > 0 ? format(last.tip) : null,
          on: last.completed_at && formatDate(companyToday(last.completed_at, zone)),
        }
      : null,
    is_test: isTestPayment(gateway?.provider),
    takes_cards: gateway !== null,
    may_tip: isTipWelcome(status, lines ?? []),
  };
}

/** Whether the bank declined the card of an order. */
async function wasDeclined(
  { db }: Pick<Ctx, "db">,
  { id, card_id }: { id: string; card_id: string | null },
): Promise<boolean> {
  const declined = and(
    ...[eq(charges.order_id, id), isNotNull(charges.failure)],
    card_id ? eq(charges.card_id, card_id) : undefined,
  );
  return (await db.$count(charges, declined)) > 0;
}
