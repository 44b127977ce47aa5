import { eq, inArray } from "drizzle-orm";
import { customers } from "~/db/schema/customers";
import { gift_cards } from "~/db/schema/gift-cards";
import { readSettings } from "~/features/operations/settings/queries.server";
import { lockCredit, storeTransfer } from "~/features/payments/credit/store.server";
import { companyToday, formatDate } from "~/lib/dates";
import type { Cents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import { readHashes } from "./code.server";
import { isExpired, isKnown, readAnyCode } from "./gift-card";

/** Said of codes that are misspelt, unknown, refunded or used by somebody else, so that nobody learns which. */
export const UNKNOWN_CODE =
  "We don't know this code. Check each letter: ours have 20, like 7K2QM-X9D4T-0HN8V-3RWPA.";

/** What a code is worth; null if it is unknown. A redeemed one is worth nothing any more. */
export async function readGiftBalance(ctx: Pick<Ctx, "db" | "vault" | "now">, typed: string) {
  const code = readAnyCode(typed);
  if (!code) return null;
  const hashesOf = await readHashes(ctx);
  const [card] = await ctx.db
    .select()
    .from(gift_cards)
    .where(inArray(gift_cards.code_hash, hashesOf(code)));
  if (!card || !isKnown(card)) return null;
  const { amount, currency, redeemed_at } = card;
  const expired = isExpired(card, await readToday(ctx)) ? card.expires_on : null;
  return { cents: redeemed_at || expired ? 0 : amount, amount, currency, redeemed_at, expired };
}

async function readToday(ctx: Pick<Ctx, "db" | "now">): Promise<string> {
  return companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);
}

export type RedeemOutcome = { ok: true; amount: Cents; currency: string } | { ok: false; message: string };

/** Makes a gift card's amount the signed-in customer's credit, once. Their email must be verified: so must be who spends credit. */
export function redeemGiftCard(ctx: UserCtx, { code: typed }: { code: string }): Promise<RedeemOutcome> {
  return ctx.db.transaction(async (tx): Promise<RedeemOutcome> => {
    const refuse = (message: string) => ({ ok: false, message }) as const;
    if (!ctx.actor.email_verified) return refuse("Verify your email first, so that the credit is safe.");
    const code = readAnyCode(typed);
    if (!code) return refuse(UNKNOWN_CODE);
    const hashesOf = await readHashes({ ...ctx, db: tx });
    const ofCode = inArray(gift_cards.code_hash, hashesOf(code));
    const [card] = await tx.select().from(gift_cards).where(ofCode).for("update");
    if (!card || !isKnown(card)) return refuse(UNKNOWN_CODE);
    if (card.redeemed_at) return refuse("This gift card was redeemed already.");
    if (card.expires_on && isExpired(card, await readToday({ ...ctx, db: tx })))
      return refuse(`This gift card expired on ${formatDate(card.expires_on)}. Please call us.`);
    const [own] = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.user_id, ctx.actor.id))
      .for("key share");
    if (!own) return refuse("Your account has no customer record yet. Please call us.");
    const { id, amount, currency } = card;
    await lockCredit(tx, own.id, currency);
    await storeTransfer(tx, ctx, {
      ...{ from_account: "gift_card", to_account: "customer", to_customer: own.id },
      ...{ amount, currency, key: `gift_card:${id}` },
    });
    await tx
      .update(gift_cards)
      .set({ redeemed_at: ctx.now, sealed_code: null, updated_at: ctx.now })
      .where(eq(gift_cards.id, id));
    const entry = { action: "gift_card.redeemed", entity: "gift_card", entity_id: id, customer_id: own.id };
    await recordAudit(tx, ctx, { ...entry, details: { amount } });
    return { ok: true, amount, currency };
  });
}
