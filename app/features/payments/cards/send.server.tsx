import { eq } from "drizzle-orm";
import { z } from "zod";
import { cards } from "~/db/schema/cards";
import { charges } from "~/db/schema/payments";
import { defineEmail } from "~/features/notifications/email/define.server";
import { formatCard } from "~/features/payments/orders/card";
import { readToEmail } from "~/features/payments/pay-link/send.server";
import { companyToday, formatDate } from "~/lib/dates";

const templates = () => import("./emails");

/** 'Your card was declined', once for each try; nothing when nothing is due any more. */
export const sendCardDeclined = defineEmail({
  queue: "card-declined-mail",
  input: z.object({ charge_id: z.guid() }),
  templates,
  async compose(ctx, { charge_id }) {
    const [charge] = await ctx.db.select().from(charges).where(eq(charges.id, charge_id));
    if (charge?.status !== "failed" || !charge.card_id) return;
    const [card] = await ctx.db.select().from(cards).where(eq(cards.id, charge.card_id));
    const found = await readToEmail(ctx, charge.order_id);
    if (!found?.page.due || !card) return;
    const { page, content, charge_at, ...to } = found;
    const { due } = page;
    if (!due) return;
    const next = charge_at && formatDate(companyToday(charge_at, ctx.company.timezone));
    return {
      ...to,
      occasion: `card-declined:${charge_id}`,
      subject: `Your card was declined: ${due} for ${content.of}`,
      template: ({ CardDeclinedEmail }) => (
        <CardDeclinedEmail {...content} due={due} card={formatCard(card)} next={next} />
      ),
    };
  },
});

/** 'Please save a card', as staff ask for it; nothing when a card is saved or nothing is due. `at`: epoch milliseconds. */
export const sendCardLink = defineEmail({
  queue: "card-link-mail",
  input: z.object({ order_id: z.guid(), at: z.int() }),
  templates,
  async compose(ctx, { order_id, at }) {
    const found = await readToEmail(ctx, order_id);
    if (!found) return;
    const { page, content, charge_at: _, ...to } = found;
    if (!page.owed || page.card.name) return;
    const due = page.owed;
    return {
      ...to,
      occasion: `card-link:${order_id}:${at}`,
      subject: `Please save a card for ${content.of}`,
      template: ({ CardLinkEmail }) => <CardLinkEmail {...content} due={due} />,
    };
  },
});
