import { desc, eq, isNotNull } from "drizzle-orm";
import { gift_cards } from "~/db/schema/gift-cards";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday, formatDate, formatLongDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import type { Ctx } from "~/platform/context.server";
import { type OfficeGiftCard, whyNotRefundable } from "./gift-card";

type Card = typeof gift_cards.$inferSelect;

/** What the buyer sees after the checkout. Null if the session is unknown. */
export async function readBought(ctx: Pick<Ctx, "db">, sessionId: string) {
  const [card] = await ctx.db.select().from(gift_cards).where(eq(gift_cards.payment_session_id, sessionId));
  if (!card) return null;
  const today = companyToday(card.paid_at ?? card.created_at, (await readSettings(ctx))["general.timezone"]);
  return {
    state: card.status === "paid" || card.status === "refunded" ? ("paid" as const) : card.status,
    amount: formatCents(card.amount, card.currency),
    recipient: card.recipient_name,
    sent_on: card.send_on <= today ? null : formatLongDate(card.send_on),
    is_test: isTestPayment(card.provider),
  };
}

/** Rows of the office's page. */
const SHOWN = 200;

/** The newest gift cards that were paid. */
export async function readGiftCards(ctx: Pick<Ctx, "db">): Promise<OfficeGiftCard[]> {
  const zone = (await readSettings(ctx))["general.timezone"];
  const cards = await ctx.db
    .select()
    .from(gift_cards)
    .where(isNotNull(gift_cards.paid_at))
    .orderBy(desc(gift_cards.created_at), desc(gift_cards.id))
    .limit(SHOWN);
  const dayOf = (at: Temporal.Instant | null) => (at ? formatDate(companyToday(at, zone)) : "");
  return cards.map((card) => ({
    id: card.id,
    number: formatNumber(card.number),
    amount: formatCents(card.amount, card.currency),
    state: stateOf(card),
    from: [card.buyer_name, card.buyer_email].filter(Boolean).join(", "),
    to: [card.recipient_name, card.recipient_email].filter(Boolean).join(", "),
    sent: card.sent_at ? dayOf(card.sent_at) : formatDate(card.send_on),
    bought: dayOf(card.paid_at),
    refund_error: card.refund_status === "failed" ? card.refund_error : null,
    may_resend: stateOf(card) === "Sent" && card.recipient_email !== null,
    may_refund: whyNotRefundable({ ...card, redeemed: card.redeemed_at !== null }) === null,
  }));
}

function stateOf({ redeemed_at, refund_status, sent_at }: Card): OfficeGiftCard["state"] {
  if (redeemed_at) return "Redeemed";
  if (refund_status === "completed") return "Refunded";
  if (refund_status === "pending") return "Refund processing";
  if (refund_status === "failed") return "Refund failed";
  return sent_at ? "Sent" : "Waits";
}
