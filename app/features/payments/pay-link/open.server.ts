import { and, eq, isNull, sql } from "drizzle-orm";
import { charges } from "~/db/schema/payments";
import { checkoutExpiry } from "~/features/payments/checkout/open.server";
import { isOver } from "~/features/payments/orders/card";
import { TIP_LABEL } from "~/features/payments/orders/lines.server";
import { payUrl } from "~/features/payments/orders/pay-link.server";
import { lockOrder } from "~/features/payments/orders/queries.server";
import { spendCredit } from "~/features/payments/orders/spend-credit.server";
import type { Cents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import { type PaymentGateway, ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { askedNow, decidePay } from "./pay-link";
import { readToPay } from "./queries.server";
import { closeCharge, settleCharge } from "./settle.server";

export type PayOutcome =
  | { ok: true; url: string }
  | {
      ok: false;
      reason: "not found" | "paid" | "processing" | "changed" | "invalid" | "unavailable";
      message: string;
    };

const UNAVAILABLE = {
  ok: false,
  reason: "unavailable",
  message: "We couldn't reach our payment provider. Nothing was charged. Please try again in a minute.",
} as const;

type Wish = { order_id: string; tip: Cents; seen: Cents };

/** Tries when two windows pay at once. */
const ROUNDS = 3;

/**
 * Opens the checkout for what is due of an order after the customer's credit, and a tip. `tip` and `seen` (what was due on the page) in cents. An order has
 * one such checkout at a time: pressed again it is the same, for another amount the earlier one is closed first, and if that
 * was paid, no other opens.
 */
export async function openPayLink(ctx: Ctx, wish: Wish): Promise<PayOutcome> {
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const outcome = await open(ctx, wish);
      if (outcome !== "again") return outcome;
    }
  } catch (err) {
    if (!(err instanceof ProviderUnavailable)) throw err;
    ctx.log.warn({ err, order: wish.order_id }, "a pay link's checkout could not be opened");
  }
  return UNAVAILABLE;
}

async function open(ctx: Ctx, wish: Wish): Promise<PayOutcome | "again"> {
  const gateway = await ctx.payments.current();
  if (!gateway) return UNAVAILABLE;
  const begun = await begin(ctx, wish, gateway);
  if ("ok" in begun) return begun;
  const { charge } = begun;
  if (charge.payment_session_id && charge.checkout_url) {
    const session = await ctx.payments.readSession(charge.payment_session_id);
    if (session) await settleCharge(ctx, session);
    if (session?.status === "processing") return PROCESSING;
    const same = charge.amount === begun.amount && charge.tip === wish.tip;
    if (session?.status === "open" && same) return { ok: true, url: charge.checkout_url };
    if (session?.status === "open") await closeCharge(ctx, charge.payment_session_id);
    if (session === null) await failCharge(ctx, charge.id);
    return "again";
  }
  const session = await askForSession(ctx, charge);
  if (!session) return "again";
  const same = charge.amount === begun.amount && charge.tip === wish.tip;
  if (same) return { ok: true, url: session.url };
  await closeCharge(ctx, session.id);
  return "again";
}

const PROCESSING = {
  ok: false,
  reason: "processing",
  message: "Your bank is confirming a payment for this already. We'll email you when it arrives.",
} as const;

const BY_CARD = {
  ...PROCESSING,
  message:
    "We are charging your saved card for this right now. If you hear nothing within an hour, please call us.",
} as const;

type Charge = typeof charges.$inferSelect;

/** The order's pending charge: the one that is under way, or a new one. */
async function begin(
  ctx: Ctx,
  { order_id, tip, seen }: Wish,
  { provider }: PaymentGateway,
): Promise<Exclude<PayOutcome, { ok: true }> | { charge: Charge; amount: Cents }> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockOrder(tx, order_id);
    if (!found) return { ok: false, reason: "not found", message: "This link doesn't work any more." };
    const { currency, card_id, consent } = found.order;
    const { status } = found.booking;
    const over = isOver(status);
    const spent = await spendCredit(tx, ctx, order_id);
    const [owed, charged] = [found.order.due - spent, found.order.charged + spent];
    const order = { ...found.order, due: owed, charged, card: card_id !== null, consent: consent !== null };
    const due = askedNow(order, over);
    const pending = and(eq(charges.order_id, order_id), eq(charges.status, "pending"));
    const [under_way] = await tx.select().from(charges).where(pending);
    if (due === 0 && seen > 0 && !under_way)
      return { ok: false, reason: "paid", message: "This is paid already. Thank you!" };
    const decision = decidePay({ due, currency, tipped: found.order.tips !== null }, { tip, seen });
    if (!decision.ok)
      return {
        ok: false,
        reason: decision.reason === "changed" ? "changed" : "invalid",
        message: decision.message,
      };
    const { amount } = decision;
    if (under_way?.purpose === "card") return BY_CARD;
    if (under_way) return { charge: under_way, amount };
    const [charge] = await tx
      .insert(charges)
      .values({
        ...{ order_id, purpose: "pay_link", status: "pending", amount, tip, currency, provider },
        checkout_expires_at: checkoutExpiry(ctx.now),
        ...{ created_at: ctx.now, updated_at: ctx.now },
      })
      .returning();
    if (!charge) throw new Error("The charge was not stored");
    return { charge, amount };
  });
}

/**
 * Requests the checkout of a stored charge, with the same key however often, so that one whose answer was lost is found. Null
 * if the provider made none and never will.
 */
export async function askForSession(ctx: Ctx, charge: Charge): Promise<{ id: string; url: string } | null> {
  const [gateway, found] = [await ctx.payments.named(charge.provider), await readToPay(ctx, charge.order_id)];
  if (!gateway || !found || !charge.checkout_expires_at) return failCharge(ctx, charge.id);
  const { order, service } = found;
  const due = charge.amount - charge.tip;
  const back = new URL(payUrl(ctx, charge.order_id));
  const session = await gateway.createSession({
    idempotency_key: `charge:${charge.id}`,
    reference: charge.id,
    amount: charge.amount,
    currency: charge.currency,
    lines: [
      ...(due > 0 ? [{ label: `${service}, order #${order.number}`, amount: due }] : []),
      ...(charge.tip > 0 ? [{ label: TIP_LABEL, amount: charge.tip }] : []),
    ],
    summary: [`${service}, order #${order.number}`],
    ...{ customer_name: found.name, customer_email: found.email, customer_phone: found.phone },
    success_url: `${back.href}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: back.href,
    expires_at: charge.checkout_expires_at,
    recurring: false,
    ...(order.consent && !order.card_id && found.status === "confirmed" && { consent: order.consent }),
  });
  if (session === "none") return failCharge(ctx, charge.id);
  await ctx.db
    .update(charges)
    .set({ payment_session_id: session.id, checkout_url: session.url, updated_at: ctx.now })
    .where(and(eq(charges.id, charge.id), isNull(charges.payment_session_id)));
  return session;
}

/** The charge has no checkout and never will. */
export async function failCharge({ db, now }: Ctx, id: string): Promise<null> {
  await db
    .update(charges)
    .set({
      status: "failed",
      session_closed_at: sql`coalesce(session_closed_at, ${now.toString()}::timestamptz)`,
    })
    .where(and(eq(charges.id, id), eq(charges.status, "pending")));
  return null;
}
