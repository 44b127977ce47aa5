import { eq } from "drizzle-orm";
import { z } from "zod";
import { gift_cards } from "~/db/schema/gift-cards";
import { defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import { companyToday, formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment, TEST_NOTICE } from "~/lib/test-payment";
import type { Database } from "~/platform/database/database.server";
import { occasionOf, placeOfCode } from "./deliver.server";
import { isOpen } from "./gift-card";
import { giftDocument, giftPicture } from "./render";

const templates = () => import("./emails");
const input = z.object({ gift_card_id: z.guid() });

/** The gift card itself, to whom it is for. `no` counts its codes; an older one is not sent any more. */
export const sendGiftCard = defineEmail({
  queue: "gift-card-mail",
  input: input.extend({ no: z.int() }),
  templates,
  async compose(ctx, { gift_card_id: id, no }) {
    const found = await read(ctx, id);
    const code = found?.card.sealed_code && ctx.vault.open(found.card.sealed_code, placeOfCode(id));
    if (!found || !code || found.card.codes !== no || !isOpen(found.card)) return;
    const { card, amount } = found;
    const recipient = card.recipient_email;
    if (!recipient) return;
    const from = card.buyer_name ?? "Somebody";
    const to = card.recipient_name;
    const company = ctx.company.company_name;
    const url = `${ctx.origin}/profile`;
    const printed = { company, amount, from, to: to ?? "you", message: card.message, code, url };
    return {
      to: recipient,
      occasion: occasionOf(id, no),
      subject: `A gift card of ${amount} from ${from}`,
      secrets: [code],
      notice: isTestPayment(card.provider) ? TEST_NOTICE : null,
      isWanted: (tx) => isStillOpen(tx, id, no),
      template: ({ GiftCardEmail }) => (
        <GiftCardEmail sender={ctx.company} {...{ amount, to, from, code, url }} />
      ),
      attachments: [
        { filename: "gift-card.svg", content: giftPicture(printed), contentType: "image/svg+xml" },
        { filename: "gift-card.pdf", content: giftDocument(printed), contentType: "application/pdf" },
      ],
    };
  },
});

/** 'Thank you', to whoever bought it. */
export const sendGiftReceipt = defineEmail({
  queue: "gift-card-receipt-mail",
  input,
  templates,
  async compose(ctx, { gift_card_id }) {
    const found = await read(ctx, gift_card_id);
    if (!found?.card.buyer_email || !found.card.paid_at) return;
    const { card, amount, number } = found;
    const today = companyToday(found.card.paid_at, ctx.company.timezone);
    const facts = {
      ...{ amount, number, buyer: card.buyer_name, recipient: card.recipient_name ?? "its recipient" },
      ...{ sent_on: formatDate(card.send_on), paid_on: formatDate(today), url: `${ctx.origin}/gift-cards` },
    };
    return {
      to: found.card.buyer_email,
      occasion: `gift-card-receipt:${gift_card_id}`,
      subject: `Your gift card of ${amount}`,
      notice: isTestPayment(card.provider) ? TEST_NOTICE : null,
      template: ({ GiftCardReceiptEmail }) => <GiftCardReceiptEmail sender={ctx.company} {...facts} />,
    };
  },
});

/** 'We have refunded it', to whoever bought it. */
export const sendGiftRefund = defineEmail({
  queue: "gift-card-refund-mail",
  input,
  templates,
  async compose(ctx, { gift_card_id }) {
    const found = await read(ctx, gift_card_id);
    if (!found?.card.buyer_email) return;
    const { card, amount, number } = found;
    const facts = { amount, number, buyer: card.buyer_name, url: `${ctx.origin}/gift-cards` };
    return {
      to: found.card.buyer_email,
      occasion: `gift-card-refund:${gift_card_id}`,
      subject: `We've refunded ${amount}`,
      notice: isTestPayment(card.provider) ? TEST_NOTICE : null,
      template: ({ GiftCardRefundEmail }) => <GiftCardRefundEmail sender={ctx.company} {...facts} />,
    };
  },
});

async function read({ db }: Pick<EmailCtx, "db">, id: string) {
  const [card] = await db.select().from(gift_cards).where(eq(gift_cards.id, id));
  if (!card) return;
  return { card, amount: formatCents(card.amount, card.currency), number: formatNumber(card.number) };
}

/** Whether the code of the email still works, with the card locked until the email is stored. */
async function isStillOpen(tx: Database, id: string, no: number): Promise<boolean> {
  const [card] = await tx.select().from(gift_cards).where(eq(gift_cards.id, id)).for("share");
  return card !== undefined && card.codes === no && isOpen(card);
}
