import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { card_setups } from "~/db/schema/card-setups";
import { gift_cards } from "~/db/schema/gift-cards";
import { charges, disputes, orders, refunds } from "~/db/schema/payments";
import { giveUpAttempt, recoverCheckout } from "~/features/payments/checkout/open.server";
import { askProvider, closeCheckout } from "~/features/payments/checkout/sync.server";
import { askForSession } from "~/features/payments/pay-link/open.server";
import { closeCharge } from "~/features/payments/pay-link/settle.server";
import { settleDispute, takeInDispute } from "~/features/payments/refunds/dispute.server";
import { nextOfDispute } from "~/features/payments/refunds/rules";
import { refundOrder } from "~/features/payments/refunds/send.server";
import { settleRefund } from "~/features/payments/refunds/settle.server";
import type { Ctx } from "~/platform/context.server";
import { type Dispute, type KnownRefund, ProviderUnavailable } from "~/platform/outside/payment-gateway";

/** Rows of each kind in one sweep. */
const LIMIT = 200;
/** Younger rows are asked about in every sweep, older ones once an hour: some payments take 14 days. */
const YOUNG_HOURS = 48;
/** Calls in a row without an answer after which the sweep stops. */
const GIVE_UP_AFTER = 3;
/** Hours after its end when a checkout without an answer is given up: no provider keeps one that long. */
const LOST_HOURS = 48;

/**
 * Brings payments to the state that their providers report, in case events were lost: open checkouts, also of pay links,
 * checkouts whose session was never stored, pending refunds and open disputes.
 */
export async function reconcilePayments(ctx: Ctx): Promise<void> {
  const each = untilUnavailable(ctx);
  await each(await findLostCheckouts(ctx), ({ id, ...lost }) => recover(ctx, id, lost));
  await each(await takeOpenSessions(ctx), ({ id: _, ...order }) => askProvider(ctx, order));
  await each(await findLostCharges(ctx), (charge) => recoverCharge(ctx, charge));
  await each(await takeOpenCharges(ctx), ({ id: _, ...charge }) => askProvider(ctx, charge));
  await each(await takeOpenSetups(ctx), ({ id: _, ...setup }) => askProvider(ctx, setup));
  await each(await takeOpenGiftCards(ctx), ({ id: _, ...card }) => askProvider(ctx, card));
  await each(await takePendingRefunds(ctx), ({ id }) => refundOrder(ctx, id));
  await each(await takeOpenDisputes(ctx), ({ id }) => settleDispute(ctx, id));
}

/** Works through rows one by one. Errors are logged; a provider that is unavailable ends the sweep. */
function untilUnavailable({ log }: Ctx) {
  let silent = 0;
  return async <One extends { id: string }>(all: One[], ask: (one: One) => Promise<unknown>) => {
    for (const one of all) {
      if (silent >= GIVE_UP_AFTER) return;
      try {
        await ask(one);
        silent = 0;
      } catch (err) {
        if (err instanceof ProviderUnavailable) silent += 1;
        log.error({ err, id: one.id }, "a payment could not be reconciled");
      }
    }
  };
}

function findLostCheckouts({ db, now }: Ctx) {
  return db
    .select({ id: orders.id, attempt: orders.checkout_attempt, expires_at: orders.checkout_expires_at })
    .from(orders)
    .where(
      and(
        isNull(orders.payment_session_id),
        lte(orders.checkout_expires_at, now.add({ minutes: 29 })), // whoever asks right now is left alone
      ),
    )
    .orderBy(asc(orders.checkout_expires_at))
    .limit(LIMIT);
}

type Lost = { attempt: number; expires_at: Temporal.Instant | null };

async function recover(ctx: Ctx, orderId: string, { attempt, expires_at }: Lost): Promise<void> {
  const session = await recoverCheckout(ctx, orderId);
  if (session) {
    const [order] = await ctx.db.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId));
    if (order?.status === "failed") await closeCheckout(ctx, session);
    return;
  }
  const over =
    expires_at && Temporal.Instant.compare(expires_at, ctx.now.subtract({ hours: LOST_HOURS })) < 0;
  if (over) await giveUpAttempt(ctx, orderId, attempt);
}

/** Open sessions, those asked least recently first. Concurrent sweeps take different rows. */
async function takeOpenSessions({ db, now }: Ctx) {
  const due = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNotNull(orders.payment_session_id), isNull(orders.session_closed_at), isDue(orders, now)))
    .orderBy(sql`${orders.asked_at} nulls first`, asc(orders.created_at))
    .limit(LIMIT)
    .for("update", { skipLocked: true });
  const taken = await db
    .update(orders)
    .set({ asked_at: now })
    .where(inArray(orders.id, due))
    .returning({ id: orders.id, session_id: orders.payment_session_id, status: orders.status });
  return taken.flatMap(({ session_id, ...order }) => (session_id ? [{ ...order, session_id }] : []));
}

/** Pay links whose checkout was asked for and never answered. */
function findLostCharges({ db, now }: Ctx) {
  return db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.status, "pending"),
        isNull(charges.payment_session_id),
        lte(charges.checkout_expires_at, now.add({ minutes: 29 })), // as of orders
      ),
    )
    .orderBy(asc(charges.checkout_expires_at))
    .limit(LIMIT);
}

async function recoverCharge(ctx: Ctx, charge: typeof charges.$inferSelect): Promise<void> {
  const session = await askForSession(ctx, charge);
  if (session) await closeCharge(ctx, session.id);
}

/** The same of pay links' sessions. */
async function takeOpenCharges({ db, now }: Ctx) {
  const due = db
    .select({ id: charges.id })
    .from(charges)
    .where(and(isNotNull(charges.payment_session_id), isNull(charges.session_closed_at), isDue(charges, now)))
    .orderBy(sql`${charges.asked_at} nulls first`, asc(charges.created_at))
    .limit(LIMIT)
    .for("update", { skipLocked: true });
  const taken = await db
    .update(charges)
    .set({ asked_at: now })
    .where(inArray(charges.id, due))
    .returning({ id: charges.id, session_id: charges.payment_session_id, status: charges.status });
  return taken.flatMap(({ session_id, ...charge }) => (session_id ? [{ ...charge, session_id }] : []));
}

/** The same of pages where a card is saved. */
async function takeOpenSetups({ db, now }: Ctx) {
  const due = db
    .select({ id: card_setups.id })
    .from(card_setups)
    .where(
      and(
        isNotNull(card_setups.payment_session_id),
        isNull(card_setups.session_closed_at),
        isDue(card_setups, now),
      ),
    )
    .orderBy(sql`${card_setups.asked_at} nulls first`, asc(card_setups.created_at))
    .limit(LIMIT)
    .for("update", { skipLocked: true });
  const taken = await db
    .update(card_setups)
    .set({ asked_at: now })
    .where(inArray(card_setups.id, due))
    .returning({
      id: card_setups.id,
      session_id: card_setups.payment_session_id,
      status: card_setups.status,
    });
  return taken.flatMap(({ session_id, ...setup }) => (session_id ? [{ ...setup, session_id }] : []));
}

/** The same of gift cards that are being paid. */
async function takeOpenGiftCards({ db, now }: Ctx) {
  const due = db
    .select({ id: gift_cards.id })
    .from(gift_cards)
    .where(
      and(
        ...[isNotNull(gift_cards.payment_session_id), isNull(gift_cards.session_closed_at)],
        isDue(gift_cards, now),
      ),
    )
    .orderBy(sql`${gift_cards.asked_at} nulls first`, asc(gift_cards.created_at))
    .limit(LIMIT)
    .for("update", { skipLocked: true });
  const taken = await db
    .update(gift_cards)
    .set({ asked_at: now })
    .where(inArray(gift_cards.id, due))
    .returning({ id: gift_cards.id, session_id: gift_cards.payment_session_id });
  return taken.flatMap(({ session_id, id }) =>
    session_id ? [{ id, session_id, status: "pending" as const }] : [],
  );
}

async function takePendingRefunds({ db, now }: Ctx) {
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, "pending"), isNotNull(refunds.provider_refund_id), isDue(refunds, now)))
    .orderBy(sql`${refunds.asked_at} nulls first`, asc(refunds.created_at))
    .limit(LIMIT)
    .for("update", { skipLocked: true });
  return db
    .update(refunds)
    .set({ asked_at: now })
    .where(inArray(refunds.id, due))
    .returning({ id: refunds.id });
}

async function takeOpenDisputes({ db, now }: Ctx) {
  const due = db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.status, "open"), lte(disputes.updated_at, now.subtract({ hours: 1 }))))
    .orderBy(asc(disputes.updated_at))
    .limit(LIMIT)
    .for("update", { skipLocked: true });
  return db
    .update(disputes)
    .set({ updated_at: now })
    .where(inArray(disputes.id, due))
    .returning({ id: disputes.id });
}

function isDue(
  {
    asked_at,
    created_at,
  }: typeof orders | typeof refunds | typeof charges | typeof card_setups | typeof gift_cards,
  now: Temporal.Instant,
) {
  return or(
    isNull(asked_at),
    lte(asked_at, now.subtract({ hours: 1 })),
    and(gt(created_at, now.subtract({ hours: YOUNG_HOURS })), lte(asked_at, now.subtract({ minutes: 1 }))),
  );
}

/** Days to look back. Providers retry events for fewer. */
const DAYS = 30;

/**
 * Stores refunds and disputes whose events were lost, by listing them at the providers. Those of payments that are not in
 * our orders are ignored.
 */
export async function findPendingSyncs(ctx: Ctx): Promise<void> {
  const since = ctx.now.subtract({ hours: DAYS * 24 });
  for (const refund of await newsOfRefunds(ctx, await ctx.payments.refundsSince(since))) {
    await settleRefund(ctx, refund).catch(noted(ctx, refund.refund.id));
  }
  for (const dispute of await newsOfDisputes(ctx, await ctx.payments.disputesSince(since))) {
    await takeInDispute(ctx, dispute).catch(noted(ctx, dispute.id));
  }
}

/** The refunds whose status differs from ours, or that we don't have. */
async function newsOfRefunds({ db }: Ctx, told: KnownRefund[]): Promise<KnownRefund[]> {
  const ids = told.flatMap(({ refund }) => refund.id ?? []);
  const ours = await db
    .select({ id: refunds.provider_refund_id, status: refunds.status })
    .from(refunds)
    .where(inArray(refunds.provider_refund_id, ids));
  const known = new Map(ours.map(({ id, status }) => [id, status]));
  return told.filter(({ refund }) => known.get(refund.id) !== refund.status);
}

async function newsOfDisputes({ db }: Ctx, told: Dispute[]): Promise<Dispute[]> {
  const ids = told.map(({ id }) => id);
  const ours = await db
    .select({ id: disputes.id, status: disputes.status, withdrawn: disputes.withdrawn })
    .from(disputes)
    .where(inArray(disputes.id, ids));
  const known = new Map(ours.map(({ id, ...dispute }) => [id, dispute]));
  return told.filter(({ id, ...dispute }) => nextOfDispute(known.get(id) ?? null, dispute) !== null);
}

function noted({ log }: Ctx, id: string | null) {
  return (err: unknown) =>
    log.error({ err, id }, "a refund or dispute from the provider could not be recorded");
}
