import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { test_checkout_sessions as sessions } from "~/db/schema/test-checkout";
import { digitsOf } from "~/features/payments/checkout/card";
import type { CardForm } from "~/features/payments/checkout/forms";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { declinesLater, isApproved, saveCard } from "./cards.server";
import { emit } from "./events.server";
import { payInvoice, startSubscription } from "./subscriptions.server";

export type PayOutcome =
  | { ok: true; url: string }
  | { ok: false; reason: "declined"; message: string }
  | { ok: false; reason: "not open" };

/** Pays an open session with a test card. The application learns of it by a signed event. */
export async function payTestCheckout(ctx: Ctx, sessionId: string, form: CardForm): Promise<PayOutcome> {
  const card = { ...form, number: digitsOf(form.number) };
  const answer = answerOf(card.number);
  if (!answer.approved) return { ok: false, reason: "declined", message: answer.message };
  const customer = { name: card.name, email: card.email, phone: card.phone };
  const url = await ctx.db.transaction(async (tx) => {
    const [session] = await tx
      .update(sessions)
      .set({ status: "paid", customer, paid_at: ctx.now })
      .where(isOpen(ctx, sessionId))
      .returning();
    if (!session) return undefined;
    if (session.invoice_id) {
      await payInvoice(tx, ctx, session.invoice_id);
      return session.success_url;
    }
    if (session.consent) {
      const card_id = await saveCard(tx, card, ctx.now);
      await tx.update(sessions).set({ card_id }).where(eq(sessions.id, sessionId));
    }
    const declines = declinesLater(card.number);
    if (session.recurring) await startSubscription(tx, ctx, session, { declines });
    await emit(tx, ctx, sessionId, "checkout.session.completed");
    return session.success_url;
  });
  return url ? { ok: true, url } : { ok: false, reason: "not open" };
}

/** Expires the session and returns the cancel URL; null if it wasn't open. */
export async function cancelTestCheckout(ctx: Ctx, sessionId: string): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    const [session] = await tx
      .update(sessions)
      .set({ status: "expired" })
      .where(and(isOpen(ctx, sessionId), isNull(sessions.invoice_id)))
      .returning({ cancel_url: sessions.cancel_url });
    if (!session) return readWayBack(tx, sessionId);
    await emit(tx, ctx, sessionId, "checkout.session.expired");
    return session.cancel_url;
  });
}

/** Returns the cancel URL. The page of a failed charge stays open. */
async function readWayBack(tx: Database, sessionId: string): Promise<string | null> {
  const [page] = await tx
    .select({ cancel_url: sessions.cancel_url })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.status, "open"), isNotNull(sessions.invoice_id)));
  return page?.cancel_url ?? null;
}

function isOpen({ now }: Ctx, sessionId: string) {
  return and(eq(sessions.id, sessionId), eq(sessions.status, "open"), gt(sessions.expires_at, now));
}

type Answer = { approved: true } | { approved: false; message: string };

const REFUSALS: Record<string, string> = {
  "4000000000000002": "Your card was declined. Please use another card.",
  "4000000000009995": "Your card has insufficient funds. Please use another card.",
};

const NOT_A_TEST_CARD = "This is a test checkout and takes no real cards. Please use 4242 4242 4242 4242.";

/** The test bank's answer to a well-formed card number. Real cards are never accepted. */
function answerOf(digits: string): Answer {
  if (isApproved(digits)) return { approved: true };
  return { approved: false, message: REFUSALS[digits] ?? NOT_A_TEST_CARD };
}
