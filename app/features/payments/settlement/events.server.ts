import { eq } from "drizzle-orm";
import { payment_events } from "~/db/schema/payments";
import { settleGiftRefund } from "~/features/payments/gift-cards/settle.server";
import { settleDispute } from "~/features/payments/refunds/dispute.server";
import { settleRefund } from "~/features/payments/refunds/settle.server";
import { settleInvoice, settleSubscription } from "~/features/plans/charge/charges.server";
import type { Ctx } from "~/platform/context.server";
import type { KnownRefund, PaymentEvent } from "~/platform/outside/payment-gateway";
import { settleSession } from "./settle.server";

export type EventOutcome = { ok: true } | { ok: false; reason: "unknown session" | "unknown payment" };

/**
 * Handles a provider's event. Its object is read afresh, so late, repeated and reordered events are safe. The event is
 * stored after its work, so that a crash makes the provider send it again.
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
  const outcome = await settle(ctx, event);
  if (!outcome.ok) return outcome;
  await ctx.db
    .insert(payment_events)
    .values({ id: event.id, type: event.type, object_id: event.object_id, provider, received_at: ctx.now })
    .onConflictDoNothing();
  return { ok: true };
}

/** A refund of an order or of a gift card. False if the payment is not one of ours. */
async function settleAnyRefund(ctx: Ctx, refund: KnownRefund): Promise<boolean> {
  return (await settleRefund(ctx, refund)) || (await settleGiftRefund(ctx, refund));
}

const UNKNOWN_PAYMENT = { ok: false, reason: "unknown payment" } as const;

async function settle(ctx: Ctx, { about, object_id }: PaymentEvent): Promise<EventOutcome> {
  switch (about) {
    case "session": {
      const session = await ctx.payments.readSession(object_id);
      return session ? settleSession(ctx, session) : { ok: false, reason: "unknown session" };
    }
    case "refund": {
      const refund = await ctx.payments.readRefund(object_id);
      return refund && (await settleAnyRefund(ctx, refund)) ? { ok: true } : UNKNOWN_PAYMENT;
    }
    case "payment": {
      const known = await ctx.payments.listRefunds(object_id);
      const settled = [];
      for (const refund of known) settled.push(await settleAnyRefund(ctx, refund));
      return settled.every(Boolean) ? { ok: true } : UNKNOWN_PAYMENT;
    }
    case "dispute":
      return (await settleDispute(ctx, object_id)) ? { ok: true } : UNKNOWN_PAYMENT;
    case "subscription":
      return settleSubscription(ctx, object_id);
    case "invoice":
      return settleInvoice(ctx, object_id);
    case "other":
      return { ok: true };
  }
}
