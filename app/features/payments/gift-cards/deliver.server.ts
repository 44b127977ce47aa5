import { randomBytes } from "node:crypto";
import { and, asc, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { gift_cards } from "~/db/schema/gift-cards";
import { mails } from "~/db/schema/mail";
import { whyHeld } from "~/features/notifications/email/hold.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { sweep } from "~/platform/jobs/sweep.server";
import { hashOfCode } from "./code.server";
import { codeOf, isOpen } from "./gift-card";

/** Where a sealed code is stored, which is the only place where it opens. */
export function placeOfCode(id: string): string {
  return `gift_cards.${id}`;
}

/** Sends the gift cards whose day has come, and forgets the codes of those that were sent. */
export async function sendGiftCards(ctx: Ctx): Promise<void> {
  const today = companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);
  const due = await ctx.db
    .select({ id: gift_cards.id })
    .from(gift_cards)
    .where(
      and(
        ...[eq(gift_cards.status, "paid"), isNull(gift_cards.sent_at)],
        sql`coalesce(${gift_cards.refund_status}, 'failed') = 'failed'`,
        lte(gift_cards.send_on, today),
      ),
    )
    .orderBy(asc(gift_cards.send_on))
    .limit(200);
  const send = ({ id }: { id: string }) =>
    ctx.db.transaction(async (tx) => {
      const unsent = and(eq(gift_cards.id, id), isNull(gift_cards.sent_at));
      const [card] = await tx.select().from(gift_cards).where(unsent).for("update");
      if (card && isOpen(card)) await makeCode(tx, ctx, card);
    });
  await sweep(ctx, due, send, "a gift card could not be sent");
  await forgetSent(ctx);
}

/** A new code, and the email with it. An earlier one stops working. */
async function makeCode(tx: Database, ctx: Ctx, { id, codes }: typeof gift_cards.$inferSelect) {
  const code = codeOf(randomBytes(20));
  await tx
    .update(gift_cards)
    .set({
      ...{
        code_hash: hashOfCode(code),
        sealed_code: ctx.vault.seal(code, placeOfCode(id)),
        codes: codes + 1,
      },
      ...{ sent_at: ctx.now, updated_at: ctx.now },
    })
    .where(eq(gift_cards.id, id));
  await ctx.jobs.enqueue(tx, "gift-card-mail", { gift_card_id: id, no: codes + 1 });
}

/** The occasion of the email with a card's code; `no` counts its codes. */
export function occasionOf(id: string, no: number): string {
  return `gift-card:${id}:${no}`;
}

/** Once the email is sent, nobody needs the code any more. */
async function forgetSent({ db, now }: Ctx): Promise<void> {
  const sent = db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        sql`${mails.occasion} = 'gift-card:' || ${gift_cards.id} || ':' || ${gift_cards.codes}`,
        eq(mails.status, "sent"),
      ),
    );
  await db
    .update(gift_cards)
    .set({ sealed_code: null, updated_at: now })
    .where(and(isNotNull(gift_cards.sealed_code), sql`exists ${sent}`));
}

export type ResendOutcome = { ok: true; to: string } | { ok: false; message: string };

/** Emails a gift card again for staff, with a new code: nobody knows the earlier one, which stops working. Not while emails are held. */
export function resendGiftCard(ctx: StaffCtx, { id }: { id: string }): Promise<ResendOutcome> {
  return ctx.db.transaction(async (tx): Promise<ResendOutcome> => {
    const [card] = isUuid(id)
      ? await tx.select().from(gift_cards).where(eq(gift_cards.id, id)).for("update")
      : [];
    if (!card?.sent_at || !isOpen(card) || !card.recipient_email)
      return { ok: false, message: "This gift card was not sent yet, or is used or refunded." };
    const held = await whyHeld(tx, card.recipient_email, id);
    if (held) return { ok: false, message: `${held} The code that they have still works.` };
    await makeCode(tx, ctx, card);
    await recordAudit(tx, ctx, { action: "gift_card.resent", entity: "gift_card", entity_id: id });
    return { ok: true, to: card.recipient_email };
  });
}
