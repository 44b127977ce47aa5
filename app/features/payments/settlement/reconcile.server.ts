import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { disputes, orders, refunds } from "~/db/schema/payments";
import { giveUpAttempt, recoverCheckout } from "~/features/payments/checkout/open.server";
import { askProvider, closeCheckout } from "~/features/payments/checkout/sync.server";
import { settleDispute, takeInDispute } from "~/features/payments/refunds/dispute.server";
import { nextOfDispute } from "~/features/payments/refunds/rules";
import { refundOrder } from "~/features/payments/refunds/send.server";
import { settleRefund } from "~/features/payments/refunds/settle.server";
import type { Ctx } from "~/platform/context.server";
import { type Dispute, type KnownRefund, ProviderUnavailable } from "~/platform/payment-gateway";

/** So many of each kind in one run. */
const LIMIT = 200;
/** What is younger is asked about in every run, what is older once an hour: money can take 14 days. */
const YOUNG_HOURS = 48;
/** After so many calls in a row that the provider doesn't answer, the rest waits for the next run. */
const GIVE_UP_AFTER = 3;
/** Checkouts that ended longer ago than this, without an answer, are nobody's any more: a provider keeps none for so long. */
const LOST_HOURS = 48;

/**
 * Brings every payment to what its provider says of it, whatever events were lost: checkouts whose end is unknown, those
 * whose session was never heard of, refunds on their way and open disputes.
 */
export async function reconcilePayments(ctx: Ctx): Promise<void> {
  const each = untilUnavailable(ctx);
  await each(await findLostCheckouts(ctx), ({ id, ...lost }) => recover(ctx, id, lost));
  await each(await takeOpenSessions(ctx), ({ id: _, ...order }) => askProvider(ctx, order));
  await each(await takePendingRefunds(ctx), ({ id }) => refundOrder(ctx, id));
  await each(await takeOpenDisputes(ctx), ({ id }) => settleDispute(ctx, id));
}

/** Does one after the other; one that fails holds no other up, but a provider that is down is left alone. */
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

/** What the provider has not said the end of, longest not asked first; each is taken by one run only. */
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

/** Whether it is time to ask of it again: of what is young in every run, of what is older once an hour. */
function isDue({ asked_at, created_at }: typeof orders | typeof refunds, now: Temporal.Instant) {
  return or(
    isNull(asked_at),
    lte(asked_at, now.subtract({ hours: 1 })),
    and(gt(created_at, now.subtract({ hours: YOUNG_HOURS })), lte(asked_at, now.subtract({ minutes: 1 }))),
  );
}

/** Providers send their events again for some days; so long this site may have been deaf. */
const DAYS = 30;

/**
 * Takes in the refunds and disputes of which every event was lost: the providers list what they have. What is of other
 * payments than ours is left alone.
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

/** Those that stand otherwise in our books, or not at all. */
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
