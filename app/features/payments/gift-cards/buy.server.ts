import { and, eq, isNull } from "drizzle-orm";
import { gift_cards } from "~/db/schema/gift-cards";
import { readSettings } from "~/features/operations/settings/queries.server";
import { checkoutExpiry } from "~/features/payments/checkout/open.server";
import { addDays, companyToday, formatDate } from "~/lib/dates";
import { formatCents, parseCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { submissionId } from "~/platform/request/spam.server";
import type { GiftForm } from "./forms";
import { DAYS_AHEAD, decideGift, type GiftField } from "./gift-card";

export type BuyOutcome =
  | { ok: true; url: string }
  | { ok: false; reason: "invalid"; field: GiftField; message: string }
  | { ok: false; reason: "unavailable"; message: string };

const UNAVAILABLE = {
  ok: false,
  reason: "unavailable",
  message: "We couldn't reach our payment provider. Nothing was charged. Please try again in a minute.",
} as const;

/** Orders a gift card, and opens its checkout. `form_id`: sent twice with the same content, it is one card with one checkout. */
export async function buyGiftCard(ctx: Ctx, form: GiftForm & { form_id: string }): Promise<BuyOutcome> {
  const settings = await readSettings(ctx);
  const today = companyToday(ctx.now, settings["general.timezone"]);
  const decision = decideGift(
    { choice: form.choice, amount: parseCents(form.amount), send_on: form.send_on },
    { today, last: addDays(today, DAYS_AHEAD) },
  );
  if (!decision.ok) return { ...decision, reason: "invalid" };
  const gateway = await ctx.payments.current();
  if (!gateway) return UNAVAILABLE;
  const { recipient_name, recipient_email, message, buyer_name, buyer_email } = form;
  const form_id = submissionId(form.form_id, form);
  const currency = settings["payments.default_currency"].toUpperCase();
  const people = { recipient_name, recipient_email, message: message || null, buyer_name, buyer_email };
  const card = await ctx.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(gift_cards)
      .values({
        ...{ ...people, form_id, status: "pending", currency, provider: gateway.provider },
        ...{ amount: decision.amount, send_on: decision.send_on },
        ...{ checkout_expires_at: checkoutExpiry(ctx.now), created_at: ctx.now, updated_at: ctx.now },
      })
      .onConflictDoNothing({ target: gift_cards.form_id })
      .returning();
    if (made) {
      const entry = { action: "gift_card.ordered", entity: "gift_card", entity_id: made.id };
      await recordAudit(tx, ctx, { ...entry, details: { amount: made.amount } });
      return made;
    }
    const [known] = await tx.select().from(gift_cards).where(eq(gift_cards.form_id, form_id));
    return known;
  });
  if (!card) throw new Error("The gift card was not stored");
  if (card.checkout_url) return { ok: true, url: card.checkout_url };
  try {
    return await open(ctx, card);
  } catch (err) {
    if (!(err instanceof ProviderUnavailable)) throw err;
    ctx.log.warn({ err, gift_card: card.id }, "a gift card's checkout could not be opened");
    return UNAVAILABLE;
  }
}

type Card = typeof gift_cards.$inferSelect;

/** Requests the checkout with the same key however often, so that one whose answer was lost is found. */
async function open(ctx: Ctx, card: Card): Promise<BuyOutcome> {
  const gateway = await ctx.payments.named(card.provider);
  if (!gateway) return UNAVAILABLE;
  const label = `Gift card ${formatNumber(card.number)}`;
  const page = `${ctx.origin}/gift-cards`;
  const session = await gateway.createSession({
    idempotency_key: `gift_card:${card.id}`,
    reference: card.id,
    amount: card.amount,
    currency: card.currency,
    lines: [{ label, amount: card.amount }],
    summary: [label, `${formatCents(card.amount, card.currency)}, sent on ${formatDate(card.send_on)}`],
    ...{ customer_name: card.buyer_name, customer_email: card.buyer_email, customer_phone: null },
    success_url: `${page}/thanks?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: page,
    expires_at: card.checkout_expires_at,
    recurring: false,
  });
  if (session === "none") return UNAVAILABLE;
  await ctx.db
    .update(gift_cards)
    .set({ payment_session_id: session.id, checkout_url: session.url, updated_at: ctx.now })
    .where(and(eq(gift_cards.id, card.id), isNull(gift_cards.payment_session_id)));
  return { ok: true, url: session.url };
}
