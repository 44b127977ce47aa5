// Rooms: one settlement confirms visits (booking) and plans (plans) under the lock of their days (scheduling).
import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { isErased } from "~/features/booking/booking";
import {
  lockDraftAndDay,
  lockDraftAndItsDays,
  releaseStanding,
  type Standing,
  standingOfDraft,
} from "~/features/booking/checkout/draft.server";
import { settleSetup } from "~/features/payments/cards/settle.server";
import { CREDIT_PROVIDER } from "~/features/payments/credit/credit";
import { settleGiftCard } from "~/features/payments/gift-cards/settle.server";
import { isProcessing, officeMethodOf } from "~/features/payments/orders/rules";
import { refundDuplicate } from "~/features/payments/orders/store.server";
import { settleCharge } from "~/features/payments/pay-link/settle.server";
import { replaceCheckout } from "~/features/payments/plan-link/replace.server";
import { lockAnyPlan, retryWhenTaken } from "~/features/plans/lock.server";
import {
  endUnpaidPlan,
  flagPlan,
  holdPlan,
  type PaidPlan,
  readPeriod,
  releasePlan,
  startPlan,
  storePlan,
} from "~/features/plans/subscribe/start.server";
import { dayLock } from "~/features/scheduling/crews/pick.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { withMutex } from "~/platform/jobs/mutex.server";
import type { CheckoutSession } from "~/platform/outside/payment-gateway";
import {
  confirmVisit,
  flagVisit,
  holdVisit,
  type PaidVisit,
  rebookVisit,
  refundVisit,
  releaseVisit,
  storeVisit,
} from "./confirm.server";
import { decideSettlement, type Settlement, type SettlementDecision } from "./settlement";

export type SettleOutcome = { ok: true } | { ok: false; reason: "unknown session" };
const UNKNOWN = { ok: false, reason: "unknown session" } as const;

/**
 * Brings the order of a checkout session, and the visit or plan it is for, to the state that the provider reports; or the
 * charge of a pay link, the card that was saved, or a gift card. Call it as often as you like: each is settled once.
 */
export async function settleSession(ctx: Ctx, session: CheckoutSession): Promise<SettleOutcome> {
  const order = await findOrder(ctx, session.id);
  if (order?.visit) return settleVisit(ctx, session, order.visit);
  if (order?.plan_id) return settlePlan(ctx, session, order.plan_id, order.status);
  const known =
    (await settleCharge(ctx, session)) ||
    (await settleSetup(ctx, session)) ||
    (await settleGiftCard(ctx, session));
  return known ? { ok: true } : UNKNOWN;
}

async function findOrder({ db }: Ctx, sessionId: string) {
  const { id, scheduled_date, draft_id, status } = bookings;
  const [found] = await db
    .select({
      plan_id: orders.plan_id,
      status: orders.status,
      visit: { id, date: scheduled_date, draft_id, status },
    })
    .from(orders)
    .leftJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(eq(orders.payment_session_id, sessionId))
    .prepare("order of a session")
    .execute();
  return found;
}

/**
 * Confirms a visit of which credit pays all that is asked for, without a checkout, once. Returns the session by which the order is
 * found, or null if the hold was given up.
 */
export async function settleCovered(ctx: Ctx, orderId: string): Promise<string | null> {
  const { id, scheduled_date: date, draft_id } = bookings;
  const [visit] = await ctx.db
    .select({ id, date, draft_id })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(eq(orders.id, orderId));
  if (!visit) return null;
  return withMutex(ctx, dayLock(visit.date), () =>
    ctx.db.transaction(async (tx) => {
      await lockDraftAndDay(tx, visit.draft_id, visit.date);
      const [seen] = await tx
        .select({ status: bookings.status })
        .from(bookings)
        .where(eq(bookings.id, visit.id))
        .for("update");
      const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("update");
      if (order?.payment_session_id) return order.payment_session_id;
      if (seen?.status !== "pending" || order?.status !== "pending" || order.upfront !== 0) return null;
      const session = coveredSession(order.currency);
      const change = { payment_session_id: session.id, provider: CREDIT_PROVIDER, updated_at: ctx.now };
      await tx.update(orders).set(change).where(eq(orders.id, orderId));
      const paid = await lockVisit(tx, visit.id, session.id);
      if (!paid) throw new Error(`Order ${orderId} does not exist`);
      await settleLocked(tx, ctx, session, { kind: "booking", draft_id: visit.draft_id, ...paid });
      return session.id;
    }),
  );
}

/** The checkout that there is none of: its id opens /payment-success, like any other. */
function coveredSession(currency: string): CheckoutSession {
  const none = { customer: null, card: null, payment_id: null, subscription_id: null, invoice_id: null };
  return { id: `credit_${randomUUID()}`, status: "paid", amount: 0, currency, ...none };
}

type Visit = { id: string; date: string; draft_id: string | null; status: string };

function settleVisit(ctx: Ctx, session: CheckoutSession, visit: Visit): Promise<SettleOutcome> {
  const { id, date, draft_id } = visit;
  const settle = (released: boolean) =>
    ctx.db.transaction(async (tx) => {
      await (released ? lockDraftAndItsDays : lockDraftAndDay)(tx, draft_id, date);
      const paid = await lockVisit(tx, id, session.id);
      if (!paid) return UNKNOWN;
      if (paid.booking.status === "cancelled" && !released) return "released";
      await settleLocked(tx, ctx, session, { kind: "booking", draft_id, ...paid });
      return { ok: true } as const;
    });
  return withMutex(ctx, dayLock(date), async () => {
    const outcome = await settle(visit.status === "cancelled");
    if (outcome !== "released") return outcome;
    // released meanwhile: the days of what its draft holds now must be locked, too
    const again = await settle(true);
    return again === "released" ? { ok: true } : again;
  });
}

/** Bookings are locked before their orders everywhere. */
async function lockVisit(tx: Database, id: string, sessionId: string): Promise<PaidVisit | null> {
  const [booking] = await tx
    .select({
      id: bookings.id,
      status: bookings.status,
      crew_id: bookings.crew_id,
      starts_at: bookings.starts_at,
      ends_at: bookings.ends_at,
      needs_attention: bookings.needs_attention,
      cancelled_at: bookings.cancelled_at,
      calendar_sequence: bookings.calendar_sequence,
      scheduled_date: bookings.scheduled_date,
      scheduled_time: bookings.scheduled_time,
      blocked: bookings.blocked,
      city: bookings.city,
      zip_code: bookings.zip_code,
      address_line1: bookings.address_line1,
    })
    .from(bookings)
    .where(eq(bookings.id, id))
    .for("update")
    .prepare("lock a paid booking")
    .execute();
  const order = await lockOrder(tx, sessionId);
  return booking && order ? { booking, order } : null;
}

async function lockOrder(tx: Database, sessionId: string) {
  const [order] = await tx
    .select()
    .from(orders)
    .where(eq(orders.payment_session_id, sessionId))
    .for("update")
    .prepare("lock the order of a session")
    .execute();
  return order;
}

async function settlePlan(
  ctx: Ctx,
  session: CheckoutSession,
  planId: string,
  orderStatus: string,
): Promise<SettleOutcome> {
  const isNewlyPaid = session.status === "paid" && orderStatus !== "completed";
  const period = isNewlyPaid ? await readPeriod(ctx, session) : null;
  await retryWhenTaken(() =>
    ctx.db.transaction(async (tx) => {
      const locked = await lockAnyPlan(tx, ctx, planId);
      const order = await lockOrder(tx, session.id);
      if (!locked || !order) return;
      const { draft_id } = locked.plan;
      await settleLocked(tx, ctx, session, { kind: "plan", draft_id, ...locked, order, period });
      if (session.status === "failed") await endUnpaidPlan(tx, ctx, planId, session);
    }),
  );
  return { ok: true };
}

type Paid = { draft_id: string | null } & (
  | ({ kind: "booking" } & PaidVisit)
  | ({ kind: "plan"; period: Parameters<typeof startPlan>[4] | null } & PaidPlan)
);

/** Decides and writes, in one transaction. `reported` is the session as the provider has it. */
async function settleLocked(tx: Database, ctx: Ctx, reported: CheckoutSession, paid: Paid): Promise<void> {
  const { order, draft_id } = paid;
  const row = paid.kind === "booking" ? paid.booking : paid.plan;
  const isReleased = row.status === "cancelled" || row.status === "ended";
  const standing = isReleased ? await standingOfDraft(tx, draft_id) : null;
  const erased = isErased(row);
  const session = erased ? { ...reported, customer: null } : reported; // deleted data must not come back
  const facts = { erased, instead: standing?.money ?? null };
  const subject: Settlement["subject"] =
    paid.kind === "booking"
      ? { kind: "booking", ...paid.booking, ...facts }
      : { kind: "plan", ...paid.plan, ...facts };
  const paid_to_office = officeMethodOf(order.provider) !== null;
  const known = { ...order, paid_to_office, processing: isProcessing(order) };
  const decision = decideSettlement({ order: known, subject, session, now: ctx.now });
  if (standing && revives(decision, paid.kind) && isOnlyHeld(standing))
    await releaseStanding(tx, ctx, standing);
  await (paid.kind === "booking"
    ? changeVisit(tx, ctx, paid, session, decision, standing)
    : changePlan(tx, ctx, paid, session, decision, standing));
  if (decision.do !== "reopen") await closeSession(tx, ctx, order.id, reported);
}

async function changeVisit(
  tx: Database,
  ctx: Ctx,
  visit: PaidVisit,
  session: CheckoutSession,
  decision: SettlementDecision,
  standing: Standing | null,
): Promise<void> {
  const { id } = visit.booking;
  if (decision.do === "wait") await holdVisit(tx, ctx, visit, session, decision);
  if (decision.do === "release") await releaseVisit(tx, ctx, visit, session);
  if (decision.do === "confirm") await confirmVisit(tx, ctx, visit, session, { status: decision.status });
  if (decision.do === "rebook") await rebookVisit(tx, ctx, visit, session);
  if (decision.do === "refund") await refundVisit(tx, ctx, visit, session);
  if (decision.do === "refund duplicate" && standing) {
    await storeVisit(tx, ctx, id, session, {});
    await refundDuplicate(tx, ctx, visit.order, session, { kind: "booking", id, stands: standing });
  }
  if (decision.do === "flag") await flagVisit(tx, ctx, visit, session, decision);
}

async function changePlan(
  tx: Database,
  ctx: Ctx,
  plan: Paid & { kind: "plan" },
  session: CheckoutSession,
  decision: SettlementDecision,
  standing: Standing | null,
): Promise<void> {
  const { id } = plan.plan;
  if (decision.do === "wait") await holdPlan(tx, ctx, plan, session);
  if (decision.do === "release") await releasePlan(tx, ctx, plan, session);
  if (decision.do === "reopen") await replaceCheckout(tx, ctx, plan.order, session.id);
  if (decision.do === "start" && plan.period) await startPlan(tx, ctx, plan, session, plan.period);
  if (decision.do === "refund duplicate" && standing) {
    await storePlan(tx, ctx, id, session);
    await refundDuplicate(tx, ctx, plan.order, session, { kind: "plan", id, stands: standing });
  }
  if (decision.do === "flag") await flagPlan(tx, ctx, plan, session, decision);
}

/** Whether a decision takes back what was released, so that the same draft can't hold anything else. */
function revives(decision: SettlementDecision, kind: Paid["kind"]): boolean {
  if (decision.do === "wait") return decision.find_crew;
  return (
    decision.do === "rebook" || decision.do === "start" || (decision.do === "flag" && kind === "booking")
  );
}

/** Whether it is neither paid nor kept by the office unpaid. */
function isOnlyHeld({ money }: Standing): boolean {
  return money === "awaited" || money === "on its way";
}

/** Records that the session has ended: its provider isn't asked about it again. Refunds and disputes name the payment. */
async function closeSession(
  tx: Database,
  { now }: Ctx,
  orderId: string,
  { status, payment_id }: CheckoutSession,
): Promise<void> {
  if (status === "open" || status === "processing") return;
  await tx
    .update(orders)
    .set({ session_closed_at: now, ...(payment_id && { payment_id }) })
    .where(and(eq(orders.id, orderId), isNull(orders.session_closed_at)));
}
