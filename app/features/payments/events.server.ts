import { eq } from "drizzle-orm";
import { payment_events } from "~/db/schema/payments";
import { settleInvoice, settleSubscription } from "~/features/plans/charges.server";
import type { Ctx } from "~/platform/context.server";
import type { PaymentEvent } from "~/platform/payment-gateway";
import { settleSession } from "./settle.server";

export type EventOutcome = { ok: true } | { ok: false; reason: "unknown session" };

/**
 * Takes in a provider's event. The event only says that something changed: the session is read afresh, so late,
 * repeated and reordered events do no harm. It is noted as seen after its work is done, so a crash makes it come again.
 */
export async function receivePaymentEvent(
  ctx: Ctx,
  provider: string,
  event: PaymentEvent,
): Promise<EventOutcome> {
  const [seen] = await ctx.db
    .select({ id: payment_events.id })
    .from(payment_events)
    .where(eq(payment_events.id, event.id));
  if (seen) return { ok: true };
  const settled = await settle(ctx, event);
  if (!settled.ok) return settled;
  await ctx.db
    .insert(payment_events)
    .values({ id: event.id, type: event.type, object_id: event.object_id, provider, received_at: ctx.now })
    .onConflictDoNothing();
  return { ok: true };
}

async function settle(ctx: Ctx, { about, object_id }: PaymentEvent): Promise<EventOutcome> {
  if (about === "subscription") return settleSubscription(ctx, object_id);
  if (about === "invoice") return settleInvoice(ctx, object_id);
  const session = await ctx.payments.readSession(object_id);
  return session ? settleSession(ctx, session) : { ok: false, reason: "unknown session" };
}
