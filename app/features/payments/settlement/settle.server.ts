import { and, eq, isNull, sql } from "drizzle-orm";
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
import { lockSubject } from "~/features/payments/orders/lock.server";
import { isProcessing, officeMethodOf } from "~/features/payments/orders/rules";
import { settlePlanSession } from "~/features/plans/charge/settle.server";
import { dayLock } from "~/features/scheduling/crews/pick.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { withMutex } from "~/platform/mutex.server";
import type { CheckoutSession } from "~/platform/payment-gateway";
import { type Found, lockFound } from "./settle-found.server";
import { confirm, flag, giveBack, giveBackTwice, rebook } from "./settle-paid.server";
import { release, wait } from "./settle-unpaid.server";
import { decideSettlement, type SettlementDecision } from "./settlement";

export type SettleOutcome = { ok: true } | { ok: false; reason: "unknown session" };

/**
 * Moves the order and booking of a checkout to what the provider says of it, exactly once however often it is asked:
 * paid confirms (on another crew when the slot was lost, else staff are called), or goes back when the customer had
 * cancelled or has something else of the same draft; processing keeps the slot until the money comes; expired and failed give it back.
 */
export async function settleSession(ctx: Ctx, told: CheckoutSession): Promise<SettleOutcome> {
  const visit = await visitOfSession(ctx, told.id);
  if (!visit) return settlePlanSession(ctx, told); // a plan's, or unknown
  return withMutex(ctx, dayLock(visit.date), async () => {
    const settled = visit.given_up ? "given up" : await settleVisit(ctx, told, visit);
    if (settled !== "given up") return settled;
    const again = await settleVisit(ctx, told, { ...visit, given_up: true });
    return again === "given up" ? { ok: true } : again;
  });
}

/** `given up`: nothing is done yet, since its draft may have something else by now, whose days must be locked, too. */
function settleVisit(ctx: Ctx, told: CheckoutSession, visit: Visit): Promise<SettleOutcome | "given up"> {
  return ctx.db.transaction(async (tx): Promise<SettleOutcome | "given up"> => {
    await (visit.given_up ? lockDraftAndItsDays : lockDraftAndDay)(tx, visit.draft_id, visit.date);
    await lockSubject(tx, { booking_id: visit.id, plan_id: null });
    const found = await lockFound(tx, told.id);
    if (!found) return { ok: false, reason: "unknown session" };
    const given_up = found.booking.status === "cancelled";
    if (given_up && !visit.given_up) return "given up";
    const standing = given_up ? await standingOfDraft(tx, visit.draft_id) : null;
    const erased = isErased(found.booking);
    const session = erased ? { ...told, customer: null } : told; // who has gone doesn't come back
    const booking = { ...found.booking, erased, instead: standing?.money ?? null };
    const paid_to_office = officeMethodOf(found.order.provider) !== null;
    const order = { ...found.order, paid_to_office, processing: isProcessing(found.order) };
    const decision = decideSettlement({ order, booking, session, now: ctx.now });
    if (standing && comesBack(decision) && isOnlyHeld(standing)) await releaseStanding(tx, ctx, standing);
    if (decision.do === "wait") await wait(tx, ctx, found, session, decision);
    if (decision.do === "release") await release(tx, ctx, found, session);
    if (decision.do === "confirm") await confirm(tx, ctx, found, session, { status: decision.status });
    if (decision.do === "rebook") await rebook(tx, ctx, found, session);
    if (decision.do === "give back") await giveBack(tx, ctx, found, session);
    if (decision.do === "give back twice" && standing) await giveBackTwice(tx, ctx, found, session, standing);
    if (decision.do === "flag") await flag(tx, ctx, found, session, decision);
    await close(tx, ctx, found, told);
    return { ok: true };
  });
}

/** Whether a decision takes up again what had been given up. */
function comesBack(decision: SettlementDecision): boolean {
  return decision.do === "rebook" || decision.do === "flag" || (decision.do === "wait" && decision.find_crew);
}

/** What has been paid for, or is kept by the office, is not given up for other money. */
function isOnlyHeld({ money }: Standing): boolean {
  return money === "awaited" || money === "on its way";
}

/** Once a provider has said how a checkout ended it isn't asked again; what refunds and disputes name is kept. */
async function close(tx: Database, { now }: Ctx, { order }: Found, { status, payment_id }: CheckoutSession) {
  if (status === "open" || status === "processing") return;
  await tx
    .update(orders)
    .set({ session_closed_at: now, ...(payment_id && { payment_id }) })
    .where(and(eq(orders.id, order.id), isNull(orders.session_closed_at)));
}

type Visit = NonNullable<Awaited<ReturnType<typeof visitOfSession>>>;

async function visitOfSession({ db }: Ctx, sessionId: string) {
  const [visit] = await db
    .select({
      id: bookings.id,
      date: bookings.scheduled_date,
      draft_id: bookings.draft_id,
      given_up: sql<boolean>`${bookings.status} = 'cancelled'`,
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(eq(orders.payment_session_id, sessionId))
    .prepare("visit of a session")
    .execute();
  return visit;
}
