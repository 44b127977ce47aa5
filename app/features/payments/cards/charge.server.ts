import { and, asc, eq, isNotNull, isNull, lte, min, or, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { cards } from "~/db/schema/cards";
import { charges, orders } from "~/db/schema/payments";
import { chargeable, isOver, nextTry } from "~/features/payments/orders/card";
import { lockOrder } from "~/features/payments/orders/queries.server";
import { spendCredit } from "~/features/payments/orders/spend-credit.server";
import { failCharge } from "~/features/payments/pay-link/open.server";
import { closeCharge, completeCharge } from "~/features/payments/pay-link/settle.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { sweep } from "~/platform/jobs/sweep.server";
import type { CardAnswer, PaymentGateway } from "~/platform/outside/payment-gateway";

export type ChargeOutcome =
  | { ok: true; do: "charged" | "declined" | "processing" }
  | { ok: false; reason: "not found" | "nothing to charge" | "busy"; message: string };

const NOTHING = {
  ok: false,
  reason: "nothing to charge",
  message: "Nothing is due that the card may be charged.",
} as const;
const BUSY = {
  ok: false,
  reason: "busy",
  message: "The customer is paying this right now. Try again in a few minutes.",
} as const;

const TRIED = {
  ok: false,
  reason: "busy",
  message: "The card was tried meanwhile. See below what came of it.",
} as const;

/** `seen`: how many declined tries staff saw, so that a second press doesn't try again. */
type Wish = { order_id: string; now?: boolean; seen?: number };

/** Tries when the customer pays by the pay link at the same moment. */
const ROUNDS = 3;

/**
 * Charges what is due of an order after its customer's credit to its saved card, never more than the customer agreed to. An order has
 * one charge under way: a second call continues it with the same key, so that a lost answer charges nobody twice. Nothing is charged
 * before the visit is over. `now`: staff want it at once; otherwise only when it is time.
 */
export async function chargeOrder(ctx: Ctx, wish: Wish): Promise<ChargeOutcome> {
  const { order_id } = wish;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const begun = await ctx.db.transaction((tx) => begin(tx, ctx, wish));
    if ("ok" in begun) return begun;
    if ("session" in begun) {
      const status = await closeCharge(ctx, begun.session);
      if (status === "open" || status === "processing") return BUSY;
      if (status === null) await failCharge(ctx, begun.charge_id);
      continue;
    }
    const { charge } = begun;
    const gateway = await ctx.payments.named(charge.provider);
    const answer = gateway ? await ask(gateway, begun) : NO_PROVIDER;
    return ctx.db.transaction((tx) => finish(tx, ctx, charge.id, order_id, answer));
  }
  return BUSY;
}

const NO_PROVIDER = {
  status: "declined",
  reason: "The payment provider is no longer set up.",
  needs_customer: false,
} as const;

/** Charges, or only looks what came of an earlier try that is not wanted any more; null if nothing did. */
function ask(gateway: PaymentGateway, { charge, card, number, wanted }: Asked): Promise<CardAnswer | null> {
  const request = {
    ...{ idempotency_key: `card:${charge.id}`, reference: charge.id },
    ...{ customer_id: card.provider_customer_id, method_id: card.method_id },
    ...{ amount: charge.amount, currency: charge.currency },
    description: `Order #${number}`,
  };
  return wanted ? gateway.chargeCard(request) : gateway.findCardCharge(request);
}

type Charge = typeof charges.$inferSelect;
type Card = typeof cards.$inferSelect;
/** `wanted`: it is still due; otherwise nothing new is charged. */
type Asked = { charge: Charge; card: Card; number: number; wanted: boolean };
type Begun = ChargeOutcome | { session: string; charge_id: string } | Asked;

async function begin(tx: Database, ctx: Ctx, { order_id, now = false, seen }: Wish): Promise<Begun> {
  const found = await lockOrder(tx, order_id);
  if (!found) return { ok: false, reason: "not found", message: "This order no longer exists." };
  const { order, booking } = found;
  const [card] = await tx
    .select()
    .from(cards)
    .where(and(eq(cards.id, order.card_id ?? sql`null`), isNull(cards.removed_at)));
  const [under_way] = await tx
    .select()
    .from(charges)
    .where(and(eq(charges.order_id, order_id), eq(charges.status, "pending")));
  if (under_way && under_way.purpose !== "card") {
    const { payment_session_id: session, id: charge_id } = under_way;
    return session ? { session, charge_id } : BUSY;
  }
  const over = isOver(booking.status);
  const [own] = under_way?.card_id
    ? await tx.select().from(cards).where(eq(cards.id, under_way.card_id))
    : [];
  if (under_way && own) {
    const wanted = order.status !== "failed" && over && order.due >= under_way.amount;
    return { charge: under_way, card: own, number: order.number, wanted };
  }
  if (seen !== undefined && (await countDeclined(tx, order_id)) !== seen) return TRIED;
  const isTime = order.charge_at !== null && Temporal.Instant.compare(order.charge_at, ctx.now) <= 0;
  const may_charge = card && over && (now || isTime);
  const spent = may_charge ? await spendCredit(tx, ctx, order_id) : 0;
  const left = { ...order, due: order.due - spent, charged: order.charged + spent };
  const amount = may_charge ? chargeable(left) : 0;
  if (!card || amount === 0) {
    if (isTime) await tx.update(orders).set({ charge_at: null }).where(eq(orders.id, order_id));
    const asks = isTime && over && left.due > 0;
    if (asks) await ctx.jobs.enqueue(tx, "pay-link-mail", { order_id, at: ctx.now.epochMilliseconds });
    return NOTHING;
  }
  const [charge] = await tx
    .insert(charges)
    .values({
      ...{ order_id, purpose: "card", status: "pending", amount, currency: order.currency },
      ...{ provider: card.provider, card_id: card.id, created_at: ctx.now, updated_at: ctx.now },
      ...(ctx.actor.kind === "user" && { taken_by: ctx.actor.id }),
    })
    .returning();
  if (!charge) throw new Error("The charge was not stored");
  return { charge, card, number: order.number, wanted: true };
}

/** How often the bank declined a card for an order. */
function countDeclined(tx: Database, order_id: string): Promise<number> {
  return tx.$count(charges, and(eq(charges.order_id, order_id), isNotNull(charges.failure)));
}

async function finish(
  tx: Database,
  ctx: Ctx,
  charge_id: string,
  order_id: string,
  answer: CardAnswer | null,
): Promise<ChargeOutcome> {
  const found = await lockOrder(tx, order_id);
  const [charge] = await tx.select().from(charges).where(eq(charges.id, charge_id)).for("update");
  if (!found || !charge) return NOTHING;
  if (charge.status === "completed") return { ok: true, do: "charged" };
  if (charge.status === "failed") return { ok: true, do: "declined" };
  if (!answer) {
    const gone = { status: "failed" as const, updated_at: ctx.now };
    await tx.update(charges).set(gone).where(eq(charges.id, charge_id));
    return NOTHING;
  }
  if (answer.status === "processing") return { ok: true, do: "processing" };
  if (answer.status === "declined") {
    await decline(tx, ctx, found.order, charge, answer);
    return { ok: true, do: "declined" };
  }
  const { status, amount, charged, returned } = found.order;
  const owed = status === "failed" ? 0 : amount - charged + returned;
  const back = Math.max(0, charge.amount - Math.max(0, owed));
  await completeCharge(tx, ctx, found, charge, { payment_id: answer.payment_id, back, method: "saved_card" });
  await tx.update(orders).set({ charge_at: null }).where(eq(orders.id, order_id));
  const rest = owed - charge.amount;
  if (rest > 0) await ctx.jobs.enqueue(tx, "pay-link-mail", { order_id, at: ctx.now.epochMilliseconds });
  return { ok: true, do: "charged" };
}

/** Notes that the bank said no, and when to try again. The customer gets a link to pay in another way. */
async function decline(
  tx: Database,
  ctx: Ctx,
  order: typeof orders.$inferSelect,
  charge: Charge,
  { reason }: { reason: string },
): Promise<void> {
  await tx
    .update(charges)
    .set({ status: "failed", failure: reason, updated_at: ctx.now })
    .where(eq(charges.id, charge.id));
  const declined = and(
    ...[eq(charges.order_id, order.id), eq(charges.purpose, "card"), isNotNull(charges.failure)],
    charge.card_id ? eq(charges.card_id, charge.card_id) : undefined,
  );
  const [tries] = await tx
    .select({ first: min(charges.created_at), count: sql<number>`count(*)::int` })
    .from(charges)
    .where(declined);
  const charge_at = nextTry(tries?.first ?? ctx.now, tries?.count ?? 1, ctx.now);
  await tx.update(orders).set({ charge_at, updated_at: ctx.now }).where(eq(orders.id, order.id));
  await recordAudit(tx, ctx, {
    action: "order.card_declined",
    entity: "order",
    entity_id: order.id,
    details: { booking: order.booking_id, amount: charge.amount, reason },
  });
  await ctx.jobs.enqueue(tx, "card-declined-mail", { charge_id: charge.id });
}

/** Orders in one sweep. */
const LIMIT = 200;
/** Minutes after which a charge without an answer is asked for again. */
const PATIENCE_MINUTES = 2;

/** Charges all cards whose time has come, and continues charges that were never answered. */
export async function chargeCards(ctx: Ctx): Promise<void> {
  const lost = ctx.now.subtract({ minutes: PATIENCE_MINUTES });
  const unanswered = sql`exists (select from ${charges} where ${charges.order_id} = ${orders.id}
    and ${charges.purpose} = 'card' and ${charges.status} = 'pending' and ${charges.created_at} <= ${lost.toString()})`;
  const due = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(
      or(
        and(isNotNull(orders.charge_at), lte(orders.charge_at, ctx.now)),
        and(isNotNull(orders.card_id), unanswered),
      ),
    )
    .orderBy(asc(orders.charge_at), asc(orders.id))
    .limit(LIMIT);
  await sweep(ctx, due, ({ id }) => chargeOrder(ctx, { order_id: id }), "a card could not be charged");
}
