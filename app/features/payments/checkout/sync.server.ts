import { and, asc, eq, isNull, lte, or } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { card_setups } from "~/db/schema/card-setups";
import { gift_cards } from "~/db/schema/gift-cards";
import { charges, orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { releaseBookings, releasePlans } from "~/features/booking/release.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import type { Ctx } from "~/platform/context.server";
import { sweep } from "~/platform/jobs/sweep.server";
import type { SessionStatus } from "~/platform/outside/payment-gateway";

/**
 * Closes a session at its provider and settles its final state: usually `expired`; `paid` if the customer was faster. Null
 * if the provider doesn't know it.
 */
export async function closeCheckout(ctx: Ctx, sessionId: string): Promise<SessionStatus | null> {
  const session = await ctx.payments.expireSession(sessionId);
  if (!session) return null;
  await settleSession(ctx, session);
  return session.status;
}

const DUE_AT_ONCE = 100;

/** Ends the holds of visits that have expired. Returns how many were due. One that fails is logged and stays due. */
export async function expireHolds(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .select({ id: bookings.id, session: orders.payment_session_id })
    .from(bookings)
    .innerJoin(orders, eq(orders.booking_id, bookings.id))
    .where(
      and(
        eq(bookings.status, "pending"),
        lte(bookings.hold_expires_at, ctx.now),
        isNull(bookings.needs_attention),
      ),
    )
    .orderBy(asc(bookings.hold_expires_at))
    .limit(DUE_AT_ONCE);
  await sweep(ctx, due, (hold) => endHold(ctx, hold, releaseBookings), "a hold could not be ended");
  return due.length;
}

/** Ends the holds of plans that have expired. */
export async function expirePlanHolds(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: plans.id, session: orders.payment_session_id })
    .from(plans)
    .innerJoin(orders, eq(orders.plan_id, plans.id))
    .where(and(eq(plans.status, "pending"), lte(plans.hold_expires_at, ctx.now)))
    .orderBy(asc(plans.hold_expires_at))
    .limit(DUE_AT_ONCE);
  await sweep(ctx, due, (hold) => endHold(ctx, hold, releasePlans), "a plan's hold could not be ended");
}

type Hold = { id: string; session: string | null };

async function endHold(ctx: Ctx, { id, session }: Hold, release: typeof releaseBookings): Promise<void> {
  const closed = session === null ? null : await closeCheckout(ctx, session);
  if (closed === null) await ctx.db.transaction((tx) => release(tx, ctx, [id], "hold expired"));
}

/** Seconds between two requests to the provider by a waiting page. */
const AGAIN_SECONDS = 3;
/** Milliseconds that a page waits for the provider. A later answer is still settled. */
const PATIENCE_MS = 4000;

/**
 * Asks the provider about a session and settles the answer. Does nothing if the session has ended or was asked about a
 * moment ago.
 */
export async function askAboutCheckout(ctx: Ctx, sessionId: string): Promise<void> {
  const [order] = await ctx.db
    .update(orders)
    .set({ asked_at: ctx.now })
    .where(
      and(
        eq(orders.payment_session_id, sessionId),
        isNull(orders.session_closed_at),
        or(isNull(orders.asked_at), lte(orders.asked_at, ctx.now.subtract({ seconds: AGAIN_SECONDS }))),
      ),
    )
    .returning({ session_id: orders.payment_session_id, status: orders.status });
  if (order?.session_id) await askProviderBriefly(ctx, { ...order, session_id: order.session_id });
}

/** The same of a pay link's checkout, if it is of this order. */
export async function askAboutCharge(
  ctx: Ctx,
  { order_id, session_id }: { order_id: string; session_id: string },
): Promise<void> {
  const [charge] = await ctx.db
    .update(charges)
    .set({ asked_at: ctx.now })
    .where(
      and(
        ...[eq(charges.order_id, order_id), eq(charges.payment_session_id, session_id)],
        isNull(charges.session_closed_at),
      ),
    )
    .returning({ status: charges.status });
  if (charge) await askProviderBriefly(ctx, { status: charge.status, session_id });
}

/** The same of a page where a card is saved. */
export async function askAboutSetup(ctx: Ctx, session_id: string): Promise<void> {
  const [setup] = await ctx.db
    .update(card_setups)
    .set({ asked_at: ctx.now })
    .where(and(eq(card_setups.payment_session_id, session_id), isNull(card_setups.session_closed_at)))
    .returning({ status: card_setups.status });
  if (setup) await askProviderBriefly(ctx, { status: setup.status, session_id });
}

/** The same of a gift card's checkout. */
export async function askAboutGiftCard(ctx: Ctx, session_id: string): Promise<void> {
  const [card] = await ctx.db
    .update(gift_cards)
    .set({ asked_at: ctx.now })
    .where(and(eq(gift_cards.payment_session_id, session_id), isNull(gift_cards.session_closed_at)))
    .returning({ id: gift_cards.id });
  if (card) await askProviderBriefly(ctx, { status: "pending", session_id });
}

/** Asks the provider, for as long as a page may wait. Never throws. */
export async function askProviderBriefly(ctx: Ctx, order: Asked): Promise<void> {
  const asked = askProvider({ ...ctx, actor: { kind: "system" } }, order);
  const known = asked.catch((err) => ctx.log.warn({ err }, "a payment could not be asked for"));
  await Promise.race([known, new Promise((done) => setTimeout(done, PATIENCE_MS).unref())]);
}

type Asked = { session_id: string; status: "pending" | "completed" | "failed" };

/**
 * Settles what the provider reports of a session, which it closes first if the order has failed. False if it is unknown
 * there.
 */
export async function askProvider(ctx: Ctx, { session_id, status }: Asked): Promise<boolean> {
  const { payments } = ctx;
  const told = await (status === "failed"
    ? payments.expireSession(session_id)
    : payments.readSession(session_id));
  if (told) await settleSession(ctx, told);
  return told !== null;
}
