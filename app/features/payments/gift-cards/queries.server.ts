import { and, desc, eq, ilike, isNotNull, isNull, or, sql } from "drizzle-orm";
import { gift_cards } from "~/db/schema/gift-cards";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday, formatDate, formatLongDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber, numberIn } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import type { Ctx } from "~/platform/context.server";
import { IMPORTED_PROVIDER, isExpired, type OfficeGiftCard, whyNotRefundable } from "./gift-card";

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
export const SHOWN_CARDS = 200;

/** The newest gift cards that were paid; with `q`, those of this number, or of people with these words in their name or email. */
export async function readGiftCards(ctx: Pick<Ctx, "db" | "now">, q = ""): Promise<OfficeGiftCard[]> {
  const { buyer_name, buyer_email, recipient_name, recipient_email } = gift_cards;
  const within = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const people = [buyer_name, buyer_email, recipient_name, recipient_email].map((one) => ilike(one, within));
  const number = numberIn(q);
  const wanted = or(...people, number === null ? undefined : eq(gift_cards.number, number));
  const zone = (await readSettings(ctx))["general.timezone"];
  const today = companyToday(ctx.now, zone);
  const cards = await ctx.db
    .select()
    .from(gift_cards)
    .where(and(isNotNull(gift_cards.paid_at), q ? wanted : undefined))
    .orderBy(desc(gift_cards.created_at), desc(gift_cards.id))
    .limit(SHOWN_CARDS);
  const dayOf = (at: Temporal.Instant | null) => (at ? formatDate(companyToday(at, zone)) : "");
  return cards.map((card) => ({
    id: card.id,
    number: formatNumber(card.number),
    amount: formatCents(card.amount, card.currency),
    state: stateOf(card, today),
    from: [card.buyer_name, card.buyer_email].filter(Boolean).join(", "),
    to: [card.recipient_name, card.recipient_email].filter(Boolean).join(", "),
    sent: card.import_id ? "" : card.sent_at ? dayOf(card.sent_at) : formatDate(card.send_on),
    bought: dayOf(card.paid_at),
    refund_error: card.refund_status === "failed" ? card.refund_error : null,
    may_resend: ["Sent", "Moved in"].includes(stateOf(card, today)) && card.recipient_email !== null,
    may_refund: whyNotRefundable({ ...card, ...factsOf(card) }) === null,
  }));
}

/** What decides about its refund. */
export const factsOf = ({ redeemed_at, provider }: Pick<Card, "redeemed_at" | "provider">) => ({
  redeemed: redeemed_at !== null,
  imported: provider === IMPORTED_PROVIDER,
});

/** What is sold and not redeemed: the company owes it in cleanings. Cents by currency, and how much of it was moved in. */
export async function readGiftLiability(ctx: Pick<Ctx, "db" | "now">) {
  const today = companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);
  const sum = sql<number>`sum(${gift_cards.amount})::int`;
  const imported = sql<number>`coalesce(sum(${gift_cards.amount}) filter (where ${gift_cards.provider} = ${IMPORTED_PROVIDER}), 0)::int`;
  const rows = await ctx.db
    .select({ currency: gift_cards.currency, sum, imported })
    .from(gift_cards)
    .where(
      and(
        ...[eq(gift_cards.status, "paid"), isNull(gift_cards.redeemed_at)],
        sql`coalesce(${gift_cards.refund_status}, 'failed') = 'failed'`,
        sql`coalesce(${gift_cards.expires_on} >= ${today}, true)`,
      ),
    )
    .groupBy(gift_cards.currency)
    .orderBy(gift_cards.currency);
  return rows.map((row) => ({
    total: formatCents(row.sum, row.currency),
    imported: row.imported > 0 ? formatCents(row.imported, row.currency) : null,
  }));
}

function stateOf(card: Card, today: string): OfficeGiftCard["state"] {
  const { redeemed_at, refund_status, sent_at, provider, codes } = card;
  if (redeemed_at) return "Redeemed";
  if (isExpired(card, today)) return "Expired";
  if (provider === IMPORTED_PROVIDER && codes === 0) return "Moved in";
  if (refund_status === "completed") return "Refunded";
  if (refund_status === "pending") return "Refund processing";
  if (refund_status === "failed") return "Refund failed";
  return sent_at ? "Sent" : "Waits";
}
