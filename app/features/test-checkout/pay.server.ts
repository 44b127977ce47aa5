import { and, eq, gt } from "drizzle-orm";
import {
  test_checkout_events as events,
  test_checkout_sessions as sessions,
} from "~/db/schema/test-checkout";
import type { CardForm } from "~/features/payments/card-form";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { answerOf } from "./cards";

export type PayOutcome =
  | { ok: true; url: string }
  | { ok: false; reason: "declined"; message: string }
  | { ok: false; reason: "not open" };

/** Pays an open session with a test card. The application hears of it through a signed event, not from here. */
export async function payTestCheckout(ctx: Ctx, sessionId: string, card: CardForm): Promise<PayOutcome> {
  const answer = answerOf(card.number);
  if (!answer.approved) return { ok: false, reason: "declined", message: answer.message };
  const customer = { name: card.name, email: card.email, phone: card.phone };
  const url = await ctx.db.transaction(async (tx) => {
    const [session] = await tx
      .update(sessions)
      .set({ status: "paid", customer })
      .where(isOpen(ctx, sessionId))
      .returning({ success_url: sessions.success_url });
    if (session) await emit(tx, ctx, sessionId, "checkout.session.completed");
    return session?.success_url;
  });
  return url ? { ok: true, url } : { ok: false, reason: "not open" };
}

/** The customer walks away: the session expires, and the answer is where to go; null when it wasn't open any more. */
export async function cancelTestCheckout(ctx: Ctx, sessionId: string): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    const [session] = await tx
      .update(sessions)
      .set({ status: "expired" })
      .where(isOpen(ctx, sessionId))
      .returning({ cancel_url: sessions.cancel_url });
    if (session) await emit(tx, ctx, sessionId, "checkout.session.expired");
    return session?.cancel_url ?? null;
  });
}

function isOpen({ now }: Ctx, sessionId: string) {
  return and(eq(sessions.id, sessionId), eq(sessions.status, "open"), gt(sessions.expires_at, now));
}

async function emit(tx: Database, ctx: Ctx, sessionId: string, type: string) {
  const [event] = await tx
    .insert(events)
    .values({ object_id: sessionId, type, created_at: ctx.now })
    .returning({ id: events.id });
  if (event) await ctx.jobs.enqueue(tx, "test-checkout-event", { event_id: event.id });
}
